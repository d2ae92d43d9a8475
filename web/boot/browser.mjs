/* Functions of the browser that may fail, for the page's Python. MicroPython cannot catch JavaScript exceptions (only
 * rejected promises), so these functions catch them and report failures by their return values. */
import { fetchVerified, importVerified } from "./verified.mjs";

export { tableMemory } from "./verified.mjs";

// Our scripts that the start does not need; the build adds those of features (tools/site/slices.py).
const LATE = {
  layers: { url: "./layers.mjs", integrity: "" },
  sound: { url: "./sound.mjs", integrity: "" },
  sheets: { url: "./sheets.mjs", integrity: "" },
  /* SCRIPTS_OF_FEATURES */
};
// The same for files.
const FILES = {
  "first-moves.txt": { url: "../assets/first-moves.txt", integrity: "" },
  /* FILES_OF_FEATURES */
};

// Longer texts are neither stored nor read, because MicroPython has little memory. As in app/model/stored_json.py.
const MAX_CHARACTERS = 250_000;

/** Return the text stored under a key, or null if there is none, it is too long, or storage is off or forbidden. */
export function kept(key) {
  try {
    const text = localStorage.getItem(key);
    return text !== null && text.length <= MAX_CHARACTERS ? text : null;
  } catch {
    return null;
  }
}

/** Return [key, text] for all stored keys with a prefix, as kept() would return the texts. */
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

/** Delete the text under a key. */
export function forget(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // storage is forbidden, so there is no text
  }
}

/** Return the time in milliseconds as text, because MicroPython gets only 31 bits of a number. */
export const now = () => String(Date.now());

/** A unique name for this tab. */
export const tab = Math.random().toString(36).slice(2, 12);

/** Store a text under a key. Return whether the browser did so, and gives it back. */
export function keep(key, text) {
  if (text.length > MAX_CHARACTERS) return false;
  try {
    localStorage.setItem(key, text);
    return localStorage.getItem(key) === text;
  } catch {
    return false;
  }
}

/** Call a function while no other tab does, or at once if the browser has no locks or refuses them. */
export function alone(work) {
  const locks = navigator.locks?.request("morris-games", () => work());
  if (locks) locks.catch(() => work());
  else work();
}

/** Return a file's text: UTF-16 with a byte order mark, UTF-8, or otherwise Windows-1252; null if it is binary. */
export async function readText(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const label = { "255,254": "utf-16le", "254,255": "utf-16be" }[bytes.slice(0, 2).join()] ?? "utf-8";
  if (label === "utf-8" && bytes.includes(0)) return null;
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Return the text in a field, cut to `most` characters. */
export const fieldText = (field, most) => String(field.value).slice(0, most);

/** Return the address's fragment, cut to `most` characters. */
export const fragment = (most) => location.hash.slice(1, most + 1);

/** Return the closest element around an event's target (or the target) that matches a selector. Return null if there is
 * none, as for events of the document. */
export const around = (target, selector) => target?.closest?.(selector) ?? null;

const RETRY = 1000; // milliseconds until it tries to set the address again
let wanted = "";
let waiting = false;

/** Put a fragment, or the last one again, into the address without a new entry in the history. Browsers limit how often this
 * works, and some ignore further changes silently, so it tries again until the address is right. */
export function replaceFragment(fragment = wanted) {
  wanted = fragment;
  try {
    history.replaceState(history.state, "", "#" + fragment); // the state: see layers.mjs
  } catch {
    // checked below
  }
  if (location.hash.slice(1) === fragment || waiting) return;
  waiting = true;
  setTimeout(() => {
    waiting = false;
    replaceFragment(wanted);
  }, RETRY);
}

/** Show a number on the icon of the installed app, none for 0. */
export async function badge(number) {
  try {
    await navigator.setAppBadge?.(number);
  } catch {
    // the system has no such numbers
  }
}

/** Stop trying, because the address was changed by someone else. */
export function leaveAddress() {
  wanted = location.hash.slice(1);
}

/* Listeners of elements that come and go must be JavaScript. A Python function and an element that refer to each other
 * would never be freed, because neither garbage collector sees the other's half of the cycle. */

/** Mark an element as entering until its animation is over. */
export function enter(element) {
  element.classList.add("entering");
  element.addEventListener("animationend", () => element.classList.remove("entering"));
}

/** Mark an element as leaving, and remove it once its animation is over. Return false if there is no animation and it was
 * removed at once. */
export function leave(element) {
  element.classList.add("leaving");
  if (!element.getAnimations().length) {
    element.remove();
    return false;
  }
  element.addEventListener("animationend", (event) => {
    if (event.target === element) element.remove(); // otherwise the animation of a part of it is over
  });
  return true;
}

/** Return the browser's container of service workers, or null if there is none here. */
export function serviceWorkers() {
  try {
    return navigator.serviceWorker ?? null;
  } catch {
    return null; // frames in a sandbox get an exception
  }
}

/** Let a finger drag the elements in `element` that match a selector instead of scrolling the page. (touch-action would do
 * the same, but browsers differ on whether it applies to parts of an SVG. Only active listeners can prevent scrolling.)
 * A finger that rested for `hold` milliseconds before it moved draws. */
export function dragInsteadOfScroll(element, selector, hold) {
  let begun = 0;
  const prevent = (event) => {
    const draws = event.timeStamp - begun > hold;
    if (event.cancelable && (draws || event.target.closest?.(selector))) event.preventDefault();
  };
  element.addEventListener("touchstart", ({ timeStamp }) => (begun = timeStamp), { passive: true });
  element.addEventListener("touchmove", prevent, { passive: false });
}

/** Promise {text, reason}: the text of one of FILES, or the reason why it could not be loaded (see FileTrouble). */
export const loadFile = (name) =>
  fetchVerified({ ...FILES[name], url: new URL(FILES[name].url, import.meta.url).href }).then(
    ({ bytes }) => ({ text: new TextDecoder().decode(bytes), reason: "" }),
    ({ reason }) => ({ text: "", reason }),
  );

/** Return today's date in days since 1970, in the device's time zone. */
export const today = () => Math.floor((Date.now() - new Date().getTimezoneOffset() * 60_000) / 86_400_000);

/** Promise one of the scripts of LATE. The promise is rejected if it cannot be loaded. */
export const load = (name) => importVerified(LATE[name]);

let sound = null;

/** Play sounds and vibrate (sound.mjs): sounds are given by their names in one text, once the page has drawn what they
 * belong to. Browsers only allow it after the player has pressed something. */
export function hear(names) {
  const { sound: heard, vibration: felt } = document.documentElement.dataset;
  if ((heard === "off" && felt === "off") || navigator.userActivation?.hasBeenActive === false) return;
  sound ??= load("sound");
  const failed = () => (sound = null); // nobody misses a sound; the next one tries again
  requestAnimationFrame(() => setTimeout(() => sound?.then(({ play }) => play(names.split(" "))).catch(failed)));
}
