"""Collect the texts that a player reads, as templates for translators, and bring the catalogues up to date.

    python -m tools.messages [LANGUAGE ...]

writes build/messages.pot (the page) and build/learn.pot (the plain pages), brings the catalogues in locales/ up to date
with them, and prints what is missing and what is wrong in each. A LANGUAGE that has no catalogue yet gets an empty one.

Texts are marked in the code by the functions of web/app/model/translation.py; the engine's sentences are the arguments
of `say` and `say_number` (morris_core/engine/hints.py), errors the first arguments of MorrisError and its kin. Babel
finds them, and writes them in the form that translators' tools read (gettext), with the files where they stand.
"""

from __future__ import annotations

import argparse
import ast
import sys
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import write_po

from morris_core import OPTIONS, VARIANTS
from morris_core.engine import review_texts
from tools.sources import APP, CORE, ENGINE_ONLY, ROOT, python_files
from tools.texts import catalogues, html_texts

# What babel is to look for: function -> which of its arguments are texts.
Marks = dict[str, Any]
MARKS: Marks = {"_": None, "in_context": ((1, "c"), 2), "number_of": (1, 2), "number_forms": (1, 2)}
ENGINE_MARKS: Marks = {"say": None, "say_number": (1, 2)}
COMMENTS = ("Translators:",)

# The texts that stand in the HTML itself, and those of the scripts.
PAGES = ("index.html", "embed.html")
SCRIPTS = ("boot/watchdog.js", "boot/trouble.js")
# Of morris_core: constants that hold texts.
CONSTANTS = {
    "rules.py": ("_SENTENCES",),
    "sanmill.py": ("_COUNTS", "_RINGS"),
    "position.py": ("NAMES",),
    "table.py": ("LEVELS",),
}
# The pages that are read without a board, and the tool that fills one of them.
LEARN_PAGES = ("404.html", "learn/rules.html", "learn/solved.html", "learn/history.html", "learn/embedding.html")
LEARN_TOOLS = ("tools/site/learn_pages.py", "tools/site/solved_page.py", "tools/site/advice_page.py")


def collect() -> Catalog:
    """Return all texts of the page."""
    catalog = Catalog(project="Morris", charset="utf-8")
    for path in python_files(APP):
        _add_marked(catalog, path, "python", MARKS)
    for name in SCRIPTS:
        _add_marked(catalog, ROOT / "web" / name, "javascript", {"_": None})
    for path in python_files(CORE / "engine"):
        _add_marked(catalog, path, "python", ENGINE_MARKS)
    # The engine's sentences come to the page as templates with fields.
    path = ROOT / "morris_core/engine/review_texts.py"
    one, more = review_texts.SHUT_IN_ONE, review_texts.SHUT_IN
    catalog.add((one, more), locations=[(_name(path), 1)])
    for line, text in _strings(ast.parse(path.read_text(encoding="utf-8"))):
        if "{" in text and text not in (one, more):
            catalog.add(text, locations=[(_name(path), line)])
    errors = error_names()
    for path in python_files(CORE, ENGINE_ONLY):
        for line, text in _core_texts(path, errors):
            catalog.add(text, locations=[(_name(path), line)])
    for option in OPTIONS:
        if option.refusal:
            catalog.add(option.refusal, locations=[("morris_core/variants.py", 0)])
    for variant in VARIANTS.values():
        where = [("morris_core/variants.py", 0)]
        catalog.add(variant.title, locations=where, auto_comments=["Translators: the name of a game."])
        catalog.add(variant.source, locations=where, auto_comments=["Translators: where the rules of a game are told."])
    for name in PAGES:
        _add_page(catalog, name)
    return catalog


def collect_learn() -> Catalog:
    """Return all texts of the plain pages that the page does not have."""
    catalog = Catalog(project="Morris", charset="utf-8")
    for name in LEARN_PAGES:
        _add_page(catalog, name)
    for name in LEARN_TOOLS:
        _add_marked(catalog, ROOT / name, "python", MARKS)
    return catalog


def templates() -> dict[str, Catalog]:
    """Return the templates of both catalogues of a language, by name (tools.texts.catalogues.PLACES)."""
    found = {"messages": collect(), "learn": collect_learn()}
    for message in list(found["messages"]):
        if message.id:
            found["learn"].delete(message.id, message.context)
    return found


def error_names() -> set[str]:
    """Return the names of MorrisError and of the classes of morris_core that derive from it."""
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for path in python_files(CORE)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    }
    found = {"MorrisError"}
    while more := {name for name in bases if bases[name] & found} - found:
        found |= more
    return found


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _add_marked(catalog: Catalog, path: Path, language: str, marks: Marks) -> None:
    """Add the texts of a file that are arguments of the functions named."""
    found = extract_from_file(language, path, keywords=marks, comment_tags=COMMENTS)
    for line, message, comments, context in found:
        catalog.add(message, locations=[(_name(path), line)], auto_comments=comments, context=context)


def marked_texts(path: Path) -> list[str]:
    """Return the keys (tools/texts/catalogues.py) of the texts that are marked in a Python file."""
    catalog = Catalog()
    _add_marked(catalog, path, "python", MARKS)
    return [catalogues.key(message) for message in catalogues.messages(catalog)]


def _add_page(catalog: Catalog, name: str) -> None:
    for line, text in html_texts.texts(html_texts.page_source(name)):
        catalog.add(text, locations=[(f"web/{name}", line)])


def _core_texts(path: Path, errors: set[str]) -> list[tuple[int, str]]:
    """Return the texts of a module of morris_core: those of its errors, and of the constants named above."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found: list[tuple[int, str]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            if node.targets[0].id in CONSTANTS.get(path.name, ()):
                values = node.value.values if isinstance(node.value, ast.Dict) else [node.value]
                found += [text for value in values for text in _strings(value)]
        if isinstance(node, ast.FunctionDef):
            found += _error_texts(node, errors)
    return found


def _error_texts(function: ast.FunctionDef, errors: set[str]) -> list[tuple[int, str]]:
    """Return the texts of the errors that a function makes; a text may have been given a name in it first."""
    named: dict[str, list[tuple[int, str]]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            named.setdefault(node.targets[0].id, []).extend(_strings(node.value))
    found = []
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in errors and node.args:
            first = node.args[0]
            if isinstance(first, ast.Name):
                found += named.get(first.id, [])
            elif isinstance(first, ast.Constant | ast.IfExp):
                found += _strings(first)
    return found


def _strings(tree: ast.AST) -> list[tuple[int, str]]:
    """Return the strings in a tree with their lines."""
    return [
        (node.lineno, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]


def main() -> int:
    """Write the templates, bring the catalogues up to date, and print how complete they are."""
    parser = argparse.ArgumentParser(description="collect the texts of the page for translators")
    parser.add_argument("languages", nargs="*", help="languages that get a catalogue, such as fr")
    parser.add_argument("--check", action="store_true", help="change no catalogue")
    arguments = parser.parse_args()
    found = templates()
    (ROOT / "build").mkdir(exist_ok=True)
    for name, template in found.items():
        path = ROOT / f"build/{name}.pot"
        with path.open("wb") as file:
            write_po(file, template, sort_by_file=True, include_lineno=False)
        print(f"{path.relative_to(ROOT)}: {len(template)} texts")
    if not arguments.check:
        for language in arguments.languages or catalogues.languages():
            catalogues.update(language, found)
    return catalogues.report(found, arguments.languages)


if __name__ == "__main__":
    sys.exit(main())
