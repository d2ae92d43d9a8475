/* QR codes, loaded when Share first shows one. Drawn by lean-qr: small, without dependencies, often released. */
import { generate } from "../vendor/lean-qr/index.mjs";
import { toSvgPath } from "../vendor/lean-qr/extras/svg.mjs";

/** Returns {size, path}: the modules on a side, and SVG path data of the dark ones; throws when the text is too long. */
export function qr(text) {
  const code = generate(text);
  return { size: code.size, path: toSvgPath(code) };
}
