/* The archive: the games that the browser keeps beyond the last ones, in IndexedDB; and files of everything that is kept.
 * Loaded when first needed. What a game is, Python knows (app/memory): here each is an id, a text (JSON), and `about`,
 * the little that a list shows of it.
 *
 * Values come and go as JSON. No promise is rejected: the answer's `trouble` says why something could not be done:
 * "full" (no room on the device), "none" (the browser has no such storage here, or forbids it), "failed". */
import { realDatabases } from "./no-database.mjs";

const NAME = "morris";
const STORE = "games";
const PREFIX = "morris-"; // of the keys in localStorage
const MAX_FILE = 64_000_000; // bytes of a file that is read: more than twenty thousand games

let opened = null;

/** Promise the data base. One that a newer version of the page has made stays as it is. */
function open(version) {
  return new Promise((resolve, reject) => {
    const databases = realDatabases();
    if (!databases) throw new DOMException("no storage", "NotSupportedError");
    const request = databases.open(NAME, version);
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
        database.close(); // a newer version of the page, in another tab, may change it
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

/** Carry out `work(store, answer)` in one transaction, and promise `answer`, with its trouble, as JSON. */
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

/** Return a function that says a time (milliseconds) as a date, in the language of the page. */
function dateWords() {
  const format = new Intl.DateTimeFormat(document.documentElement.lang || "en", { dateStyle: "medium" });
  return (time) => (time > 0 && time < 8e15 ? format.format(time) : "");
}

/** Promise {games: what each game's `about` says, with its time as a date in words}. */
export function list() {
  const word = dateWords();
  return transaction("readonly", { games: [] }, (store, answer) => {
    store.getAll().onsuccess = ({ target }) => {
      answer.games = target.result.map(({ id, about }) => ({ ...about, id, date: word(about?.time) }));
    };
  });
}

/** Promise {texts: by id, of those that are there}. */
export function get(ids) {
  return transaction("readonly", { texts: {} }, (store, answer) => {
    for (const id of JSON.parse(ids)) {
      store.get(id).onsuccess = ({ target }) => {
        if (target.result) answer.texts[id] = target.result.text;
      };
    }
  });
}

/** Keep games, [id, text, about, before]: all of them, or none where there is trouble. Where `before` is given, only if
 * that is what is kept under the id (null for nothing); so what another tab has changed meanwhile stays. Promise
 * {kept: ids, changed: the texts that are there, by id}. */
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

/** Keep a game no longer, and promise {text} of it, null where there is none. */
export function take(id) {
  return transaction("readwrite", { text: null }, (store, answer) => {
    store.get(id).onsuccess = ({ target }) => {
      answer.text = target.result?.text ?? null;
    };
    store.delete(id);
  });
}

/** Forget everything that the page has ever kept in this browser, but for its own files. Promise {}. */
export async function clear() {
  const done = await transaction("readwrite", {}, (store) => store.clear());
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX) || key.startsWith(`aside ${PREFIX.slice(0, -1)} `)) localStorage.removeItem(key);
    }
  } catch {
    // it is forbidden, so nothing is kept
  }
  return done;
}

/** Return times as dates in words, as JSON. */
export const dates = (times) => JSON.stringify(JSON.parse(times).map(dateWords()));

/** Return what is kept under each of our keys, apart from games: {name: data}, as JSON. */
export function stored() {
  const found = {};
  try {
    for (const key of Object.keys(localStorage)) {
      const name = key.slice(PREFIX.length);
      if (!key.startsWith(PREFIX) || /^game(\.|$)/.test(name)) continue;
      try {
        found[name] = JSON.parse(localStorage.getItem(key));
      } catch {
        // damaged
      }
    }
  } catch {
    // forbidden
  }
  return JSON.stringify(found);
}

// --- files ------------------------------------------------------------------------------------------------------------

/** Let the browser save a file of everything. head: the file up to the games; games: [id, text] of those that are not in
 * the archive, or are newer than there. Promise {count} of games. */
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
    return ""; // damaged
  }
}

let file = null; // what was read last

/** Read a file. Promise {head: all but its games, count: of them} or, where it has none, {text}: what it is instead. */
export async function read(chosen) {
  file = null;
  if (chosen.size > MAX_FILE) return JSON.stringify({ trouble: "large" });
  let text;
  try {
    text = await chosen.text();
  } catch {
    return JSON.stringify({ trouble: "unreadable" });
  }
  if (text.includes("\0")) return JSON.stringify({ trouble: "unreadable" });
  if (!text.trimStart().startsWith("{")) return JSON.stringify({ text: text.slice(0, 500_001), trouble: "" });
  try {
    file = JSON.parse(text);
  } catch {
    return JSON.stringify({ trouble: "damaged" });
  }
  const { games, ...head } = file;
  return JSON.stringify({ head, count: Array.isArray(games) ? games.length : -1, trouble: "" });
}

/** Return so many games of the file that was read last, from one of them on. */
export const part = (first, number) => JSON.stringify(file?.games.slice(first, first + number) ?? []);
