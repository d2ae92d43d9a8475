/* QR codes, drawn by lean-qr, which is small and has no dependencies. Loaded on first use by Share. */
import { importVerified } from "./verified.mjs";

const FILES = [
  { url: "../vendor/lean-qr/index.mjs", integrity: "" },
  { url: "../vendor/lean-qr/extras/svg.mjs", integrity: "" },
];

/** Return {size, path}: the number of modules on a side, and the dark ones as SVG path data. The size is 0 if the text is
 * too long. */
export async function qr(text) {
  const [{ generate }, { toSvgPath }] = await Promise.all(FILES.map(importVerified));
  try {
    const code = generate(text);
    return { size: code.size, path: toSvgPath(code) };
  } catch {
    return { size: 0, path: "" };
  }
}
