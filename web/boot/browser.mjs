/* What the page's Python asks of the browser although it may be refused: MicroPython cannot catch what JavaScript throws at
 * once (only what a promise rejects with), so it is caught here and told by the answer. */
import { fetchVerified } from "./verified.mjs";

const QR = { url: "./qr.mjs", integrity: "" };
const ARCHIVE = { url: "./archive.mjs", integrity: "" };
const SOUND = { url: "./sound.mjs", integrity: "" };
const PUZZLES = { url: "../data/puzzles.txt", integrity: "" };

// Longer texts are neither kept nor read: MicroPython's memory is small. As in app/model/stored_json.py.
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

/** The time in milliseconds, as text: a number of more than 31 bits comes to MicroPython cut off. */
export const now = () => String(Date.now());

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

/** Call a function while no other tab does; where the browser has no locks, or refuses them here, at once. */
export function alone(work) {
  const locks = navigator.locks?.request("morris-games", () => work());
  if (locks) locks.catch(() => work());
  else work();
}

/** Return a file's text; null when it has a character that no text has. */
export async function readText(file) {
  const text = await file.text();
  return text.includes("\0") ? null : text;
}

/** Return the text in a field, cut off behind so many characters. */
export const fieldText = (field, most) => String(field.value).slice(0, most);

/** Return the address's fragment, cut off behind so many characters. */
export const fragment = (most) => location.hash.slice(1, most + 1);

/** Return the nearest element around an event's target (itself included) that a selector fits; null when there is none,
 * as for events of the document itself. */
export const around = (target, selector) => target?.closest?.(selector) ?? null;

const RETRY = 1000; // milliseconds until the address is tried again
let wanted = "";
let waiting = false;

/** Put a fragment into the address without a new entry in the history. Browsers allow only so many changes in a while, and
 * some refuse further ones without a word: then it is tried again until the address is right. */
export function replaceFragment(fragment) {
  wanted = fragment;
  try {
    history.replaceState(null, "", "#" + fragment);
  } catch {
    // seen below
  }
  if (location.hash.slice(1) === fragment || waiting) return;
  waiting = true;
  setTimeout(() => {
    waiting = false;
    replaceFragment(wanted);
  }, RETRY);
}

/** Want no fragment any longer: somebody has changed the address. */
export function leaveAddress() {
  wanted = location.hash.slice(1);
}

/* What listens to an element that comes and goes is JavaScript's alone: a function of Python that holds an element, and is
 * held by it, keeps both for ever, since neither side's garbage collector sees the other's half of the circle. */

/** Mark an element as entering until its animation is over. */
export function enter(element) {
  element.classList.add("entering");
  element.addEventListener("animationend", () => element.classList.remove("entering"));
}

/** Mark an element as leaving, and remove it once its animation is over; return false where no motion is wanted, and it is
 * removed at once. */
export function leave(element) {
  element.classList.add("leaving");
  if (!element.getAnimations().length) {
    element.remove();
    return false;
  }
  element.addEventListener("animationend", (event) => {
    if (event.target === element) element.remove(); // else a part of it has come to rest
  });
  return true;
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

/** Promise {text, reason}: the text of the puzzles and "", or "" and the reason why not, see FileTrouble. Never rejected. */
export const loadPuzzles = () =>
  fetchVerified({ ...PUZZLES, url: new URL(PUZZLES.url, import.meta.url).href }).then(
    ({ bytes }) => ({ text: new TextDecoder().decode(bytes), reason: "" }),
    ({ reason }) => ({ text: "", reason }),
  );

/** Today in days since 1970, by the clock and the time zone of the device. */
export const today = () => Math.floor((Date.now() - new Date().getTimezoneOffset() * 60_000) / 86_400_000);

/** Promise a script of ours that the start does not need; it is rejected when it cannot be loaded. */
async function load(script) {
  const url = new URL(script.url, import.meta.url).href;
  await fetchVerified({ ...script, url });
  return import(url);
}

let sound = null;

/** Let sounds be heard (sound.mjs), by their names in one text, once what they belong to is drawn; not before somebody has pressed anything, as browsers want it. */
export function hear(names) {
  if (navigator.userActivation?.hasBeenActive === false) return;
  sound ??= load(SOUND);
  const failed = () => (sound = null); // a sound that cannot be had is missed by nobody; the next one tries again
  requestAnimationFrame(() => setTimeout(() => sound?.then(({ play }) => play(names.split(" "))).catch(failed)));
}

/** Promise a text as a QR code, see qr.mjs; it is rejected when the code for it cannot be loaded. */
export const drawQr = async (text) => (await load(QR)).qr(text);

/** Promise the games that are kept beyond the last ones, see archive.mjs; it is rejected when its code cannot be loaded. */
export const archive = () => load(ARCHIVE);
