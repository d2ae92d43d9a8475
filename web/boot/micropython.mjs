/* The interpreter of the page, as PyScript loads it: MicroPython with the page's Python already inside.
 *
 * The modules of the page, of morris_core and of PyScript come as ROM file systems of compiled bytecode, which MicroPython executes
 * where it lies: nothing to unpack or to compile. The first has all that is imported when the page starts (the embedded board
 * has one of its own), and is fetched beside the interpreter. The rest is fetched once the board is there: Python may await `js.restOfPage`. Should one of
 * its modules be wanted before, then it is fetched at once, while the page waits. */
import { loadMicroPython as load } from "../vendor/micropython/micropython.mjs";
import { fetchVerified } from "./verified.mjs";

const here = (file) => ({ ...file, url: new URL(file.url, import.meta.url).href });
const PYSCRIPT_LIBRARY = "import pyscript as _pyscript"; // what stands in the Python that provides the library
const STARTS = {
  page: { url: "../assets/page.romfs.gz", integrity: "" },
  embed: { url: "../assets/embed.romfs.gz", integrity: "" },
};
const CHECK_DELAY = 2000; // milliseconds after the rest has come; what cannot wait has begun by then
const REST = here({ url: "../assets/rest.romfs", integrity: "" });
const WASM = here({ url: "../vendor/micropython/micropython.wasm", integrity: "" });

const embedded = document.documentElement.dataset.shell === "embed";
const START = STARTS[embedded ? "embed" : "page"];
const rom = fetchRom();
rom.catch(() => {}); // awaited below; until then a failure is no unhandled rejection

async function fetchRom() {
  const { bytes } = await fetchVerified(here(START));
  const unzipped = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(unzipped).arrayBuffer());
}

/** Called by PyScript with its own options (stdout, stderr, ...). */
export async function loadMicroPython(options) {
  const interpreter = await load({ ...options, url: WASM.url, romfs: await rom });
  await globalThis.morrisLanguage?.ready; // texts are looked up as soon as a module is imported
  interpreter.runPython('import os; os.chdir("/"); del os'); // out of the ROM: PyScript writes its own modules to "."
  provideRest(interpreter);
  // What the HTML shows is taken over only if the same Python drew it (tools/site/prerender.py): a browser or a host may have kept
  // an older page.
  const { dataset } = document.documentElement;
  if (`../${dataset.drawnBy}` !== START.url) delete dataset.drawnBy;
  // PyScript first lets its own Python library be written out and compiled. Ours has been compiled with the page.
  const run = interpreter.runPythonAsync.bind(interpreter);
  interpreter.runPythonAsync = async (code, ...rest) => {
    try {
      return await run(code.includes(PYSCRIPT_LIBRARY) ? "import pyscript" : code, ...rest);
    } catch (error) {
      report("failed"); // PyScript only writes it to the console
      throw error;
    }
  };
  document.documentElement.dataset.python = "loaded"; // from here on a start that fails is not for want of a file
  return interpreter;
}

/* Importing is watched until the rest is there. `from . import name` looks for a module without asking __import__, so
 * the names are looked after here. A package's modules are in one folder, so once the rest is there its folder takes the
 * first one's place, in each package and subpackage: what was in that has been imported by then. */
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
        data = file.read()
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

# names is None and not (): for "a.b" without names the package is wanted, with names the module.
def watched_import(name, globals=None, locals=None, names=None, level=0):
    ours = level or name.split(".")[0] in PACKAGES
    try:
        module = plain_import(name, globals, locals, names, level)
        for wanted in names if ours and isinstance(names, tuple) else ():
            if wanted != "*" and not hasattr(module, wanted):
                plain_import(module.__name__ + "." + wanted)
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
      return put(path, fetchAtOnce(again ? `${REST.url}?${Date.now()}` : REST.url)); // round the browser's cache
    } catch {
      return false; // Python cannot catch what is thrown here
    }
  });
  interpreter.runPython(WATCH_IMPORTS);
  const addRest = scope.get("add_rest");
  if (embedded) {
    globalThis.restOfPage = Promise.resolve(); // most frames are only looked at: the rest comes when one of its modules does
    return;
  }
  globalThis.restOfPage = boardReady()
    .then(() => Promise.all([fetchVerified(REST), globalThis.morrisLanguage?.loadRest?.().catch(() => {})]))
    .then(([{ bytes }]) => addRest((path) => put(path, bytes), true))
    .catch(() => {}); // it is asked for again when one of its modules is wanted
  globalThis.restOfPage.then(() => setTimeout(checkInterpreter, CHECK_DELAY));
}

/** The interpreter was compiled as it came in, so only now is it looked at: a damaged one must not go on unnoticed. */
async function checkInterpreter() {
  const damaged = await fetchVerified(WASM).then(({ renewed }) => renewed, ({ reason }) => reason === "damaged");
  if (damaged) report("damaged");
}

/** Have watchdog.js say what is the matter. */
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

/** Fetch bytes while the page waits; to a page the browser gives them as text only. (Python looks at their hash: what the
 * browser has for it does not wait.) */
function fetchAtOnce(url) {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.overrideMimeType("text/plain; charset=x-user-defined");
  try {
    request.send();
  } finally {
    globalThis.restStatus = request.status; // 0 where there is no network; page.py says which it was
  }
  if (request.status !== 200) throw new Error(`${url}: ${request.status}`);
  return Uint8Array.from(request.responseText, (sign) => sign.charCodeAt(0) & 255);
}
