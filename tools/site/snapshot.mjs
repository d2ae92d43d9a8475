/* Makes the memory snapshot from which the engine's worker starts: `node tools/site/snapshot.mjs PYTHON.zip SNAPSHOT`.
 *
 * Starts Pyodide, imports everything that the worker will use (morris_core with all its modules, and the parts of the
 * standard library that these and the interpreter's own start ask for) and writes the interpreter's memory to
 * SNAPSHOT. The imported modules live in that memory; the files that they came from do not. All of them are compiled first,
 * by another interpreter and without docstrings: that leaves a third less in memory than compiling while importing does.
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

const COMPILE = `
import ast, importlib, io, json, sys, zipfile

# What the worker's start and the report of an error need besides.
WANTED = {"linecache", "random", "tokenize", "traceback", "zipimport"}

def compiled(name, folder):
    """Return a zip archive with its modules compiled; folder: where tracebacks say that they are."""
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
    """Yield the names of the modules that a source text imports by absolute names, anywhere in it."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module

def modules(name):
    """Return the modules of an archive and those of the standard library that they import, as JSON: [wanted, own]."""
    wanted, own = set(WANTED), set()
    with zipfile.ZipFile(name) as archive:
        for path in archive.namelist():
            if path.endswith(".py"):
                own.add(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
                names = imported(archive.read(path))
                wanted.update(name for name in names if name.split(".")[0] in sys.stdlib_module_names)
    return json.dumps([sorted(wanted), sorted(own)])

LIBRARY = f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip"
`;

const IMPORTS = `
import importlib, json, sys

def load_everything():
    wanted, own = json.loads(MODULES)
    for name in wanted:
        try:
            importlib.import_module(name)
        except ImportError:
            pass  # used under a condition, and Pyodide has no such module
    for name in own:
        importlib.import_module(name)

load_everything()
del importlib, json, sys, load_everything, MODULES
import gc
gc.collect()
del gc
`;

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

// Emscripten copies the command line into the memory. Without it, the snapshot doesn't depend on where it was made.
const [archive, target] = argv.splice(1).slice(1);
try {
  await main(archive, target);
} catch (error) {
  // Without the line of Pyodide's script where it happened: that line is a megabyte long.
  console.error(`No snapshot: ${error.message}`);
  process.exitCode = 1;
}
