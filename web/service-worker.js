/* Keeps the site on the device, so that it is there with no network at all.
 *
 * The build writes BUILD above this text (tools/offline.py): which files there are, in which group, with which hash.
 * One invariant carries everything: what is stored lies under its file's name and hash, and is stored only when its
 * bytes have that hash. So a new version is fetched beside the old one and shares what has not changed, a download that
 * was cut off goes on where it stopped, file by file, and no half of a new version is ever mixed with the old one.
 *
 * Nothing is taken over by force: a new version waits until the player takes it ("take over") or every page is closed. */
"use strict";

const ROOT = new URL("./", self.location);
const STORE = `morris ${ROOT.pathname}`; // other sites may live in other folders of the same origin
const NOTES = new URL("?notes", ROOT).href; // an entry of our own: groups that were begun, pages of the version before
const AT_ONCE = 4; // downloads at a time
const PIECE = 2 ** 20; // bytes, of files that are fetched piece by piece
const PIECE_PATIENCE = 110_000; // milliseconds for one: about ten kilobytes a second

const FILES = BUILD.groups.flatMap((group) =>
  group.files.map(([name, hash, bytes]) => {
    const { href: url, pathname } = new URL(name, ROOT);
    return { name, url, pathname, hash, bytes, group, key: `${url}?kept=${hash}` };
  }),
);
const BY_PATH = new Map(FILES.map((file) => [file.pathname, file]));

/** Why a file could not be kept: "offline", "missing", "changed" (other bytes than were built), "full" or "denied". */
class Trouble extends Error {
  constructor(reason, file) {
    super(`${file.name}: ${reason}`);
    this.report = { trouble: reason, file: file.name, group: file.group.name };
  }
}

// ---- The store

const openStore = () => caches.open(STORE);

async function kept(file) {
  return (await openStore()).match(file.key);
}

// Of a file that is not whole yet, its pieces from the first one on are entries of their own.
const pieceKey = (file, number) => `${file.key}&piece=${number}`;
const withoutPiece = (url) => url.replace(/&piece=\d+$/, "");

function countPieces(file, names) {
  let count = 0;
  while (names.has(pieceKey(file, count))) count += 1;
  return count;
}

async function entryNames() {
  return new Set((await (await openStore()).keys()).map(({ url }) => url));
}

const keptBytes = (file, names) => (names.has(file.key) ? file.bytes : Math.min(file.bytes, PIECE * countPieces(file, names)));

async function deletePieces(file) {
  const cache = await openStore();
  for (const url of await entryNames()) if (url !== file.key && withoutPiece(url) === file.key) await cache.delete(url);
}

async function readNotes() {
  const entry = await (await openStore()).match(NOTES);
  return { begun: [], before: [], ...(entry ? await entry.json() : {}) };
}

// One after the other, so that no change undoes another.
let noting = Promise.resolve();
function changeNotes(change) {
  const work = noting.then(async () => {
    const notes = await readNotes();
    const text = JSON.stringify(notes);
    change(notes);
    if (JSON.stringify(notes) !== text) await (await openStore()).put(NOTES, Response.json(notes));
  });
  noting = work.catch(() => {});
  return work;
}

async function isWhole(file, bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hash.startsWith(file.hash);
}

/** Store an answer under the file's name and hash; false when its bytes are not the file's. */
async function store(file, response) {
  let bytes;
  try {
    bytes = await response.arrayBuffer();
  } catch {
    throw new Trouble("offline", file); // the line went dead in the middle
  }
  return storeBytes(file, bytes, response.headers);
}

/** The same of an answer's bytes and headers. */
async function storeBytes(file, bytes, answered) {
  if (!(await isWhole(file, bytes))) return false;
  // A copy, because browsers do not take a redirected answer for a page; its body is no longer compressed.
  const headers = new Headers(answered);
  for (const name of ["Content-Encoding", "Vary", "Accept-Ranges", "Content-Range"]) headers.delete(name);
  headers.set("Content-Length", String(bytes.byteLength));
  await put(file, file.key, new Response(bytes, { headers }));
  return true;
}

async function put(file, key, response) {
  try {
    await (await openStore()).put(key, response);
    await changeNotes((notes) => {
      if (!notes.begun.includes(file.group.name)) notes.begun.push(file.group.name);
    });
  } catch (error) {
    throw new Trouble(error.name === "QuotaExceededError" ? "full" : "denied", file);
  }
}

// ---- Downloads

const coming = new Map(); // the keys of the files that are being fetched now -> promise that they are kept

function once(file, work) {
  const promise = work().finally(() => coming.delete(file.key));
  coming.set(file.key, promise);
  return promise;
}

/** Fetch a file and keep it, if it is not kept yet. Throws Trouble. */
function keep(file) {
  return coming.get(file.key) ?? once(file, async () => {
    if (await kept(file)) return;
    // What the browser's own cache has need not be fetched again; the hash shows whether it is too old.
    for (const cache of ["default", "no-cache", "reload"]) {
      const response = await fetch(file.url, { cache, priority: "low" }).catch(() => {
        throw new Trouble("offline", file);
      });
      if (response.status !== 200) throw new Trouble("missing", file);
      if (await store(file, response)) return;
    }
    throw new Trouble("changed", file);
  });
}

/** Fetch the next piece of a file and keep it; with the last one the file is whole. Throws Trouble. */
function keepPiece(file) {
  return coming.get(file.key) ?? once(file, async () => {
    if (await kept(file)) return;
    const first = PIECE * countPieces(file, await entryNames());
    if (first < file.bytes) await fetchPiece(file, first, Math.min(first + PIECE, file.bytes));
    const names = await entryNames();
    if (names.has(file.key) || keptBytes(file, names) < file.bytes) return;
    await joinPieces(file);
  });
}

const controls = new Map(); // the keys of the files of which a piece is being fetched -> what ends that

async function fetchPiece(file, first, end) {
  const control = new AbortController();
  controls.set(file.key, control);
  const timer = setTimeout(() => control.abort(), PIECE_PATIENCE);
  try {
    await askForPiece(file, first, end, control.signal);
  } finally {
    clearTimeout(timer);
    controls.delete(file.key);
  }
}

async function askForPiece(file, first, end, signal) {
  // Not into the browser's own cache as well: such files are large.
  const options = { cache: "no-store", signal, headers: { Range: `bytes=${first}-${end - 1}` } };
  const response = await fetch(file.url, options).catch(() => {
    throw new Trouble("offline", file);
  });
  if (response.status === 200) {
    // A host that sends no parts: all of it comes at once.
    if (!(await store(file, response))) throw new Trouble("changed", file);
    return deletePieces(file);
  }
  if (response.status === 416) throw new Trouble("changed", file);
  if (response.status !== 206) throw new Trouble("missing", file);
  const bytes = await response.arrayBuffer().catch(() => {
    throw new Trouble("offline", file);
  });
  if (bytes.byteLength !== end - first) throw new Trouble("changed", file);
  return put(file, pieceKey(file, first / PIECE), new Response(bytes));
}

/** Make a file of its pieces. If it has not the hash that it was built with, they are thrown away. */
async function joinPieces(file) {
  const cache = await openStore();
  const bytes = new Uint8Array(file.bytes);
  let whole = true;
  for (let first = 0; first < file.bytes; first += PIECE) {
    const piece = new Uint8Array(await (await cache.match(pieceKey(file, first / PIECE))).arrayBuffer());
    if (piece.length === Math.min(PIECE, file.bytes - first)) bytes.set(piece, first);
    else whole = false;
  }
  whole &&= await storeBytes(file, bytes, { "Content-Type": "application/octet-stream" });
  await deletePieces(file);
  if (!whole) throw new Trouble("changed", file);
}

async function keepAll(files) {
  const queue = [...files];
  const take = async () => {
    for (let file = queue.shift(); file; file = queue.shift()) await keep(file);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
}

async function messagePages(message) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const page of pages) page.postMessage(JSON.stringify(message));
}

// ---- Versions: install beside the old one, take over when asked to, clear away what nobody uses

async function install() {
  try {
    await keepAll(await filesToInstall());
  } catch (error) {
    await messagePages(error.report ?? { trouble: "denied" });
    throw error; // this version is not installed; what it has fetched stays and need not be fetched again
  }
}

/* What the player has, or has begun to get, comes along, so that the new version works offline where the old one did; on a
 * line that is paid by the byte it is fetched when it is wanted. */
async function filesToInstall() {
  const plain = (url) => url.replace(/[-/][0-9a-f]{16}(?=[./])/, ""); // a file's name, whatever its content
  const paid = Boolean(navigator.connection?.saveData) || navigator.connection?.type === "cellular";
  const { begun } = await readNotes();
  const had = new Set((await (await openStore()).keys()).map(({ url }) => plain(url.replace(/\?.*/, ""))));
  const comesAlong = ({ url, group: { name, when } }) =>
    begun.includes(name) && !paid && (when === "quiet" || (when === "wanted" && had.has(plain(url))));
  return FILES.filter((file) => file.group.when === "install" || comesAlong(file));
}

async function activate() {
  // Pages of the version before may still be open, and may still want files of theirs.
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  await changeNotes((notes) => {
    notes.before = pages.map(({ id }) => id);
  });
  await self.clients.claim();
  await tidy();
}

/* Remove what the version before has left, once no page of it is open. Only after a version has taken over: later, what
 * is not ours may be the next version on its way. */
async function tidy() {
  const { before } = await readNotes();
  const open = new Set((await self.clients.matchAll({ type: "window", includeUncontrolled: true })).map(({ id }) => id));
  if (before.some((id) => open.has(id)) || self.registration.installing || self.registration.waiting) return;
  await changeNotes((notes) => {
    notes.before = [];
  });
  const wanted = new Set([NOTES, ...FILES.map(({ key }) => key)]);
  const cache = await openStore();
  const names = await entryNames();
  for (const url of names) {
    const whole = withoutPiece(url);
    if (!wanted.has(whole) || (url !== whole && names.has(whole))) await cache.delete(url);
  }
}

// ---- Answers

/** The file of ours that an address in our folder means, as static hosts read it; undefined when none. */
function fileAt(url) {
  const { pathname } = url;
  return BY_PATH.get(pathname.endsWith("/") ? `${pathname}index.html` : pathname) ?? BY_PATH.get(`${pathname}.html`);
}

async function answer(event, file) {
  const { request } = event;
  if (coming.has(file.key)) await coming.get(file.key).catch(() => {});
  // Who asks past the browser's cache has seen bytes that are not the file's: what is kept may have been damaged since.
  if (request.cache === "reload") await dropDamaged(file);
  const found = await kept(file).catch(() => undefined);
  if (found) return part(request, found);
  const response = await fetch(request);
  if (response.status === 200 && response.type === "basic" && !coming.has(file.key)) {
    const copy = response.clone();
    event.waitUntil(keepCopy(file, copy));
  }
  return response;
}

/** Forget the kept copy of a file if its bytes are not the file's any more; return whether that was so. */
async function dropDamaged(file) {
  const found = await kept(file).catch(() => undefined);
  const bytes = found && (await found.arrayBuffer().catch(() => new ArrayBuffer()));
  if (!found || (await isWhole(file, bytes))) return false;
  return (await openStore()).delete(file.key);
}

/** Keep what is just passing by. */
async function keepCopy(file, response) {
  try {
    const stored = await once(file, () => store(file, response));
    if (stored) await messagePages({ kept: file.name, group: file.group.name });
  } catch (error) {
    await messagePages(error.report ?? { trouble: "denied" });
  }
}

/** An answer, or the part of it that was asked for: players of sound ask for parts, and some refuse a whole. */
async function part(request, response) {
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get("Range") ?? "");
  if (!range) return response;
  const body = await response.blob();
  const first = Number(range[1]);
  const last = Math.min(range[2] === "" ? Infinity : Number(range[2]), body.size - 1);
  const headers = new Headers(response.headers);
  if (first > last) {
    headers.set("Content-Range", `bytes */${body.size}`);
    return new Response(null, { status: 416, headers });
  }
  headers.set("Content-Range", `bytes ${first}-${last}/${body.size}`);
  headers.set("Content-Length", String(last + 1 - first));
  return new Response(body.slice(first, last + 1), { status: 206, headers });
}

async function answerUnknown({ request }) {
  // A page of the version before asks for a file of that version; only such files have other names.
  const found = await (await openStore()).match(request, { ignoreSearch: true, ignoreVary: true }).catch(() => undefined);
  if (found) return part(request, found);
  try {
    return await fetch(request);
  } catch (error) {
    const lost = BY_PATH.get(`${ROOT.pathname}404.html`);
    const page = lost && request.mode === "navigate" ? await kept(lost) : undefined;
    if (!page) throw error;
    return new Response(page.body, { status: 404, headers: page.headers });
  }
}

// ---- What the page asks (web/app/browser/offline_client.py): JSON text, answered in JSON text through the port that came with it

async function status() {
  if ((await readNotes()).before.length) await tidy();
  const names = await entryNames();
  const groups = BUILD.groups.map(({ files: _, ...group }) => {
    const files = FILES.filter((file) => file.group.name === group.name);
    const sum = (bytes) => files.reduce((total, file) => total + bytes(file), 0);
    const missing = files.filter(({ key }) => !names.has(key)).map((file) => [file.name, file.bytes - keptBytes(file, names)]);
    return { ...group, files: files.length, bytes: sum(({ bytes }) => bytes), kept: sum((file) => keptBytes(file, names)), missing };
  });
  return { version: BUILD.version, groups };
}

const fileNamed = (wanted) => FILES.find(({ name }) => name === wanted);
const unknown = (file) => ({ trouble: "unknown file", file });

const REQUESTS = {
  status,
  async keep({ file }) {
    const found = fileNamed(file);
    if (!found) return unknown(file);
    await keep(found);
    return {};
  },
  async "keep piece"({ file }) {
    const found = fileNamed(file);
    if (!found) return unknown(file);
    await keepPiece(found);
    return {};
  },
  async check({ group }) {
    const damaged = [];
    for (const file of FILES) if (file.group.name === group && (await dropDamaged(file))) damaged.push(file.name);
    return { damaged };
  },
  async forget({ group }) {
    const cache = await openStore();
    const files = FILES.filter((file) => file.group.name === group);
    for (const { key } of files) controls.get(key)?.abort();
    await Promise.allSettled(files.map(({ key }) => coming.get(key)));
    for (const file of files) {
      await cache.delete(file.key);
      await deletePieces(file);
    }
    await changeNotes((notes) => {
      notes.begun = notes.begun.filter((name) => name !== group);
    });
    return {};
  },
  async "forget everything"() {
    await caches.delete(STORE);
    return {};
  },
  async "take over"() {
    await self.skipWaiting();
    return {};
  },
};

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== ROOT.origin || !url.pathname.startsWith(ROOT.pathname)) return;
  const file = fileAt(url);
  event.respondWith(file ? answer(event, file) : answerUnknown(event));
});

self.addEventListener("message", (event) => {
  const [port] = event.ports;
  const work = async () => {
    const message = JSON.parse(event.data);
    if (!Object.hasOwn(REQUESTS, message.do)) return { trouble: "unknown request", request: message.do };
    return REQUESTS[message.do](message);
  };
  const failure = (error) => error.report ?? { trouble: "denied", error: String(error) };
  event.waitUntil(work().catch(failure).then((answer) => port?.postMessage(JSON.stringify(answer))));
});
