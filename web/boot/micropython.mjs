/* The interpreter that PyScript loads for the page: MicroPython with the page's Python inside.
 *
 * The modules of the page, of morris_core and of PyScript come as ROM file systems of bytecode, which MicroPython runs in
 * place, without unpacking or compiling. The first one has all modules for the start (the embedded board has its own) and
 * loads together with the interpreter. The rest loads once the board is ready, and Python can await `js.restOfPage`. If
 * the page imports one of its modules earlier, the page waits until the rest has loaded. */
import { loadMicroPython as load } from "../vendor/micropython/micropython.mjs";
import { fetchVerified } from "./verified.mjs";

const here = (file) => ({ ...file, url: new URL(file.url, import.meta.url).href });
const PYSCRIPT_LIBRARY = "import pyscript as _pyscript"; // part of the Python code with which PyScript installs its library
const STARTS = {
  page: { url: "../assets/page.romfs.gz", integrity: "" },
  embed: { url: "../assets/embed.romfs.gz", integrity: "" },
};
// Modules of both starts, each imported in a task of its own with those that it imports. The first sets the language.
const PIECES = ["app.browser", "morris_core", "app.model.state", "app.update.controller", "app.view.panels"];
const CHECK_DELAY = 2000; // milliseconds after the rest has loaded, so that urgent downloads come first
const REST = here({ url: "../assets/rest.romfs", integrity: "" });
const WASM = here({ url: "../vendor/micropython/micropython.wasm", integrity: "" });

const embedded = document.documentElement.dataset.shell === "embed";
const START = STARTS[embedded ? "embed" : "page"];
const rom = fetchRom();
rom.catch(() => {}); // awaited below; until then a failure must not count as an unhandled rejection

async function fetchRom() {
  const { bytes } = await fetchVerified(here(START));
  const unzipped = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(unzipped).arrayBuffer());
}

/** Called by PyScript with its own options (stdout, stderr, ...). */
export async function loadMicroPython(options) {
  const interpreter = await load({ ...options, url: WASM.url, romfs: await rom });
  await nextTask();
  await globalThis.morrisLanguage?.ready; // because modules look up texts when they are imported
  interpreter.runPython('import os; os.chdir("/"); del os'); // out of the ROM, because PyScript writes its modules to "."
  provideRest(interpreter);
  // Python only takes over what the HTML shows if the same version drew it (tools/site/prerender.py). A browser or a host
  // may have cached an older page.
  const { dataset } = document.documentElement;
  if (`../${dataset.drawnBy}` !== START.url) delete dataset.drawnBy;
  // PyScript would first write and compile its own Python library, which is already compiled with the page.
  const run = interpreter.runPythonAsync.bind(interpreter);
  interpreter.runPythonAsync = async (code, ...rest) => {
    try {
      // In several tasks, so that a slow device notices presses and scrolls in between.
      const [, main] = /^\s*from (app\.\S+) import/.exec(code) ?? [];
      for (const name of main ? [...PIECES, main] : []) {
        await run(`import ${name}`);
        await nextTask();
      }
      return await run(code.includes(PYSCRIPT_LIBRARY) ? "import pyscript" : code, ...rest);
    } catch (error) {
      report("failed"); // because PyScript only writes it to the console
      throw error;
    }
  };
  document.documentElement.dataset.python = "loaded"; // from here on, a failure is not due to a missing file
  return interpreter;
}

/** Promise a new task. (A timer would be late in a hidden page.) */
function nextTask() {
  const { port1, port2 } = new MessageChannel();
  return new Promise((done) => {
    port1.onmessage = done;
    port2.postMessage(null);
  });
}

/* Replaces __import__ until the rest has loaded. `from . import name` looks for a module without calling __import__, so
 * this function imports the names too. A package can only have one folder. So once the rest has loaded, each package gets
 * its folder there, since all modules in the first one have been imported by then. */
const WATCH_IMPORTS = `
import binascii, builtins, hashlib, os, sys, vfs

FILE = "/rest.romfs"
PACKAGES = ("app", "morris_core", "pyscript")
plain_import = builtins.__import__
complete = False

def read_rest(fetched, again, verified):
    if not fetched(FILE, again):
        return None
    with open(FILE, "rb") as file:
        data = file.read(os.stat(FILE)[6])  # at once, not in small blocks
    os.remove(FILE)
    if verified:
        return data
    digest = binascii.b2a_base64(hashlib.sha256(data).digest()).decode().strip()
    return data if integrity == "sha256-" + digest else None

def add_rest(fetched, verified=False):
    global complete
    if complete:
        return
    data = read_rest(fetched, False, verified) or read_rest(fetched, True, verified)
    if data is None:
        raise ImportError("the rest of the page could not be fetched")
    vfs.mount(vfs.VfsRom(data), "/rest")
    complete = True
    builtins.__import__ = plain_import
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] in PACKAGES and hasattr(module, "__path__"):
            module.__path__ = "/rest/" + name.replace(".", "/")

# names is None and not (): without names, the result for "a.b" is the package, and with names the module.
def watched_import(name, globals=None, locals=None, names=None, level=0):
    ours = level or name.split(".")[0] in PACKAGES
    try:
        module = plain_import(name, globals, locals, names, level)
        for member in names if ours and isinstance(names, tuple) else ():
            if member != "*" and not hasattr(module, member):
                plain_import(module.__name__ + "." + member)
        return module
    except ImportError:
        if not ours or complete:
            raise
    add_rest(fetch_now)
    return plain_import(name, globals, locals, names, level)

builtins.__import__ = watched_import
`;

function provideRest(interpreter) {
  const { FS } = interpreter;
  const scope = interpreter.globals;
  const put = (path, bytes) => {
    FS.writeFile(path, bytes);
    return true;
  };
  scope.set("integrity", REST.integrity);
  scope.set("fetch_now", (path, again) => {
    try {
      return put(path, fetchAtOnce(again ? `${REST.url}?${Date.now()}` : REST.url)); // without the browser's cache
    } catch {
      return false; // Python cannot catch JavaScript exceptions
    }
  });
  interpreter.runPython(WATCH_IMPORTS);
  const addRest = scope.get("add_rest");
  if (embedded) {
    globalThis.restOfPage = Promise.resolve(); // most frames are only looked at, so the rest loads when a module needs it
    return;
  }
  globalThis.restOfPage = boardReady()
    .then(() => Promise.all([fetchVerified(REST), globalThis.morrisLanguage?.loadRest?.().catch(() => {})]))
    .then(([{ bytes }]) => addRest((path) => put(path, bytes), true))
    .then(nextTask)
    .catch(() => {}); // importing one of its modules fetches it again
  globalThis.restOfPage.then(() => setTimeout(checkInterpreter, CHECK_DELAY));
}

/** Check the interpreter, which was compiled while it loaded, so that a corrupted one does not run unnoticed. */
async function checkInterpreter() {
  const damaged = await fetchVerified(WASM).then(({ renewed }) => renewed, ({ reason }) => reason === "damaged");
  if (damaged) report("damaged");
}

/** Let watchdog.js show what is wrong. */
function report(reason) {
  document.documentElement.dataset.trouble = reason;
}

function boardReady() {
  const root = document.documentElement;
  return new Promise((resolve) => {
    const look = () => root.dataset.board === "ready" && resolve();
    new MutationObserver(look).observe(root, { attributeFilter: ["data-board"] });
  });
}

/** Fetch bytes while the page waits. Browsers give pages only text then. (Python checks the hash, because crypto.subtle is
 * asynchronous.) */
function fetchAtOnce(url) {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.overrideMimeType("text/plain; charset=x-user-defined");
  try {
    request.send();
  } finally {
    globalThis.restStatus = request.status; // 0 without a network; page.py reports it
  }
  if (request.status !== 200) throw new Error(`${url}: ${request.status}`);
  return Uint8Array.from(request.responseText, (sign) => sign.charCodeAt(0) & 255);
}
