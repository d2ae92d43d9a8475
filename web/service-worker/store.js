// The storage: whole files, pieces of large ones, and notes on both.

// Set once the player has removed everything, until a page makes another request. Opening the store would make it again.
let isRemoved = false;

async function openStore() {
  if (isRemoved) throw new Error("everything was removed");
  return caches.open(STORE);
}

async function kept(file) {
  return (await openStore()).match(file.key);
}

// Until a file is complete, each of its pieces is an entry, without gaps from the first one on.
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

// Changes run one after another, so that none undoes another.
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

/** Return whether bytes have the file's hash, and come with the type without which browsers refuse scripts and styles. */
async function isWhole(file, bytes, headers) {
  if (/\.(m?js|css)$/.test(file.name) && !/javascript|css/.test(headers.get("Content-Type"))) return false;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hash.startsWith(file.hash);
}

/** Store a response under the file's name and hash. Return false if its bytes are wrong. */
async function store(file, response) {
  const original = mayKeepCode(file, response) ? response.clone() : undefined;
  let bytes;
  try {
    bytes = await response.arrayBuffer();
  } catch {
    throw new Trouble("offline", file); // the connection broke during the download
  }
  return storeBytes(file, bytes, original ?? newResponse(bytes, response.headers));
}

/** Do the same for a response whose bytes are known. */
async function storeBytes(file, bytes, response) {
  if (!(await isWhole(file, bytes, response.headers))) return false;
  await put(file, file.key, response);
  return true;
}

/** Return whether to store this very response. Chromium keeps compiled code only with responses that were fetched. */
function mayKeepCode({ name }, { redirected, headers }) {
  return /\.(m?js|wasm)$/.test(name) && !redirected && !headers.get("Vary")?.includes("*");
}

/** Return a response that is not redirected, because browsers refuse such pages, and whose body is not compressed. */
function newResponse(body, itsHeaders) {
  const headers = new Headers(itsHeaders);
  for (const name of ["Content-Encoding", "Vary", "Accept-Ranges", "Content-Range"]) headers.delete(name);
  headers.set("Content-Length", String(body.size ?? body.byteLength));
  return new Response(body, { headers });
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
