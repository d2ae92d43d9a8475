/* Makes the memory snapshot from which the engine's worker starts: `node tools/site/snapshot.mjs PYTHON.zip SNAPSHOT`.
 *
 * It starts Pyodide, imports everything that the worker uses (all modules of morris_core, and the modules of the standard
 * library that they and the interpreter's start need) and writes the interpreter's memory to SNAPSHOT. The memory has the
 * imported modules, but not their files. Another interpreter compiles them first, without docstrings, which leaves a third
 * less in memory than compiling during the import. Modules that Pyodide's own start imports and that nothing in the worker
 * uses are forgotten, free memory is emptied, and what Pyodide's code has too is left out (see difference.mjs): all this
 * makes the file a third smaller.
 *
 * The same input gives the same bytes: the hash seed is fixed, clocks stand still in UTC, random numbers are zeros, and Pyodide
 * sees neither the arguments nor Node's version. The worker seeds `random` again when it starts (web/engine/boot.mjs). */
import crypto from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process, { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { difference } from "../../web/engine/difference.mjs";

const MOMENT = Date.UTC(2020, 0, 1);

function stopTimeAndChance() {
  process.env.TZ = "UTC"; // Emscripten asks for the names of the time zone
  Date.now = () => MOMENT;
  performance.now = () => 0;
  // Python learns the name of its runtime, which has Node's version.
  Object.defineProperty(globalThis, "navigator", { value: { userAgent: "Node.js" }, configurable: true });
  Math.random = () => 0.5;
  crypto.randomFillSync = (array) => array.fill(0); // the source of Emscripten's random numbers in Node
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(...args) {
      super(...(args.length ? args : [MOMENT]));
    }
  };
}

const COMPILE = `
import ast, importlib, io, json, sys, zipfile

# Modules that the worker's start and tracebacks need.
EXTRA = {"linecache", "random", "tokenize", "traceback", "zipimport"}

def compiled(name, folder):
    """Return a zip archive with its modules compiled. Tracebacks show them in the given folder."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(name) as source, zipfile.ZipFile(buffer, "w") as target:
        for path in sorted(source.namelist()):
            data, suffix = source.read(path), ""
            if path.endswith(".py"):
                code = compile(data, f"{folder}/{path}", "exec", dont_inherit=True, optimize=2)
                data, suffix = importlib._bootstrap_external._code_to_hash_pyc(code, bytes(8), False), "c"
            target.writestr(zipfile.ZipInfo(path + suffix, (1980, 1, 1, 0, 0, 0)), data)
    return buffer.getvalue()

def imported(text):
    """Yield the absolute names of the modules that a source imports anywhere."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module

def modules(name):
    """Return the modules of the standard library that an archive needs, and its own modules, as JSON."""
    needed, own = set(EXTRA), set()
    with zipfile.ZipFile(name) as archive:
        for path in archive.namelist():
            if path.endswith(".py"):
                own.add(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
                names = imported(archive.read(path))
                needed.update(name for name in names if name.split(".")[0] in sys.stdlib_module_names)
    return json.dumps([sorted(needed), sorted(own)])

LIBRARY = f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip"
`;

const IMPORTS = `
import importlib, json, sys

def load_everything():
    needed, own = json.loads(MODULES)
    for name in needed:
        try:
            importlib.import_module(name)
        except ImportError:
            pass  # Pyodide lacks the module, and it is not always needed
    for name in own:
        importlib.import_module(name)

load_everything()
del importlib, json, sys, load_everything, MODULES
`;

// Pyodide imports these for what a worker without packages, files and sockets never does. Imported again, they come from
// the library's archive like any other module. (Without pyodide._package_loader or logging, no snapshot can be made. The
// tables need lzma.)
const UNUSED = `
    asyncio.base_subprocess asyncio.graph asyncio.queues asyncio.runners asyncio.selector_events asyncio.sslproto
    asyncio.staggered asyncio.streams asyncio.subprocess asyncio.taskgroups asyncio.threads asyncio.trsock
    asyncio.unix_events bz2 _bz2 compression.zstd compression.zstd._zstdfile _zstd dis opcode _opcode _opcode_metadata
    fcntl select selectors socket _socket ssl _ssl subprocess tempfile`;

const FORGET = `
import gc, sys, types

def forget(unused):
    gone = [sys.modules.pop(name) for name in unused if name in sys.modules]
    for module in list(sys.modules.values()):
        for name, value in list(getattr(module, "__dict__", {}).items()):
            made_there = isinstance(value, (type, types.FunctionType)) and value.__module__ in unused
            if made_there or any(value is one for one in gone):
                del module.__dict__[name]
    for module in gone:
        module.__dict__.clear()
    gone.clear()
    gc.collect()

forget(UNUSED.split())
del gc, sys, types, forget, UNUSED
`;

/** Write zeros where the memory is free: everywhere below its last used byte where an allocation finds room. */
function emptyFreeMemory({ _module: module }) {
  const words = new Uint32Array(module.HEAPU8.buffer);
  const end = 4 * words.findLastIndex((word) => word);
  const taken = [];
  for (let size = 1 << 22; size >= 8; size -= size > 4096 ? size / 2 : size > 64 ? (size >> 3) & ~7 || 8 : 8) {
    for (;;) {
      const start = module._malloc(size);
      if (start + size > end) {
        module._free(start);
        break;
      }
      module.HEAPU8.fill(0, start, start + size);
      taken.push(start);
    }
  }
  for (const start of taken) module._free(start);
}

async function main(archive, target) {
  const { loadPyodide } = await import("pyodide");
  stopTimeAndChance();
  const folder = await mkdtemp(join(tmpdir(), "snapshot-"));
  try {
    const library = join(folder, "library.zip");
    const compiler = await loadPyodide({ lockFileContents: await emptyLockFile() });
    compiler.FS.writeFile("/python.zip", await readFile(archive));
    compiler.runPython(COMPILE);
    await writeFile(library, compiler.runPython("compiled(LIBRARY, LIBRARY)").toJs());
    const core = compiler.runPython('compiled("/python.zip", "/home/pyodide")').toJs();
    const modules = compiler.runPython('modules("/python.zip")');
    const pyodide = await loadPyodide({
      _makeSnapshot: true,
      env: { PYTHONHASHSEED: "0", HOME: "/home/pyodide" },
      lockFileContents: await emptyLockFile(),
      stdLibURL: library,
    });
    pyodide.unpackArchive(core, "zip");
    pyodide.runPython(`MODULES = ${JSON.stringify(modules)}${IMPORTS}`);
    pyodide.runPython(`UNUSED = ${JSON.stringify(UNUSED)}${FORGET}`);
    emptyFreeMemory(pyodide);
    const memory = pyodide.makeMemorySnapshot();
    difference(memory, await readFile(fileURLToPath(import.meta.resolve("pyodide/pyodide.asm.wasm"))));
    await writeFile(target, memory);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Return the head of Pyodide's lock file, since no packages are loaded. */
async function emptyLockFile() {
  const lock = JSON.parse(await readFile(new URL(import.meta.resolve("pyodide/pyodide-lock.json")), "utf8"));
  return JSON.stringify({ info: lock.info, packages: {} });
}

// Emscripten copies the command line into the memory. Without it, the snapshot doesn't depend on where it was made.
const [archive, target] = argv.splice(1).slice(1);
try {
  await main(archive, target);
} catch (error) {
  // Leave out the line of Pyodide's script where it failed, which is a megabyte long.
  console.error(`No snapshot: ${error.message}`);
  process.exitCode = 1;
}
