/* Fetches files and checks that they have the hash that the build wrote down. The browser's cache may have a corrupted
 * copy for good, so this fetches a bad file again without the cache, which then stores the good one.
 *
 * Without crypto.subtle (a page without HTTPS) the browser itself compares hashes, but does not say why it failed. */

const STALLED = 8000; // milliseconds without a byte after which a download counts as stalled

/** The `reason` why a file could not be loaded, "offline", "stalled", "missing" or "damaged", and the name of the `file` in
 * the site. If `renewed` is true, it was damaged and is good now, and everything that used it must start again. */
export class FileTrouble extends Error {
  constructor(reason, url, renewed = false) {
    const file = new URL(url).href.slice(new URL("../", import.meta.url).href.length);
    super(`${file}: ${reason}`);
    Object.assign(this, { reason, file, renewed });
  }
}

/** Fetch a file {url, integrity}, given by its absolute address and its hash. Return {bytes, renewed}: its bytes, and
 * whether the browser's own copy was bad. Call `onPiece` with each piece that comes in. Throws FileTrouble. */
export async function fetchVerified({ url, integrity }, onPiece = () => {}) {
  try {
    return { bytes: await fetchOnce(url, integrity, "default", onPiece), renewed: false };
  } catch (trouble) {
    if (trouble.reason === "offline" || trouble.reason === "stalled") throw trouble;
  }
  return { bytes: await fetchOnce(url, integrity, "reload", onPiece), renewed: true };
}

/** Promise a script {url, integrity}, whose address is relative to this one. It is checked before the import, because
 * browsers do not load a script again that has failed once. */
export async function importVerified({ url, integrity }) {
  const address = new URL(url, import.meta.url).href;
  await fetchVerified({ url: address, integrity });
  return import(address);
}

async function fetchOnce(url, integrity, cache, onPiece) {
  const control = new AbortController();
  let timer;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => control.abort(), STALLED);
  };
  const pieces = [];
  wait();
  try {
    const options = { cache, signal: control.signal };
    const response = await fetch(url, crypto.subtle ? options : { ...options, integrity });
    if (!response.ok) throw new FileTrouble("missing", url);
    // Browsers refuse a script of another type, whatever its bytes are.
    const isScript = /javascript/.test(response.headers.get("Content-Type"));
    if (/\.m?js$/.test(url) && !isScript) throw new FileTrouble("damaged", url);
    for await (const piece of piecesOf(response)) {
      wait();
      pieces.push(piece);
      onPiece(piece);
    }
  } catch (error) {
    throw error instanceof FileTrouble ? error : new FileTrouble(control.signal.aborted ? "stalled" : "offline", url);
  } finally {
    clearTimeout(timer);
  }
  const bytes = joined(pieces);
  if (!(await hasHash(bytes, integrity))) throw new FileTrouble("damaged", url);
  return bytes;
}

/** Return whether bytes have the hash of an `integrity` attribute. */
export async function hasHash(bytes, integrity) {
  if (!crypto.subtle) return true;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return integrity === `sha256-${btoa(String.fromCharCode(...digest))}`;
}

/** Join pieces. (A Blob would send them to another process and back.) */
export function joined(pieces) {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let taken = 0;
  for (const piece of pieces) {
    bytes.set(piece, taken);
    taken += piece.length;
  }
  return bytes;
}

/** Yield the pieces of a response as they come in. */
export async function* piecesOf(response) {
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/** Return how many bytes of the tables of exact values the engine may hold in memory. All of Perfect play takes 220 MB; with
 * less, answers take longer. Only Chromium says how many gigabytes a device has, at most 8. */
export const tableMemory = () => ((navigator.deviceMemory ?? 0) >= 8 ? 240e6 : 100e6);
