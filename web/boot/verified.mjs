/* Files as they were built, or the reason why not: what has not the hash that the build wrote down is not believed. A
 * browser may have kept a bad answer for good, so before anything is given up it is asked for again, round the
 * browser's cache, which has the good one from then on.
 *
 * Where the browser has no crypto.subtle (a page without HTTPS), the browser itself compares, and cannot say why. */

const STALLED = 8000; // milliseconds without a byte after which a download is taken for dead

/** Why a file is not there: `reason` is "offline", "stalled", "missing" or "damaged"; `file` its name in the site.
 * `renewed`: it was damaged, and is whole now; whatever has used it is to be started again. */
export class FileTrouble extends Error {
  constructor(reason, url, renewed = false) {
    const file = new URL(url).href.slice(new URL("../", import.meta.url).href.length);
    super(`${file}: ${reason}`);
    Object.assign(this, { reason, file, renewed });
  }
}

/** Return the bytes of a file {url, integrity}, an absolute address and the hash that it must have, and whether the
 * browser's own copy was bad: {bytes, renewed}. `hear`, if given, is called with each piece that comes in. Throws
 * FileTrouble. */
export async function fetchVerified({ url, integrity }, hear = () => {}) {
  try {
    return { bytes: await fetchOnce(url, integrity, "default", hear), renewed: false };
  } catch (trouble) {
    if (trouble.reason === "offline" || trouble.reason === "stalled") throw trouble;
  }
  return { bytes: await fetchOnce(url, integrity, "reload", hear), renewed: true };
}

async function fetchOnce(url, integrity, cache, hear) {
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
    for await (const piece of piecesOf(response)) {
      wait();
      pieces.push(piece);
      hear(piece);
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

/** Return pieces in one. (A Blob would send them to another process and back.) */
export function joined(pieces) {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let taken = 0;
  for (const piece of pieces) {
    bytes.set(piece, taken);
    taken += piece.length;
  }
  return bytes;
}

/** The pieces of an answer, as they come in. */
export async function* piecesOf(response) {
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
