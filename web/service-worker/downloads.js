// Downloads of whole files, and of large files in pieces.

const coming = new Map(); // key of each file that is being downloaded -> promise that it is stored

function once(file, work) {
  const promise = work().finally(() => coming.delete(file.key));
  coming.set(file.key, promise);
  return promise;
}

/** Download and store a file unless it is stored already. Throws Trouble. */
function keep(file) {
  return coming.get(file.key) ?? once(file, async () => {
    if (await kept(file)) return;
    // Use the browser's cache first. The hash shows if its copy is too old.
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

/** Download and store the next piece of a file. The last one completes the file. Throws Trouble. */
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

const controls = new Map(); // key of each file of which a piece is being downloaded -> its AbortController

async function fetchPiece(file, first, end) {
  const control = new AbortController();
  controls.set(file.key, control);
  const timer = setTimeout(() => control.abort(), PIECE_PATIENCE);
  try {
    await fetchRange(file, first, end, control.signal);
  } finally {
    clearTimeout(timer);
    controls.delete(file.key);
  }
}

async function fetchRange(file, first, end, signal) {
  // Bypass the browser's cache, because such files are large.
  const options = { cache: "no-store", signal, headers: { Range: `bytes=${first}-${end - 1}` } };
  const response = await fetch(file.url, options).catch(() => {
    throw new Trouble("offline", file);
  });
  if (response.status === 200) {
    // The host does not support ranges and sends the whole file.
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

/** Join the pieces of a file. If its hash is wrong, delete them. */
async function joinPieces(file) {
  const cache = await openStore();
  const pieces = [];
  for (let first = 0; first < file.bytes; first += PIECE) {
    pieces.push(await (await cache.match(pieceKey(file, first / PIECE))).blob());
  }
  // Blobs stay outside this worker's memory, which only holds the whole file while its hash is computed.
  const joined = new Blob(pieces);
  const response = newResponse(joined, { "Content-Type": "application/octet-stream" });
  const whole = await storeBytes(file, await joined.arrayBuffer(), response);
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
