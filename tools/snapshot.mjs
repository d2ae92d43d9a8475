/* Makes the memory snapshot from which the engine's worker starts: `node tools/snapshot.mjs PYTHON.zip SNAPSHOT`.
 *
 * Starts Pyodide, imports everything that the worker will use (morris_core with all its modules, and the parts of the
 * standard library that these and the interpreter's own start ask for) and writes the interpreter's memory to
 * SNAPSHOT. The imported modules live in that memory; the files that they came from do not. For this the standard library
 * is compiled first, without docstrings: that leaves a third less in memory than compiling it while importing does.
 *
 * Time and chance are stopped while it runs, so that the same input gives the same bytes: the hash seed is fixed, clocks
 * stand still, and random numbers are zeros. The worker seeds `random` afresh when it starts (web/engine/boot.mjs). */
import crypto from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process, { argv } from "node:process";

const MOMENT = Date.UTC(2020, 0, 1);

function stopTimeAndChance() {
  Date.now = () => MOMENT;
  performance.now = () => 0;
  Math.random = () => 0.5;
  crypto.randomFillSync = (array) => array.fill(0); // where Emscripten has its random numbers from in Node
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(...args) {
      super(...(args.length ? args : [MOMENT]));
    }
  };
}

const COMPILED_LIBRARY = `
import importlib, io, sys, zipfile

def compiled_library():
    name = f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip"
    buffer = io.BytesIO()
    with zipfile.ZipFile(name) as library, zipfile.ZipFile(buffer, "w") as target:
        for path in sorted(library.namelist()):
            if path.endswith(".py"):
                code = compile(library.read(path), f"{name}/{path}", "exec", dont_inherit=True, optimize=2)
                data = importlib._bootstrap_external._code_to_hash_pyc(code, bytes(8), False)
                target.writestr(zipfile.ZipInfo(path + "c", (1980, 1, 1, 0, 0, 0)), data)
    return buffer.getvalue()

compiled_library()
`;

const IMPORTS = `
import ast, importlib, pathlib, pkgutil, sys

# What the worker's start and the report of an error need besides.
WANTED = {"linecache", "random", "tokenize", "traceback", "zipimport"}

def imported(path):
    """Yield the names of the standard library's modules that a file imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module

def load_everything():
    import morris_core
    wanted = set(WANTED)
    for path in pathlib.Path(morris_core.__path__[0]).rglob("*.py"):
        wanted.update(name for name in imported(path) if name.split(".")[0] in sys.stdlib_module_names)
    for name in sorted(wanted):
        try:
            importlib.import_module(name)
        except ImportError:
            pass  # used under a condition, and Pyodide has no such module
    for module in sorted(pkgutil.walk_packages(morris_core.__path__, "morris_core."), key=lambda one: one.name):
        importlib.import_module(module.name)

load_everything()
del ast, importlib, pathlib, pkgutil, sys, WANTED, imported, load_everything
import gc
gc.collect()
del gc
`;

async function main(archive, target) {
  const { loadPyodide } = await import("pyodide");
  const zip = new Uint8Array(await readFile(archive));
  stopTimeAndChance();
  const folder = await mkdtemp(join(tmpdir(), "snapshot-"));
  try {
    const library = join(folder, "library.zip");
    const compiler = await loadPyodide({ lockFileContents: await emptyLockFile() });
    await writeFile(library, compiler.runPython(COMPILED_LIBRARY).toJs());
    const pyodide = await loadPyodide({
      _makeSnapshot: true,
      env: { PYTHONHASHSEED: "0", HOME: "/home/pyodide" },
      lockFileContents: await emptyLockFile(),
      stdLibURL: library,
    });
    pyodide.unpackArchive(zip, "zip");
    pyodide.runPython(IMPORTS);
    await writeFile(target, pyodide.makeMemorySnapshot());
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** No packages are loaded, so of Pyodide's lock file only the head is needed. */
async function emptyLockFile() {
  const lock = JSON.parse(await readFile(new URL(import.meta.resolve("pyodide/pyodide-lock.json")), "utf8"));
  return JSON.stringify({ info: lock.info, packages: {} });
}

try {
  await main(...argv.slice(2));
} catch (error) {
  // Without the line of Pyodide's script where it happened: that line is a megabyte long.
  console.error(`No snapshot: ${error.message}`);
  process.exitCode = 1;
}
