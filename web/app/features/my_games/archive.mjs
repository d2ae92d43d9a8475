/* The archive stores games other than the most recent ones in IndexedDB, and reads and writes files of everything stored.
 * It loads on first use. Here a game is an id, a text (JSON) and `about`, the facts that a list shows. Only Python knows
 * what they mean (app/memory).
 *
 * Values are JSON in both directions. No promise is rejected. The answer's `trouble` says why something failed: "full"
 * (no space on the device), "none" (the browser has no such storage here, or forbids it) or "failed". */
import { realDatabases } from "./no-database.mjs";

const NAME = "morris";
const STORE = "games";
// Prefixes of the keys in localStorage (kernel/stored.py): of all, of those of games, and of damaged data set aside.
const PREFIX = "KEYS_OF_ALL";
const GAMES = "KEYS_OF_GAMES";
const SET_ASIDE = "KEYS_SET_ASIDE";
const PATIENCE = 5000; // milliseconds until a database that doesn't answer counts as failed (Safari has had such a fault)
const MAX_FILE = 64_000_000; // bytes of a file to read, which is more than twenty thousand games

let opened = null;

/** Promise the database. One that a newer version of the page has created stays as it is. */
function open(version) {
  return new Promise((resolve, reject) => {
    const databases = realDatabases();
    if (!databases) throw new DOMException("no storage", "NotSupportedError");
    const request = databases.open(NAME, version);
    setTimeout(() => reject(new DOMException("no answer", "TimeoutError")), PATIENCE);
    request.onupgradeneeded = () => {
      if (!request.result.objectStoreNames.contains(STORE)) request.result.createObjectStore(STORE, { keyPath: "id" });
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new DOMException("blocked", "AbortError"));
    request.onsuccess = () => {
      const database = request.result;
      const forget = () => (opened = null);
      database.onclose = forget;
      database.onversionchange = () => {
        database.close(); // so that a newer version of the page in another tab can change it
        forget();
      };
      resolve(database);
    };
  });
}

async function database() {
  opened ??= open().then(async (found) => {
    if (found.objectStoreNames.contains(STORE)) return found;
    found.close();
    return open(found.version + 1);
  });
  try {
    return await opened;
  } catch (error) {
    opened = null;
    throw error;
  }
}

const REASONS = {
  QuotaExceededError: "full",
  InvalidStateError: "none",
  NotSupportedError: "none",
  SecurityError: "none",
};

/** Run `work(store, answer)` in a transaction, and promise `answer` with its trouble as JSON. */
async function transaction(mode, answer, work) {
  try {
    const found = (await database()).transaction(STORE, mode);
    await new Promise((resolve, reject) => {
      found.oncomplete = resolve;
      found.onabort = () => reject(found.error ?? new DOMException("aborted", "AbortError"));
      work(found.objectStore(STORE), answer);
    });
    return JSON.stringify({ ...answer, trouble: "" });
  } catch (error) {
    return JSON.stringify({ ...answer, trouble: REASONS[error?.name] ?? "failed" });
  }
}

/** Return a function that formats a time (milliseconds) as a date in the language of the page. */
function dateWords() {
  const format = new Intl.DateTimeFormat(document.documentElement.lang || "en", { dateStyle: "medium" });
  return (time) => (time > 0 && time < 8e15 ? format.format(time) : "");
}

/** Promise {games}: the `about` of each of the next `number` games after an id ("" for the first ones), with its id and its
 * time as a formatted date. (MicroPython has no room for a text of a megabyte.) */
export function list(after, number) {
  const word = dateWords();
  return transaction("readonly", { games: [] }, (store, answer) => {
    store.getAll(IDBKeyRange.lowerBound(after, true), number).onsuccess = ({ target }) => {
      answer.games = target.result.map(({ id, about }) => ({ ...about, id, date: word(about?.time) }));
    };
  });
}

/** Promise {texts} by id, of the games that exist. */
export function get(ids) {
  return transaction("readonly", { texts: {} }, (store, answer) => {
    for (const id of JSON.parse(ids)) {
      store.get(id).onsuccess = ({ target }) => {
        if (target.result) answer.texts[id] = target.result.text;
      };
    }
  });
}

/** Store games, [id, text, about, before], or none of them if one fails. If `before` is given, a game is only stored if
 * that text (null for none) is stored under the id, so that changes of another tab are not lost. Promise {kept: ids,
 * changed: the stored texts by id}. */
export async function put(games) {
  const answer = { kept: [], changed: {} };
  const done = await transaction("readwrite", answer, (store) => {
    for (const [id, text, about, before] of JSON.parse(games)) {
      store.get(id).onsuccess = ({ target }) => {
        const stored = target.result?.text ?? null;
        if (before !== undefined && before !== stored) {
          answer.changed[id] = stored;
          return;
        }
        answer.kept.push(id);
        store.put({ id, text, about });
      };
    }
  });
  const { trouble } = JSON.parse(done);
  return JSON.stringify(trouble ? { kept: [], changed: {}, trouble } : { ...answer, trouble });
}

/** Delete a game, and promise its {text}, or null if there is none. */
export function take(id) {
  return transaction("readwrite", { text: null }, (store, answer) => {
    store.get(id).onsuccess = ({ target }) => {
      answer.text = target.result?.text ?? null;
    };
    store.delete(id);
  });
}

/** Return the keys in localStorage that begin with a prefix, none if storage is forbidden. */
function keysUnder(prefix) {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Return [key, text] for those keys, nothing if they can't be read. */
function storedUnder(prefix) {
  try {
    return keysUnder(prefix).map((key) => [key, localStorage.getItem(key)]);
  } catch {
    return [];
  }
}

/** Delete everything that the page has stored in this browser except its own files. Promise {}. */
export async function clear() {
  const done = await transaction("readwrite", {}, (store) => store.clear());
  for (const key of [...keysUnder(PREFIX), ...keysUnder(SET_ASIDE)]) localStorage.removeItem(key);
  return done;
}

/** Promise the {dates} of times, formatted. */
export const dates = async (times) => JSON.stringify({ dates: JSON.parse(times).map(dateWords()), trouble: "" });

/** Promise {stored, damaged}: the data under each of our keys except games, by name; and the texts that are damaged or
 * have been set aside, by key. */
export async function stored() {
  const found = {};
  const damaged = {};
  for (const [key, text] of storedUnder(PREFIX)) {
    try {
      const data = JSON.parse(text);
      if (!key.startsWith(GAMES)) found[key.slice(PREFIX.length)] = data;
    } catch {
      damaged[key] = text;
    }
  }
  for (const [key, text] of storedUnder(SET_ASIDE)) damaged[key] = text;
  return JSON.stringify({ stored: found, damaged, trouble: "" });
}

// --- files ------------------------------------------------------------------------------------------------------------

/** Let the browser save a file of everything. `head` is the file up to the games, and `games` has [id, text] of those
 * that are not in the archive, or are newer. Promise the {count} of games. */
export async function save(name, head, games) {
  const texts = new Map();
  const done = JSON.parse(
    await transaction("readonly", {}, (store) => {
      store.getAll().onsuccess = ({ target }) => target.result.forEach(({ id, text }) => texts.set(id, text));
    }),
  );
  JSON.parse(games).forEach(([id, text]) => texts.set(id, text));
  const lines = [...texts].map(([id, text]) => withId(id, text)).filter(Boolean);
  const blob = new Blob([head, lines.join(",\n"), "\n]}\n"], { type: "application/json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return JSON.stringify({ count: lines.length, trouble: done.trouble });
}

function withId(id, text) {
  try {
    return JSON.stringify({ ...JSON.parse(text), id });
  } catch {
    return ""; // damaged data
  }
}

let file = null; // the file that was read last
let records = ""; // its text, if it is one of records
let place = 0; // how far that was read

/** Return a file's text: UTF-16 with a byte order mark, UTF-8, or otherwise Windows-1252. */
function decoded(bytes) {
  const mark = new Uint8Array(bytes.slice(0, 2)).join();
  const label = { "255,254": "utf-16le", "254,255": "utf-16be" }[mark] ?? "utf-8";
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Read a file. Promise {head, count}: all but its games, and their number. Promise {records: true} for one that isn't JSON:
 * `lines` has its text, and `add` takes its games. */
export async function read(chosen) {
  file = null;
  if (chosen.size > MAX_FILE) return JSON.stringify({ trouble: "large" });
  let text;
  try {
    text = decoded(await chosen.arrayBuffer());
  } catch {
    return JSON.stringify({ trouble: "unreadable" });
  }
  if (text.includes("\0")) return JSON.stringify({ trouble: "unreadable" });
  if (!/^\s*\{\s*"/.test(text)) {
    [file, records, place] = [{ games: [] }, text, 0];
    return JSON.stringify({ records: true, trouble: "" });
  }
  try {
    file = JSON.parse(text);
  } catch {
    return JSON.stringify({ trouble: "damaged" });
  }
  const { games, ...head } = file;
  return JSON.stringify({ head, count: Array.isArray(games) ? games.length : -1, trouble: "" });
}

/** Return the next lines of a file of records, "" at its end. */
export function lines() {
  const start = place;
  place = records.indexOf("\n", start + 20_000) + 1 || records.length;
  return records.slice(start, place);
}

/** Return how much of it was read, in percent. */
export const share = () => Math.floor((100 * place) / records.length);

/** Take games, a text, that were read from a file of records. */
export const add = (games) => file.games.push(...JSON.parse(games));

/** Promise `number` {games} of the file that was read last, starting with game `first`. */
export const part = async (first, number) =>
  JSON.stringify({ games: file?.games.slice(first, first + number) ?? [], trouble: "" });
