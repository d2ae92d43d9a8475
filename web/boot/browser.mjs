/* What the page's Python asks of the browser although it may be refused: MicroPython cannot catch what JavaScript throws at
 * once (only what a promise rejects with), so it is caught here and told by the answer. */
import { fetchVerified } from "./verified.mjs";

const QR = { url: "./qr.mjs", integrity: "" };

// Longer texts are neither kept nor read: MicroPython's memory is small. As in app/stored_json.py.
const MAX_CHARACTERS = 250_000;

/** Return the text kept under a key; null when there is none, it is too long, or storage is off or forbidden. */
export function kept(key) {
  try {
    const text = localStorage.getItem(key);
    return text !== null && text.length <= MAX_CHARACTERS ? text : null;
  } catch {
    return null;
  }
}

/** Return [key, text] of everything kept under keys that begin so, as kept() would return it. */
export function keptUnder(prefix) {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .map((key) => [key, kept(key)])
      .filter(([, text]) => text !== null);
  } catch {
    return [];
  }
}

/** Keep nothing under a key any longer. */
export function forget(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // there is nothing to forget then
  }
}

/** A name for this tab that no other has. */
export const tab = Math.random().toString(36).slice(2, 12);

/** Keep a text under a key; return whether the browser let us. */
export function keep(key, text) {
  if (text.length > MAX_CHARACTERS) return false;
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Put a fragment into the address without a new entry in the history; return whether the browser let us: some allow
 * only so many changes in a while. */
export function replaceFragment(fragment) {
  try {
    history.replaceState(null, "", "#" + fragment);
    return true;
  } catch {
    return false;
  }
}

/** Return the browser's container of service workers; null when it has none here. */
export function serviceWorkers() {
  try {
    return navigator.serviceWorker ?? null;
  } catch {
    return null; // a frame in a sandbox may not even ask
  }
}

/** Keep a finger that moves over elements of a selector inside `element` from scrolling the page, so that it can drag
 * them. (The property touch-action would say the same, but browsers differ on whether parts of an SVG drawing have it;
 * and only a listener that is not passive may prevent anything.) */
export function dragInsteadOfScroll(element, selector) {
  const prevent = (event) => {
    if (event.cancelable && event.target.closest?.(selector)) event.preventDefault();
  };
  element.addEventListener("touchmove", prevent, { passive: false });
}

/** Close a dialog by a press beside it, unless it has data-keep or a text was written into it, which would be lost. The
 * press must begin and end there: whoever selects text may well let go beside the dialog. */
export function closeBeside() {
  let beside = null;
  const written = (dialog) => [...dialog.querySelectorAll("textarea:not([readonly])")].some((field) => field.value);
  const under = ({ target, clientX, clientY }) => {
    if (target.nodeName !== "DIALOG" || "keep" in target.dataset || written(target)) return null;
    const { left, top, right, bottom } = target.getBoundingClientRect();
    return clientX < left || clientX > right || clientY < top || clientY > bottom ? target : null;
  };
  document.addEventListener("pointerdown", (event) => {
    beside = under(event);
  });
  document.addEventListener("click", (event) => {
    if (beside && under(event) === beside) beside.close();
  });
}

/** Promise a text as a QR code, see qr.mjs; it is rejected when the code for it cannot be loaded. */
export async function drawQr(text) {
  const url = new URL(QR.url, import.meta.url).href;
  await fetchVerified({ ...QR, url });
  const { qr } = await import(url);
  return qr(text);
}
