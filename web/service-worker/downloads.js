// Downloads: whole files, and large ones piece by piece.

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
