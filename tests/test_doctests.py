"""The examples in the docstrings of morris_core and the page, in README.md and in docs/ are true."""

import doctest
import importlib
from pathlib import Path

import pytest

from tools.sources import APP, CORE, module_name, needs_browser, python_files

ROOT = Path(__file__).resolve().parent.parent
MODULES = [
    module_name(path)
    for path in (*python_files(CORE, leave_out=("__main__.py",)), *python_files(APP))
    if path.is_relative_to(CORE) or not needs_browser(path)
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0


@pytest.mark.parametrize(
    "path", sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")]), ids=lambda path: path.name
)
def test_the_examples_of_a_page_are_true(path: Path) -> None:
    result = doctest.testfile(str(path), module_relative=False, encoding="utf-8")
    assert result.failed == 0
