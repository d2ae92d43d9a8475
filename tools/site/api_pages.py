"""Write the reference of the Python package into learn/api/.

pdoc makes the pages from the docstrings, whose examples tests/test_doctests.py runs. api_templates/ puts them into the
frame of the other plain pages. Unlike pdoc's own pages they have no inline script and style, which the site's Content
Security Policy forbids.
"""

import re
import sys
import warnings
from importlib import import_module
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

import pdoc.doc
import pdoc.doc_ast
import pdoc.render

import morris_core
import morris_core.engine
import morris_core.svg
import morris_core.terminal.players

STAND_INS: dict[str, dict[str, object]] = {
    "numpy": {},
    "gymnasium": {},
    "gymnasium.spaces": {
        name: type(name, (), {"__module__": "gymnasium.spaces"}) for name in ("Box", "Dict", "Discrete")
    },
    "pettingzoo": {"AECEnv": object},
    "pettingzoo.utils": {"wrappers": None},
}
"""What morris_core.env imports: the build does without these packages, and a page never depends on them."""


def _import_env() -> ModuleType:
    """Return morris_core.env on top of STAND_INS, and leave the real modules as they were."""
    with patch.dict(sys.modules, {name: ModuleType(name) for name in STAND_INS}):
        for name, members in STAND_INS.items():
            vars(sys.modules[name]).update(members)
        sys.modules.pop("morris_core.env", None)
        return import_module("morris_core.env")


TEMPLATES = Path(__file__).with_name("api_templates")
MODULES = (morris_core, morris_core.engine, morris_core.svg, _import_env(), morris_core.terminal.players)
FOLDER = "learn/api"


def fill(target: Path) -> None:
    """Write the pages below a site's folder."""
    for name, page in pages().items():
        path = target / FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page, encoding="utf-8")


def pages() -> dict[str, str]:
    """Return the pages as HTML by their names in FOLDER: one for each module, and an index."""
    for module in MODULES:
        for name in module.__all__:
            # pdoc only sees names that are already imported, and some are imported on first use.
            setattr(module, name, getattr(module, name))
        _find_constants(module)
    pdoc.render.configure(
        docformat="google", include_undocumented=False, search=False, show_source=False, template_directory=TEMPLATES
    )
    modules = {module.__name__: pdoc.doc.Module(module) for module in MODULES}
    # pdoc reads annotations in the modules of these names, among them an env that others may have imported.
    names = patch.dict(sys.modules, {module.__name__: module for module in MODULES})
    with names, warnings.catch_warnings():
        # pdoc shows annotations that only type checkers can evaluate as they are in the source.
        warnings.filterwarnings("ignore", message="Error parsing type annotation")
        written = {name: pdoc.render.html_module(module, modules) for name, module in modules.items()}
        index = pdoc.render.html_index(modules)
    found = {name.replace(".", "/") + ".html": _without_headings(page) for name, page in written.items()}
    return found | {"index.html": index}


def _find_constants(module: ModuleType) -> None:
    """Give pdoc the docstrings of re-exported constants, which it only looks for in the package itself."""
    docstrings = pdoc.doc_ast.walk_tree(module).var_docstrings
    for name, inner in list(sys.modules.items()):
        if inner is not None and name.startswith(module.__name__ + "."):
            found = pdoc.doc_ast.walk_tree(inner).var_docstrings
            docstrings.update({name: found[name] for name in module.__all__ if name in found})


def _without_headings(page: str) -> str:
    """Return a page without headings for "Arguments", "Raises" and so on, whose ids would not be unique."""
    page = re.sub(r'<h6 id="[^"]*">', '<p class="part">', page)
    return page.replace("</h6>", "</p>")
