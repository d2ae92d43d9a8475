/* QR codes, drawn by lean-qr, which is small and has no dependencies. Loaded on first use by Share. */
import { fetchVerified } from "./verified.mjs";

const FILES = [
  { url: "../vendor/lean-qr/index.mjs", integrity: "" },
  { url: "../vendor/lean-qr/extras/svg.mjs", integrity: "" },
];

/** Return {size, path}: the number of modules on a side, and the dark ones as SVG path data. The size is 0 if the text is
 * too long. */
export async function qr(text) {
  const urls = FILES.map(({ url }) => new URL(url, import.meta.url).href);
  // Check them before the import, because browsers do not load a module again that has failed once.
  await Promise.all(FILES.map(({ integrity }, index) => fetchVerified({ url: urls[index], integrity })));
  const [{ generate }, { toSvgPath }] = await Promise.all(urls.map((url) => import(url)));
  try {
    const code = generate(text);
    return { size: code.size, path: toSvgPath(code) };
  } catch {
    return { size: 0, path: "" };
  }
}
