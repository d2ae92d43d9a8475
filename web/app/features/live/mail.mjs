/* The page's side of the mailbox (docs/meet.md): derives a game's address and key from its code, seals and opens what
 * its slots hold, and asks for news. Python (app/features/live/room.py) decides what is written. Loaded on first use. */
const ROOT = new URL("../meet/", import.meta.url);
const WAIT = 10; // seconds that the mailbox may hold a request for news
const MANY = 100; // slots in one answer, as in meet/mailbox.py
const QUICK = 1000; // an answer without news that comes sooner was not held
const FIRST_PAUSE = 1000; // milliseconds after such an answer or a failure; each further pause is a tenth longer
const LAST_PAUSE = 30_000;
const LONGER = 1.1;
const WRITE_PAUSE = 1000; // the first after a slot that could not be written

let hear = () => {};
let room = null; // {id, key, seat} of the game that is read
let wake = () => {}; // ends a pause

/** Send everything that happens to `callback(kind, name, text)`. */
export function listen(callback) {
  hear = callback;
  for (const event of ["online", "visibilitychange"]) globalThis.addEventListener(event, () => wake(), true);
}

const bytes = (text) => new TextEncoder().encode(text);
const encode = (data) =>
  btoa(String.fromCharCode(...new Uint8Array(data)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
const decode = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
const place = (side, number) => bytes(`${side}/${number}`);

/** Derive a room from its code: the mailbox learns the id, and never the key. */
async function derive(code, seat) {
  const base = await crypto.subtle.importKey("raw", bytes(code), "HKDF", false, ["deriveBits", "deriveKey"]);
  const from = (info) => ({ name: "HKDF", hash: "SHA-256", salt: new Uint8Array(32), info: bytes(info) });
  const id = encode(await crypto.subtle.deriveBits(from("morris id"), base, 128));
  const kind = { name: "AES-GCM", length: 256 };
  const key = await crypto.subtle.deriveKey(from("morris key"), base, kind, false, ["encrypt", "decrypt"]);
  return { id, key, seat };
}

async function seal({ key }, side, number, text) {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const options = { name: "AES-GCM", iv, additionalData: place(side, number) };
  const sealed = new Uint8Array(await crypto.subtle.encrypt(options, key, bytes(text)));
  const whole = new Uint8Array(12 + sealed.length);
  whole.set(iv);
  whole.set(sealed, 12);
  return whole;
}

/** Promise the text of a slot, "" for one that nobody with the code has written. */
async function opened({ key }, side, number, text) {
  try {
    const whole = decode(text);
    const options = { name: "AES-GCM", iv: whole.subarray(0, 12), additionalData: place(side, number) };
    return new TextDecoder().decode(await crypto.subtle.decrypt(options, key, whole.subarray(12)));
  } catch {
    return "";
  }
}

/** Promise one answer of the mailbox: its slots [number, age, text] from `from` on, and what it says besides. */
async function ask(one, side, from, wait) {
  const answer = await fetch(`${ROOT}${one.id}/${side}?from=${from}&wait=${wait}`, { cache: "no-store" });
  if (!answer.ok) throw new Error(answer.statusText);
  const found = await answer.json();
  const slots = [];
  for (const [at, [number, age, text]] of found.slots.entries()) {
    if (number !== from + at) break; // not what an honest mailbox says
    slots.push([number, age, await opened(one, side, number, text)]);
  }
  return { ...found, slots };
}

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const pause = (milliseconds) =>
  new Promise((resolve) => {
    wake = resolve;
    setTimeout(resolve, milliseconds);
  });

/** Read a side's slots until there are no more; promise how many there are. */
async function readAll(one, side) {
  let from = 0;
  for (;;) {
    const found = await ask(one, side, from, 0);
    if (room !== one) return from;
    from += found.slots.length;
    if (found.slots.length || from === 0) hear("slots", String(side), JSON.stringify(found));
    if (found.slots.length < MANY) return from;
  }
}

/** Read a game's mailbox from now on, instead of another one: the own side once, and the other as long as it lasts. */
export async function enter(code, seat) {
  leave();
  const one = (room = await derive(code, seat));
  let from = -1;
  let wait = 0;
  let next = FIRST_PAUSE;
  while (room === one) {
    const begun = performance.now();
    try {
      if (from < 0) {
        await readAll(one, seat);
        from = 0;
      }
      const found = await ask(one, 1 - seat, from, wait);
      if (room !== one) return;
      const isFirst = !wait;
      from += found.slots.length;
      wait = WAIT;
      hear("slots", String(1 - seat), JSON.stringify(found));
      if (isFirst || found.slots.length || performance.now() - begun > QUICK) {
        next = FIRST_PAUSE;
        continue;
      }
    } catch {
      // the mailbox does not answer; Python notices the silence
    }
    await pause(document.hidden ? LAST_PAUSE : next);
    next = Math.min(LAST_PAUSE, next * LONGER);
  }
}

/** Ask once for the news of games: JSON, an array of [game, code, side, number of the first slot]. */
export async function peek(games) {
  for (const [game, code, side, from] of JSON.parse(games)) {
    try {
      hear("news", game, JSON.stringify(await ask(await derive(code, 1 - side), side, from, 0)));
    } catch {
      return; // the mailbox does not answer; the next start asks again
    }
  }
}

/** Read the own side again, because another page has written there. */
export const again = () => room && readAll(room, room.seat).catch(() => {});

/** Read no more. */
export function leave() {
  room = null;
  wake();
}

/** Write a slot of the own side; what came of it is heard: the status, and the number of the slot. */
export async function put(secret, number, text) {
  const one = room;
  if (!one) return;
  const body = await seal(one, one.seat, number, text);
  const address = `${ROOT}${one.id}/${one.seat}/${number}`;
  for (let next = WRITE_PAUSE; ; next = Math.min(LAST_PAUSE, next * LONGER)) {
    let status = 0;
    try {
      const options = { method: "PUT", headers: { "Meet-Secret": secret }, body, keepalive: true };
      status = (await fetch(address, options)).status;
    } catch {
      // no network: once more
    }
    if (status === 507 || (status && status !== 429 && status < 500)) {
      // Let it be written again what the mailbox has lost, but not at once.
      if (![204, 403, 409].includes(status) && !(status === 507 && number === 0)) await sleep(10 * WRITE_PAUSE);
      if (room === one) hear("put", String(status), String(number));
      return;
    }
    await sleep(next);
    if (room !== one) return;
  }
}
