/* QR codes, loaded when Share first shows one. Drawn by lean-qr: small, without dependencies, often released. */
import { generate } from "../vendor/lean-qr/index.mjs";
import { toSvgPath } from "../vendor/lean-qr/extras/svg.mjs";

/** Returns {size, path}: the modules on a side, and SVG path data of the dark ones; size 0 when the text is too long.
 * (What JavaScript throws MicroPython could not catch.) */
export function qr(text) {
  try {
    const code = generate(text);
    return { size: code.size, path: toSvgPath(code) };
  } catch {
    return { size: 0, path: "" };
  }
}
