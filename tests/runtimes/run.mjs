/* Runs Python tests in MicroPython or in Pyodide: `node run.mjs micropython|pyodide JOB` reads a job, a file with
 * {"files": {from: to}, "texts": {to: text}, "imports": [modules], "tests": [functions, each with its module]}, and writes
 * one line of JSON for each module imported and each function called: {"name", "error"}, the error being a traceback or
 * null.
 *
 * The files are copied into the interpreter's own file system, below one folder, from which modules are imported. */
import { readFileSync } from "node:fs";
import { argv, stdout } from "node:process";

const FOLDER = "/repository";

// Plain enough for MicroPython.
const RUNNER = `
import json, sys

sys.path.insert(0, "${FOLDER}")

def traceback_of(error):
    try:
        import io
        text = io.StringIO()
        sys.print_exception(error, text)
        return text.getvalue()
    except AttributeError:
        import traceback
        return "".join(traceback.format_exception(error))

def attempt(name, action):
    try:
        action()
        error = None
    except Exception as raised:
        error = traceback_of(raised)
    report(json.dumps({"name": name, "error": error}))

def load(module):
    __import__(module)
    return sys.modules[module]

def call(name):
    module, _, function = name.rpartition(".")
    return getattr(load(module), function)()

def run(imports, tests):
    for name in imports:
        attempt(name, lambda: load(name))
    for name in tests:
        attempt(name, lambda: call(name))
`;

const interpreters = {
  async micropython() {
    const { loadMicroPython } = await import("@micropython/micropython-webassembly-pyscript/micropython.mjs");
    const python = await loadMicroPython({ heapsize: 64 << 20 });
    return { FS: python.FS, python };
  },
  async pyodide() {
    const { loadPyodide } = await import("pyodide");
    const python = await loadPyodide();
    return { FS: python.FS, python };
  },
};

function makeFolders(FS, path) {
  const parts = path.split("/").slice(1, -1);
  parts.forEach((_, index) => {
    const folder = `/${parts.slice(0, index + 1).join("/")}`;
    if (!FS.analyzePath(folder).exists) FS.mkdir(folder);
  });
}

const job = JSON.parse(readFileSync(argv[3], "utf8"));
const { FS, python } = await interpreters[argv[2]]();
const files = Object.entries(job.files).map(([from, to]) => [to, new Uint8Array(readFileSync(from))]);
for (const [to, contents] of [...files, ...Object.entries(job.texts)]) {
  const path = `${FOLDER}/${to}`;
  makeFolders(FS, path);
  FS.writeFile(path, contents);
}
python.globals.set("report", (line) => stdout.write(`${line}\n`));
python.globals.set("job", JSON.stringify([job.imports, job.tests]));
python.runPython(RUNNER);
python.runPython("run(*json.loads(job))");
