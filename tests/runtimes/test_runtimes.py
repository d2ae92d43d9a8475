"""The core's tests and our modules in the browser's interpreters, under Node.

Each interpreter is started several times and runs a share of the tests, so that all processors have work.
"""

import ast
import json
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tools.runtime_source import runtime_source
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
# The page runs in MicroPython only. A test of the page runs there if it imports nothing else, such as pytest.
MICROPYTHON_HAS = {"__future__", "app", "morris_core", "tests", "json", "typing"}
STUBS = Path(__file__).with_name("micropython")
SHARES = 4
PATIENCE = 600  # seconds on a busy machine, for a share


def functions(path: Path) -> list[str]:
    """Return the full names of the test functions of a file."""
    found = ast.parse(path.read_text(encoding="utf-8")).body
    names = [one.name for one in found if isinstance(one, ast.FunctionDef) and one.name.startswith("test_")]
    return [f"{module_name(path)}.{name}" for name in names]


def job_of(interpreter: str, share: int, sample: bool) -> dict[str, Any]:
    """Return the job for run.mjs: the files to copy, the modules to import and the test functions to call.

    The first share imports the modules. Every share has each fourth function, so the long tests of a file are spread.
    A sample is the tests of the core, and of the page's each third: they take three quarters of the time, and nearly
    all of what differs between interpreters shows when a module is imported or first used.
    """
    tests, page_tests = python_files(ROOT / "tests/core"), []
    files = {path: path.relative_to(ROOT / "web") for path in python_files(APP)}
    if interpreter == "micropython":
        page_tests = [
            path
            for path in python_files(ROOT / "tests/app")
            if {name.split(".")[0] for name in imports(path)} <= MICROPYTHON_HAS
            and "pytest" not in imports(path, types=True)
        ]
        files |= {
            path: path.relative_to(folder) for folder in (MICROPYTHON_STUBS, STUBS) for path in python_files(folder)
        }
        modules = [*python_files(CORE, ENGINE_ONLY), *(path for path in python_files(APP) if not needs_browser(path))]
    else:
        modules = python_files(CORE, leave_out=("__main__.py", "env.py"))
    data = [path for path in (ROOT / "tests/data").rglob("*") if path.is_file()]
    needed = (*python_files(CORE), *tests, *page_tests, ROOT / "tests/reference_rules.py", *data)
    files |= {path: path.relative_to(ROOT) for path in needed}
    names, page_names = (
        [name for path in paths if path.name.startswith("test_") for name in functions(path)]
        for paths in (tests, page_tests)
    )
    names += page_names[:: 3 if sample else 1]
    texts = {}
    if interpreter == "micropython":
        ours = {path for path in files if path.suffix == ".py" and STUBS not in path.parents}
        texts = {files[path].as_posix(): runtime_source(path.read_text(encoding="utf-8")) for path in ours}
        files = {path: target for path, target in files.items() if path not in ours}
    return {
        "files": {str(source): target.as_posix() for source, target in files.items()},
        "texts": texts,
        "imports": [module_name(path) for path in modules] if share == 0 else [],
        "tests": names[share::SHARES],
    }


def run(interpreter: str, job: dict[str, Any]) -> tuple[dict[str, str | None], str]:
    """Import the modules and call the test functions of a job.

    Returns:
        The traceback, or None, of each module and test function by its full name; and what Node said if it failed.
    """
    with TemporaryDirectory() as folder:
        path = Path(folder) / "job.json"
        path.write_text(json.dumps(job), encoding="utf-8")
        command = ["node", str(RUNNER), interpreter, str(path)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, cwd=ROOT, check=False)
    reports = [json.loads(line) for line in done.stdout.splitlines() if line.startswith('{"')]
    return {report["name"]: report["error"] for report in reports}, done.stderr[-2000:] if done.returncode else ""


# Pyodide is CPython, whose own run of tests/core says nearly as much; the journeys start the engine in it every time.
@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize(
    ("interpreter", "sample"),
    [
        ("micropython", True),
        pytest.param("micropython", False, marks=pytest.mark.slow),
        pytest.param("pyodide", False, marks=pytest.mark.slow),
    ],
    ids=["micropython-sample", "micropython", "pyodide"],
)
def test_everything_runs_in_the_interpreter(interpreter: str, sample: bool, share: int) -> None:
    job = job_of(interpreter, share, sample)
    errors, end = run(interpreter, job)
    assert end == "", "Node stopped early"
    assert {name: error for name, error in errors.items() if error} == {}
    assert list(errors) == [*job["imports"], *job["tests"]], "modules and functions that were not reported"
