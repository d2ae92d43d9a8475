"""The core's tests and our modules in the browser's interpreters, each started once under Node."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

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
PATIENCE = 1200  # seconds on a busy machine, for everything in one interpreter


def job_of(interpreter: str) -> dict[str, Any]:
    """Return the job for run.mjs: the files to copy, the modules to import and the test modules to run."""
    tests = python_files(ROOT / "tests/core")
    files = {path: path.relative_to(ROOT / "web") for path in python_files(APP)}
    if interpreter == "micropython":
        page_tests = python_files(ROOT / "tests/app")
        tests += [path for path in page_tests if {name.split(".")[0] for name in imports(path)} <= MICROPYTHON_HAS]
        files |= {
            path: path.relative_to(folder) for folder in (MICROPYTHON_STUBS, STUBS) for path in python_files(folder)
        }
        modules = [*python_files(CORE, ENGINE_ONLY), *(path for path in python_files(APP) if not needs_browser(path))]
    else:
        modules = python_files(CORE, leave_out=("__main__.py", "env.py"))
    data = [path for path in (ROOT / "tests/data").rglob("*") if path.is_file()]
    needed = (*python_files(CORE), *tests, ROOT / "tests/reference_rules.py", *data)
    files |= {path: path.relative_to(ROOT) for path in needed}
    return {
        "files": {str(source): target.as_posix() for source, target in files.items()},
        "imports": [module_name(path) for path in modules],
        "tests": [module_name(path) for path in tests if path.name.startswith("test_")],
    }


def run(interpreter: str, job: dict[str, Any]) -> tuple[dict[str, str | None], str]:
    """Import the modules and call the test functions of a job.

    Returns:
        The traceback, or None, of each module and test function by its full name; and what Node said if it failed.
    """
    done = subprocess.run(
        ["node", str(RUNNER), interpreter],
        input=json.dumps(job),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        cwd=ROOT,
        check=False,
    )
    reports = [json.loads(line) for line in done.stdout.splitlines() if line.startswith('{"')]
    return {report["name"]: report["error"] for report in reports}, done.stderr[-2000:] if done.returncode else ""


# Pyodide is CPython, whose own run of tests/core says nearly as much; the journeys start the engine in it every time.
@pytest.mark.parametrize("interpreter", ["micropython", pytest.param("pyodide", marks=pytest.mark.slow)])
def test_everything_runs_in_the_interpreter(interpreter: str) -> None:
    job = job_of(interpreter)
    errors, end = run(interpreter, job)
    assert end == "", "Node stopped early"
    modules = [name for name in job["tests"] if not any(key.startswith(f"{name}.test_") for key in errors)]
    assert modules == [], "modules of which no test ran"
    assert [name for name in job["imports"] if name not in errors] == [], "modules that were not imported"
    assert {name: error for name, error in errors.items() if error} == {}
