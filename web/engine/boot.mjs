/* The interpreter of the engine's worker, as PyScript loads it: Pyodide, started from a memory snapshot that has
 * morris_core imported already (made by tools/snapshot.mjs). If the snapshot is missing, damaged or of another build, it
 * is a plain start, with morris_core unpacked beside the whole standard library: slower, and the same afterwards.
 *
 * The page hears two messages: {morris: "progress", loaded, total} in bytes while files come in, and
 * {morris: "started", from: "snapshot" | "plain"}. */
import { loadPyodide as load, version } from "../vendor/pyodide/pyodide.mjs";
import facts from "./facts.mjs";
import { memoryStorage } from "./storage.mjs";

export { version };

const here = (path) => new URL(path, import.meta.url).href;
const PYODIDE = here("../vendor/pyodide/");
const PYTHON = here("../assets/python.zip");
const SNAPSHOT = here("../assets/snapshot.bin");
const LIBRARY = `${PYODIDE}python_stdlib.zip`;
const STEPS = 20; // in which the page is told what has come in; it draws itself anew each time
const SILENT = 2000; // milliseconds after which it is told anyway: it takes a worker for dead that says nothing for long
const NOTHING = "data:,"; // stands for a library that is not fetched

// PyScript opens a data base for packages, of which we have none, before it starts Pyodide; in a frame of another site it
// may be forbidden, and the worker would end without a word. So it never gets to the real one.
Object.defineProperty(globalThis, "indexedDB", { value: memoryStorage(), configurable: true });

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

/** Called by PyScript with its own options (stdout, stderr, ...). */
export async function loadPyodide(options) {
  const settings = {
    ...options,
    indexURL: PYODIDE,
    lockFileContents: JSON.stringify({ info: facts.lock, packages: {} }),
  };
  const { broken, stop } = watchFetch();
  try {
    return prepare(await Promise.race([startFromSnapshot(settings), broken]), "snapshot");
  } catch (error) {
    console.warn(`The engine starts without its snapshot: ${error.message}`);
    return prepare(await Promise.race([startPlainly(settings), broken]), "plain");
  } finally {
    stop();
  }
}

function prepare(pyodide, from) {
  // PyScript first lets its own Python library be written out, compiled and imported, which takes a tenth of the whole
  // start. worker.py does not use it.
  const run = pyodide.runPythonAsync.bind(pyodide);
  pyodide.runPythonAsync = (code, ...rest) => (code.includes(PYSCRIPT_LIBRARY) ? null : run(code, ...rest));
  postMessage({ morris: "started", from });
  return pyodide;
}

async function startFromSnapshot(settings) {
  const snapshot = fetchSnapshot();
  snapshot.catch(() => {}); // it may fail before Pyodide asks for it, which then hears of it
  const pyodide = await load({ ...settings, stdLibURL: NOTHING, _loadSnapshot: snapshot });
  const fetchLibrary = () => {
    const request = new XMLHttpRequest();
    request.open("GET", LIBRARY, false);
    request.responseType = "arraybuffer";
    request.send();
    const { major, minor } = pyodide.pyimport("sys").version_info;
    pyodide.FS.writeFile(`/lib/python${major}${minor}.zip`, new Uint8Array(request.response));
  };
  pyodide.runPython(FETCH_LIBRARY_WHEN_ASKED, { globals: pyodide.toPy({ fetch: fetchLibrary }) });
  pyodide.runPython(SEED_AFRESH, { globals: pyodide.toPy({}) });
  return pyodide;
}

/** Pyodide itself checks that the snapshot is of its own build; gzip's checksum that it is undamaged. Its empty pages are
 * not in the file, since inflating them would take as long as all the rest. */
async function fetchSnapshot() {
  const response = await fetch(SNAPSHOT);
  const inflated = response.body.pipeThrough(new DecompressionStream("gzip"));
  const used = new Uint8Array(await new Response(inflated).arrayBuffer());
  const memory = new Uint8Array(facts.snapshot.bytes);
  let taken = 0;
  for (const [start, length] of facts.snapshot.runs) {
    memory.set(used.subarray(taken, taken + length), start);
    taken += length;
  }
  if (taken !== used.length) throw new Error("the snapshot is of another size than it should be");
  return memory;
}

async function startPlainly(settings) {
  const [pyodide, python] = await Promise.all([load(settings), fetch(PYTHON)]);
  pyodide.unpackArchive(await python.arrayBuffer(), "zip");
  return pyodide;
}

/** Tell the page how many bytes have come in of those that are asked for, until `stop` is called.
 *
 * `broken` is rejected when a file that cannot be done without fails: Pyodide would wait for it for ever. */
function watchFetch() {
  const fetchUnwatched = globalThis.fetch;
  let loaded = 0;
  let total = 0;
  let told = 0;
  let toldAt = 0;
  let reportBroken;
  const broken = new Promise((_, reject) => (reportBroken = reject));
  broken.catch(() => {}); // whoever waits for it hears of it

  async function count(response) {
    for await (const chunk of chunks(response.body)) {
      loaded += chunk.length;
      const now = performance.now();
      if (loaded < total && loaded - told < total / STEPS && now - toldAt < SILENT) continue;
      told = loaded;
      toldAt = now;
      postMessage({ morris: "progress", loaded, total });
    }
  }

  async function fetchWatched(url, resource, init) {
    total += facts.sizes[url.slice(here("../").length)];
    try {
      const response = await fetchUnwatched(resource, init);
      if (!response.ok) throw new Error(`${url}: ${response.status}`);
      // A copy is counted: a response made anew would lose the browser's cache of compiled code.
      count(response.clone()).catch(reportUnlessSnapshot);
      return response;
    } catch (error) {
      reportUnlessSnapshot(error);
      throw error;
    }

    function reportUnlessSnapshot(error) {
      if (url !== SNAPSHOT) reportBroken(error);
    }
  }

  globalThis.fetch = (resource, init) => {
    const url = String(resource.url ?? resource);
    if (url === NOTHING) return Promise.resolve(new Response(new Uint8Array()));
    return url.slice(here("../").length) in facts.sizes ? fetchWatched(url, resource, init) : fetchUnwatched(resource, init);
  };
  return { broken, stop: () => (globalThis.fetch = fetchUnwatched) };
}

async function* chunks(stream) {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
