"""Runs the core's tests, and imports our modules, in the browser's interpreters, each started once under Node."""

import ast
import json
import subprocess
from functools import cache
from pathlib import Path

from tools.sources import (
    APP,
    CORE,
    ENGINE_ONLY,
    MICROPYTHON_STUBS,
    ROOT,
    imports,
    module_name,
    needs_browser,
    python_files,
)

RUNNER = Path(__file__).with_name("run.mjs")
INTERPRETERS = ("micropython", "pyodide")
CORE_TESTS = python_files(ROOT / "tests/core")
# The page runs in MicroPython only; its tests run there if they need nothing that MicroPython lacks, such as pytest.
OURS = {"__future__", "app", "morris_core", "tests", "json"}
PAGE_TESTS = [
    path for path in python_files(ROOT / "tests/app") if {name.split(".")[0] for name in imports(path)} <= OURS
]
TESTS = {"micropython": [*CORE_TESTS, *PAGE_TESTS], "pyodide": CORE_TESTS}
PATIENCE = 600  # seconds for all tests in one interpreter

# What was reported of one module or test function: None when it went well, else a traceback.
Results = dict[str, str | None]


def functions_in(interpreter: str) -> list[str]:
    """Return the full names of all test functions that run in an interpreter."""
    return [
        f"{module_name(path)}.{node.name}"
        for path in TESTS[interpreter]
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


def importable(interpreter: str) -> list[str]:
    """Return the names of our modules that an interpreter must be able to import without a browser around it."""
    core = python_files(CORE, leave_out=("__main__.py",))
    if interpreter == "pyodide":
        return [module_name(path) for path in core]
    page = [*python_files(CORE, ENGINE_ONLY), *(path for path in python_files(APP) if not needs_browser(path))]
    return [module_name(path) for path in page]


@cache
def results_of(interpreter: str) -> Results:
    """Import all modules and call all test functions in an interpreter; return what became of each, by its full name.

    Under "end" is None, or what Node said when it ended before its time.
    """
    data = [path for path in (ROOT / "tests/data").rglob("*") if path.is_file()]
    reference = ROOT / "tests/reference_rules.py"
    files = {path: path.relative_to(ROOT) for path in (*python_files(CORE), *TESTS[interpreter], reference, *data)}
    files |= {path: path.relative_to(ROOT / "web") for path in python_files(APP)}
    if interpreter == "micropython":
        files |= {path: path.relative_to(MICROPYTHON_STUBS) for path in python_files(MICROPYTHON_STUBS)}
    job = {
        "files": {str(source): target.as_posix() for source, target in files.items()},
        "imports": importable(interpreter),
        "tests": [module_name(path) for path in TESTS[interpreter] if path.name.startswith("test_")],
    }
    command = ["node", str(RUNNER), interpreter]
    done = subprocess.run(
        command, input=json.dumps(job), capture_output=True, text=True, timeout=PATIENCE, cwd=ROOT, check=False
    )
    results: Results = {}
    for line in done.stdout.splitlines():
        if line.startswith('{"'):
            report = json.loads(line)
            results[report["name"]] = report["error"]
    results["end"] = None if done.returncode == 0 else done.stderr[-2000:]
    return results
