/* The interpreter of the engine's worker, as PyScript loads it: Pyodide, started from a memory snapshot that has
 * morris_core imported already (made by tools/site/snapshot.mjs). If the snapshot is missing, damaged or of another build, it
 * is a plain start, with morris_core unpacked beside the whole standard library: slower, and the same afterwards.
 *
 * The build writes FACTS above this text: of each file that is fetched its size and hash, where in memory the parts of the
 * snapshot go, the head of Pyodide's lock file. No other bytes than those are believed.
 *
 * worker.py fetches what it wants later through the module `data_files`, which is offered here.
 *
 * The page hears: {morris: "here", lock}, see holdLock; {morris: "progress", loaded, total} in bytes while files come in;
 * then either {morris: "started", from: "snapshot" | "plain"} or {morris: "failed", reason, file, renewed, detail}, see
 * FileTrouble. */
import { FileTrouble, fetchVerified, hasHash, joined, piecesOf } from "../boot/verified.mjs";
import { memoryStorage } from "./storage.mjs";

export const { version } = FACTS;

const ROOT = new URL("../", import.meta.url).href;
const FILES = new Map(Object.entries(FACTS.files).map(([name, facts]) => [ROOT + name, { url: ROOT + name, ...facts }]));
const PYODIDE = `${ROOT}vendor/pyodide/`;
const PYTHON = `${ROOT}assets/python.zip`;
const SNAPSHOT = `${ROOT}assets/snapshot.bin`;
const LIBRARY = `${PYODIDE}python_stdlib.zip`;
const STEPS = 20; // the page hears so many times how much has come in; it draws itself again each time
const SILENT = 2000; // milliseconds after which it hears anyway: it takes a worker for dead that says nothing for long
const STALLED = 8; // seconds without a byte after which a download is taken for dead
const CODE = `${PYODIDE}pyodide.asm.wasm`;
const COUNTED = new Set([PYTHON, SNAPSHOT, LIBRARY, CODE]);
const LIST = { url: "./data-files.json", integrity: "" }; // the files of data that there are (tools/site/data_files.py)
const NOTHING = "data:,"; // stands for a library that is not fetched

// PyScript opens a data base for packages, of which we have none, before it starts Pyodide; in a frame of another site it
// may be forbidden, and the worker would end without a word. So it never gets to the real one.
Object.defineProperty(globalThis, "indexedDB", { value: memoryStorage(), configurable: true });

/** Hold a lock for as long as this worker lives: a browser frees it when the worker dies, in whatever way, and the page waits
 * for that. Returns its name; "" where there are none, as in a frame without an origin of its own. */
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

/* In a snapshot everything that we use is imported already. Should anything else of the standard library be asked for,
 * then, and only then, the library is fetched. */
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
const SEED_AFRESH = "import random; random.seed()"; // the snapshot's seed is every player's

// Most of what is fetched is asked for before PyScript and Pyodide come to want it.
const watch = watchFetch();
const pyodideModule = import(`${PYODIDE}pyodide.mjs`);
const code = fetch(CODE);
const snapshot = fetchSnapshot();
for (const promise of [pyodideModule, code, snapshot]) promise.catch(() => {}); // whoever waits for it hears of it
watch.give(CODE, code);

/** Called by PyScript with its own options (stdout, stderr, ...). Of what it throws PyScript says nothing. */
export async function loadPyodide(options) {
  try {
    return await Promise.race([start(options), watch.broken]);
  } catch (error) {
    // What Pyodide makes of a bad file says less than what is wrong with the file.
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
  await watch.checked();
  return prepare(pyodide, from);
}

/** See that what the browser has of a module, which it may be running already, is what was built. */
async function checkModule(url) {
  const { renewed } = await fetchVerified(FILES.get(url));
  if (renewed) throw new FileTrouble("damaged", url, true);
}

function prepare(pyodide, from) {
  pyodide.registerJsModule("data_files", dataFiles());
  // PyScript first lets its own Python library be written out, compiled and imported, which takes a tenth of the whole
  // start. worker.py does not use it.
  const run = pyodide.runPythonAsync.bind(pyodide);
  pyodide.runPythonAsync = (code, ...rest) => (code.includes(PYSCRIPT_LIBRARY) ? null : run(code, ...rest));
  postMessage({ morris: "started", from });
  return pyodide;
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

/** Fetch a file while the worker waits; when the browser's own copy is cut short, round its cache. */
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

/** Pyodide itself checks that the snapshot is of its own build; gzip's checksum that it is undamaged. Its empty pages are
 * not in the file, since inflating them would take as long as all the rest. */
async function fetchSnapshot() {
  const response = await fetch(SNAPSHOT);
  const inflated = response.body.pipeThrough(new DecompressionStream("gzip"));
  const used = new Uint8Array(await new Response(inflated).arrayBuffer());
  const memory = new Uint8Array(FACTS.snapshot.bytes);
  let taken = 0;
  for (const [start, length] of FACTS.snapshot.runs) {
    memory.set(used.subarray(taken, taken + length), start);
    taken += length;
  }
  if (taken !== used.length) throw new Error("the snapshot is of another size than it should be");
  return memory;
}

async function startPlainly(load, settings) {
  const [pyodide, python] = await Promise.all([load(settings), fetch(PYTHON)]);
  pyodide.unpackArchive(await python.arrayBuffer(), "zip");
  return pyodide;
}

/** Tell the page how many bytes have come in of those that are asked for, and look at them, until `stop` is called.
 *
 * `broken` is rejected when a file that cannot be done without is missing or damaged, or stops coming: Pyodide would wait
 * for it for ever, or run it. `check` adds a promise to what `checked` waits for. `give(url, response)`: who next asks for a file is
 * given the promise of a response that is there already. */
function watchFetch() {
  const fetchUnwatched = globalThis.fetch;
  const checks = [];
  const coming = new Set();
  const given = new Map();
  let loaded = 0;
  let total = 0;
  let reported = 0;
  let reportedAt = 0;
  let quiet = 0; // seconds, counted by a clock that stands still while the worker computes
  let reportBroken;
  const broken = new Promise((_, reject) => (reportBroken = reject));
  broken.catch(() => {}); // whoever waits for it hears of it

  const clock = setInterval(() => {
    quiet += 1;
    if (coming.size && quiet > STALLED) reportBroken(new FileTrouble("stalled", [...coming][0]));
  }, 1000);

  function hear(piece) {
    quiet = 0;
    loaded += piece.length;
    const now = performance.now();
    if (loaded < total && loaded - reported < total / STEPS && now - reportedAt < SILENT) return;
    reported = loaded;
    reportedAt = now;
    postMessage({ morris: "progress", loaded, total });
  }

  async function look(response, file) {
    const pieces = [];
    for await (const piece of piecesOf(response)) {
      hear(piece);
      pieces.push(piece);
    }
    coming.delete(file.url);
    if (await hasHash(joined(pieces), file.integrity)) return;
    total += file.bytes;
    await fetchVerified(file, hear); // so that the browser's copy is a good one from now on, if there is one
    throw new FileTrouble("damaged", file.url, true);
  }

  async function ask(file, resource, init) {
    const response = await fetchUnwatched(resource, init);
    if (response.ok) return response;
    const again = await fetchUnwatched(file.url, { cache: "reload" }); // it may have been missing once, and been kept so
    if (again.ok) return again;
    throw new FileTrouble("missing", file.url);
  }

  async function fetchWatched(file, resource, init) {
    total += file.bytes;
    coming.add(file.url);
    quiet = 0;
    const needed = file.url !== SNAPSHOT;
    try {
      const response = await ask(file, resource, init);
      // A copy is looked at: a new response would lose the browser's cache of compiled code.
      const seen = look(response.clone(), file).catch((error) => Promise.reject(asTrouble(error, file)));
      if (needed) check(seen);
      else seen.catch(() => coming.delete(file.url));
      return response;
    } catch (error) {
      coming.delete(file.url);
      if (needed) reportBroken(asTrouble(error, file));
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

/** What worker.py imports as `data_files`: promises of the list of data files, as JSON text, and of the bytes of one that
 * it names. None is ever rejected: it is {ok: true, text or bytes, renewed} or {ok: false, reason}, see FileTrouble.
 *
 * Of files that are fetched only when the player asks for them there are no bytes but `read(offset, length)`, which reads
 * from what the service worker has kept; the reason is "absent" where that has none. */
function dataFiles() {
  let listed = new Map();

  async function fetchList() {
    const { bytes } = await fetchVerified({ ...LIST, url: new URL(LIST.url, import.meta.url).href });
    const text = new TextDecoder().decode(bytes);
    listed = new Map(JSON.parse(text).map((file) => [file.name, { ...file, url: ROOT + file.path }]));
    return { text };
  }

  // As service-worker.js keeps it. A browser may have no such storage here, or forbid it.
  const findKept = async ({ kept }) => globalThis.caches?.match(ROOT + kept, { cacheName: `morris ${new URL(ROOT).pathname}` });

  async function openKept(file) {
    const found = await findKept(file).catch(() => undefined);
    if (!found) throw new FileTrouble("absent", file.url);
    const blob = await found.blob();
    const reader = new FileReaderSync();
    return { read: (offset, length) => new Uint8Array(reader.readAsArrayBuffer(blob.slice(offset, offset + length))) };
  }

  const fetchFile = (file) => (file.asked ? openKept(file) : fetchVerified(file));

  const settle = (promise) =>
    promise.then(
      (found) => ({ ok: true, ...found }),
      (error) => {
        if (error.reason !== "absent") console.warn(`A file of data: ${error.message}`);
        return { ok: false, reason: error.reason ?? "broken" };
      },
    );
  return {
    fetchList: () => settle(fetchList()),
    fetchFile: (name) => settle(fetchFile(listed.get(name))),
    isKept: (name) => findKept(listed.get(name)).then(Boolean, () => false),
  };
}
