"""The examples in the docstrings of morris_core and the page, in README.md and in docs/ are true, the notebook too."""

import ast
import doctest
import importlib
import json
from pathlib import Path

import pytest

from tools.sources import APP, CORE, module_name, needs_browser, python_files

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.usefixtures("forget_own_names")
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


def run_cell(source: str, names: dict[str, object]) -> dict[str, str]:
    """Run a cell of a notebook, and return what its last expression shows."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    if not isinstance(last, ast.Expr):
        return {}
    value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    picture = {"image/svg+xml": value._repr_svg_()} if hasattr(value, "_repr_svg_") else {}
    return picture | {"text/plain": repr(value)}


def test_the_notebook_shows_what_it_has_stored() -> None:
    notebook = json.loads((ROOT / "docs/morris.ipynb").read_text(encoding="utf-8"))
    names: dict[str, object] = {}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(cells) > 5
    for cell in cells:
        shown = {kind: "".join(text) for output in cell["outputs"] for kind, text in output["data"].items()}
        assert run_cell("".join(cell["source"]), names) == shown
