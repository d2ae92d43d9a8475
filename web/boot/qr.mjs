/* QR codes, loaded when Share first shows one. Drawn by lean-qr: small, without dependencies, often released. */
import { fetchVerified } from "./verified.mjs";

const FILES = [
  { url: "../vendor/lean-qr/index.mjs", integrity: "" },
  { url: "../vendor/lean-qr/extras/svg.mjs", integrity: "" },
];

/** Return {size, path}: the modules on a side, and SVG path data of the dark ones; size 0 when the text is too long. */
export async function qr(text) {
  const urls = FILES.map(({ url }) => new URL(url, import.meta.url).href);
  // Before they are imported: a module that once failed to load a browser does not load again.
  await Promise.all(FILES.map(({ integrity }, index) => fetchVerified({ url: urls[index], integrity })));
  const [{ generate }, { toSvgPath }] = await Promise.all(urls.map((url) => import(url)));
  try {
    const code = generate(text);
    return { size: code.size, path: toSvgPath(code) };
  } catch {
    return { size: 0, path: "" };
  }
}
