/* The interpreter that PyScript loads for the engine's worker: Pyodide, started from a memory snapshot that has already
 * imported morris_core (made by tools/site/snapshot.mjs). If the snapshot is missing, corrupted or from another build,
 * Pyodide starts without it and unpacks morris_core, which is slower but has the same result.
 *
 * The build writes FACTS above: the size and hash of each file, the layout of the snapshot, and the head of Pyodide's lock
 * file. The worker accepts no other bytes.
 *
 * worker.py talks to the page and fetches data files through the module `engine_boot` that this script provides.
 *
 * Messages to the page: {morris: "here", lock} (see holdLock), then {morris: "progress", loaded, total} in bytes, and in
 * the end {morris: "ready", from: "snapshot" | "plain", port} or {morris: "failed", reason, file, renewed, detail} (see
 * FileTrouble). Through the port the page sends questions and gets lines (see morris_core/engine/protocol.py). */
import { FileTrouble, fetchVerified, hasHash, joined, piecesOf, tableMemory } from "../boot/verified.mjs";
import { difference } from "./difference.mjs";
import { memoryStorage } from "./storage.mjs";

export const { version } = FACTS;

const ROOT = new URL("../", import.meta.url).href;
const FILES = new Map(Object.entries(FACTS.files).map(([name, facts]) => [ROOT + name, { url: ROOT + name, ...facts }]));
const PYODIDE = `${ROOT}vendor/pyodide/`;
const PYTHON = `${ROOT}assets/python.zip`;
const SNAPSHOT = `${ROOT}assets/snapshot.bin`;
const LIBRARY = `${PYODIDE}python_stdlib.zip`;
const STEPS = 20; // how often to report progress; the page redraws itself each time
const SILENT = 2000; // milliseconds after which to report anyway, because the page gives up on a silent worker
const STALLED = 8; // seconds without a byte after which a download counts as stalled
const CODE = `${PYODIDE}pyodide.asm.wasm`;
const COUNTED = new Set([PYTHON, SNAPSHOT, LIBRARY, CODE]);
const LIST = { url: "./data-files.json", integrity: "" }; // the list of data files (tools/site/data_files.py)
const NOTHING = "data:,"; // the address of a library that is not fetched

// PyScript opens a database for packages before it starts Pyodide. In a frame of another site that may be forbidden, and
// the worker would end silently. We have no packages, so PyScript gets a database in memory.
Object.defineProperty(globalThis, "indexedDB", { value: memoryStorage(), configurable: true });

// Pyodide finds out that it runs in a module by calling importScripts, which modules must not. Firefox reports that address
// as one that the page's policy does not trust.
globalThis.importScripts = () => {
  throw new TypeError("a module has no importScripts");
};

/** Hold a lock while this worker lives. The browser releases it when the worker dies in any way, and the page waits for
 * that. Promise its name, or "" if there are no locks, as in a frame without an origin of its own. */
function holdLock() {
  const name = `morris engine ${crypto.getRandomValues(new Uint32Array(4)).join(" ")}`;
  return new Promise((resolve) => {
    const held = () => {
      resolve(name);
      return new Promise(() => {});
    };
    if (!navigator.locks) resolve("");
    else navigator.locks.request(name, held).catch(() => resolve(""));
  });
}

postMessage({ morris: "here" });
holdLock().then((lock) => postMessage({ morris: "here", lock }));

/* The snapshot has already imported everything that we use. This only fetches the standard library if another of its
 * modules is imported. */
const FETCH_LIBRARY_WHEN_ASKED = `
import sys, zipimport
from importlib.machinery import PathFinder

class LateLibrary:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] in sys.stdlib_module_names:
            sys.meta_path.remove(LateLibrary)
            fetch()
            sys.path_importer_cache.clear()
            zipimport._zip_directory_cache.clear()
        return None

sys.meta_path.insert(sys.meta_path.index(PathFinder), LateLibrary)
`;
const PYSCRIPT_LIBRARY = "import pyscript as _pyscript";
const SEED_AFRESH = "import random; random.seed()"; // because all players share the snapshot's seed

// Most downloads start here, before PyScript and Pyodide need the files.
const watch = watchFetch();
const pyodideModule = import(`${PYODIDE}pyodide.mjs`);
const code = fetch(CODE);
let snapshot = fetchSnapshot();
for (const promise of [pyodideModule, code, snapshot]) promise.catch(() => {}); // reported where it is awaited
watch.give(CODE, code);

/** Called by PyScript with its own options (stdout, stderr, ...). PyScript does not report exceptions. */
export async function loadPyodide(options) {
  try {
    return await Promise.race([start(options), watch.broken]);
  } catch (error) {
    // The fault of a file says more than the error that it causes in Pyodide.
    const trouble = error instanceof FileTrouble ? error : await watch.checked().then(() => error, (found) => found);
    const { reason = "broken", file = "", renewed = false } = trouble;
    postMessage({ morris: "failed", reason, file, renewed, detail: String(trouble?.message ?? trouble) });
    throw error;
  } finally {
    watch.stop();
  }
}

async function start(options) {
  const settings = {
    ...options,
    indexURL: PYODIDE,
    lockFileContents: JSON.stringify({ info: FACTS.lock, packages: {} }),
  };
  watch.check(checkModule(`${PYODIDE}pyodide.asm.mjs`)); // which Pyodide imports
  watch.check(checkModule(`${PYODIDE}pyodide.mjs`));
  const { loadPyodide: load } = await pyodideModule;
  let pyodide;
  let from = "snapshot";
  try {
    pyodide = await startFromSnapshot(load, settings);
  } catch (error) {
    console.warn(`The engine starts without its snapshot: ${error.message}`);
    pyodide = await startPlainly(load, settings);
    from = "plain";
  }
  snapshot = null; // 31 MB
  await watch.checked();
  return prepare(pyodide, from);
}

/** Check that the browser's copy of a module, which may already be running, is good. */
async function checkModule(url) {
  const { renewed } = await fetchVerified(FILES.get(url));
  if (renewed) throw new FileTrouble("damaged", url, true);
}

function prepare(pyodide, from) {
  pyodide.registerJsModule("engine_boot", { ...dataFiles(), connect: (receive) => connect(receive, from) });
  // PyScript would first write, compile and import its own Python library, which takes a tenth of the start and which
  // worker.py does not use.
  const run = pyodide.runPythonAsync.bind(pyodide);
  pyodide.runPythonAsync = (code, ...rest) => (code.includes(PYSCRIPT_LIBRARY) ? null : run(code, ...rest));
  return pyodide;
}

/** Tell the page that Python is ready. Call `receive` with each of its messages, and return a function that sends one. */
function connect(receive, from) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => receive(data);
  postMessage({ morris: "ready", from, port: port2 }, [port2]);
  return (text) => port1.postMessage(text);
}

async function startFromSnapshot(load, settings) {
  const pyodide = await load({ ...settings, stdLibURL: NOTHING, _loadSnapshot: snapshot });
  const fetchLibrary = () => {
    const { major, minor } = pyodide.pyimport("sys").version_info;
    pyodide.FS.writeFile(`/lib/python${major}${minor}.zip`, fetchAtOnce(LIBRARY));
  };
  pyodide.runPython(FETCH_LIBRARY_WHEN_ASKED, { globals: pyodide.toPy({ fetch: fetchLibrary }) });
  pyodide.runPython(SEED_AFRESH, { globals: pyodide.toPy({}) });
  return pyodide;
}

/** Fetch a file while the worker waits, without the browser's cache if the copy there is too short. */
function fetchAtOnce(url) {
  for (const address of [url, `${url}?${Date.now()}`]) {
    const request = new XMLHttpRequest();
    request.open("GET", address, false);
    request.responseType = "arraybuffer";
    request.send();
    if (request.status === 200 && request.response.byteLength === FILES.get(url).bytes) return new Uint8Array(request.response);
  }
  throw new FileTrouble("damaged", url);
}

/** Fetch the snapshot. Pyodide checks that it fits its build, and gzip's checksum that it is not corrupted. The file has no
 * empty pages, because inflating them would double the time, and nothing that Pyodide's code has too. */
async function fetchSnapshot() {
  const codeCopy = code.then((response) => response.clone().arrayBuffer()); // before Pyodide reads the response
  codeCopy.catch(() => {}); // reported where it is awaited
  const response = await fetch(SNAPSHOT);
  const inflated = response.body.pipeThrough(new DecompressionStream("gzip"));
  const used = new Uint8Array(await new Response(inflated).arrayBuffer());
  const memory = new Uint8Array(FACTS.snapshot.bytes);
  let taken = 0;
  for (const [start, length] of FACTS.snapshot.runs) {
    memory.set(used.subarray(taken, taken + length), start);
    taken += length;
  }
  if (taken !== used.length) throw new Error("the snapshot has the wrong size");
  difference(memory, new Uint8Array(await codeCopy));
  return memory;
}

async function startPlainly(load, settings) {
  const [pyodide, python] = await Promise.all([load(settings), fetch(PYTHON)]);
  pyodide.unpackArchive(await python.arrayBuffer(), "zip");
  return pyodide;
}

/** Replace fetch until `stop` is called, to report the progress of downloads and to check them.
 *
 * `broken` is rejected when a required file is missing, corrupted or stalled, because Pyodide would run it, or wait for it
 * for ever. `check` adds a promise to those that `checked` waits for. `give(url, response)` hands the promise of a response
 * to the next fetch of a file. */
function watchFetch() {
  const fetchUnwatched = globalThis.fetch;
  const checks = [];
  const coming = new Set();
  const given = new Map();
  let loaded = 0;
  let total = 0;
  let reported = 0;
  let reportedAt = 0;
  let quiet = 0; // seconds without a byte, not counting those in which the worker computes
  let reportBroken;
  const broken = new Promise((_, reject) => (reportBroken = reject));
  broken.catch(() => {}); // reported where it is awaited

  const clock = setInterval(() => {
    quiet += 1;
    if (coming.size && quiet > STALLED) reportBroken(new FileTrouble("stalled", [...coming][0]));
  }, 1000);

  function countBytes(piece) {
    quiet = 0;
    loaded += piece.length;
    const now = performance.now();
    if (loaded < total && loaded - reported < total / STEPS && now - reportedAt < SILENT) return;
    reported = loaded;
    reportedAt = now;
    postMessage({ morris: "progress", loaded, total });
  }

  async function checkResponse(response, file) {
    const pieces = [];
    for await (const piece of piecesOf(response)) {
      countBytes(piece);
      pieces.push(piece);
    }
    coming.delete(file.url);
    if (await hasHash(joined(pieces), file.integrity)) return;
    total += file.bytes;
    await fetchVerified(file, countBytes); // so that the browser gets a good copy, if there is one
    throw new FileTrouble("damaged", file.url, true);
  }

  async function fetchTwice(file, resource, init) {
    const response = await fetchUnwatched(resource, init);
    if (response.ok) return response;
    const again = await fetchUnwatched(file.url, { cache: "reload" }); // the browser may have cached that it was missing
    if (again.ok) return again;
    throw new FileTrouble("missing", file.url);
  }

  async function fetchWatched(file, resource, init) {
    total += file.bytes;
    coming.add(file.url);
    quiet = 0;
    const isRequired = file.url !== SNAPSHOT;
    try {
      const response = await fetchTwice(file, resource, init);
      // Check a copy, because a new response would lose the browser's cache of compiled code.
      const checked = checkResponse(response.clone(), file).catch((error) => Promise.reject(asTrouble(error, file)));
      if (isRequired) check(checked);
      else checked.catch(() => coming.delete(file.url));
      return response;
    } catch (error) {
      coming.delete(file.url);
      if (isRequired) reportBroken(asTrouble(error, file));
      throw error;
    }
  }

  function check(promise) {
    promise.catch(reportBroken);
    checks.push(promise);
  }

  globalThis.fetch = (resource, init) => {
    const url = String(resource.url ?? resource);
    if (url === NOTHING) return Promise.resolve(new Response(new Uint8Array()));
    const early = given.get(url);
    if (given.delete(url)) return early;
    return COUNTED.has(url) && init?.cache === undefined ? fetchWatched(FILES.get(url), resource, init) : fetchUnwatched(resource, init);
  };
  const stop = () => {
    clearInterval(clock);
    globalThis.fetch = fetchUnwatched;
  };
  const give = (url, response) => given.set(url, response);
  return { broken, check, checked: () => Promise.all(checks), give, stop };
}

const asTrouble = (error, { url }) => (error instanceof FileTrouble ? error : new FileTrouble("offline", url));

/** The part of the module `engine_boot` about data files. Its `memory` is what tables may take. It promises the list of data
 * files as JSON text, and the bytes of a file by its name, as {ok: true, text or bytes, renewed} or {ok: false, reason} (see FileTrouble). No promise is rejected.
 *
 * Files that are only downloaded at the player's request have `read(offset, length)` instead of bytes, which reads from the
 * service worker's copy. If there is none, the reason is "absent". */
function dataFiles() {
  let listed = new Map();

  async function fetchList() {
    const { bytes } = await fetchVerified({ ...LIST, url: new URL(LIST.url, import.meta.url).href });
    const text = new TextDecoder().decode(bytes);
    listed = new Map(JSON.parse(text).map((file) => [file.name, { ...file, url: ROOT + file.path }]));
    return { text };
  }

  // The service worker's copy. A browser may have no such storage here, or forbid it.
  const findStored = async ({ kept }) => globalThis.caches?.match(ROOT + kept, { cacheName: `morris ${new URL(ROOT).pathname}` });

  async function openStored(file) {
    const found = await findStored(file).catch(() => undefined);
    if (!found) throw new FileTrouble("absent", file.url);
    const blob = await found.blob();
    const reader = new FileReaderSync();
    return { read: (offset, length) => new Uint8Array(reader.readAsArrayBuffer(blob.slice(offset, offset + length))) };
  }

  const fetchFile = (file) => (file.asked ? openStored(file) : fetchVerified(file));

  const settle = (promise) =>
    promise.then(
      (found) => ({ ok: true, ...found }),
      (error) => {
        if (error.reason !== "absent") console.warn(`A data file: ${error.message}`);
        return { ok: false, reason: error.reason ?? "broken" };
      },
    );
  return {
    memory: tableMemory(),
    fetchList: () => settle(fetchList()),
    fetchFile: (name) => settle(fetchFile(listed.get(name))),
    isKept: (name) => findStored(listed.get(name)).then(Boolean, () => false),
  };
}
