"""Collect the texts that a player reads, and bring the catalogues of translations up to date.

    python -m tools.messages [LANGUAGE ...]

writes build/messages.pot (the page) and build/learn.pot (the plain pages), updates the catalogues in locales/, and
prints what is missing or wrong in each. A LANGUAGE without a catalogue gets an empty one.

The functions of web/app/model/translation.py mark texts in the page's code. In morris_core, texts are the arguments of
`say`, `say_number` and `say_mills` (engine/hints.py), and the first arguments of MorrisError and its subclasses. Babel
finds them and writes them as gettext templates, with the files that they come from.
"""

import argparse
import ast
import sys
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import write_po

from morris_core import BOARDS, VARIANTS
from morris_core.engine import review_texts
from morris_core.forbidding import LIMITS
from morris_core.own_board import SOURCE, TITLE
from morris_core.variants import FIRST
from tools.site.facts.mixes import WHOLE
from tools.sources import APP, CORE, ENGINE_ONLY, ROOT, python_files
from tools.texts import catalogues, html_texts

# The functions that Babel looks for, and which of their arguments are texts.
Marks = dict[str, Any]
MARKS: Marks = {"_": None, "in_context": ((1, "c"), 2), "number_of": (1, 2), "number_forms": (1, 2)}
ENGINE_MARKS: Marks = {"say": None, "say_number": (1, 2), "say_mills": (1, 2)}
COMMENTS = ("Translators:",)

# The pages and scripts with texts of their own.
PAGES = ("index.html", "embed.html")
SCRIPTS = ("boot/watchdog.js", "boot/trouble.js")
# The constants of morris_core that hold texts.
CONSTANTS = {
    "rules.py": ("_SENTENCES",),
    "sanmill.py": ("_COUNTS", "_RINGS"),
    "position.py": ("NAMES",),
    "table.py": ("LEVELS",),
}
# The plain pages of learn/, and the tools that write a part of each, whose texts count as texts of the page.
PLAIN_PAGES = {
    "rules": ("tools/site/learn_pages.py",),
    "solved": ("tools/site/solved_page.py", "tools/site/advice_page.py"),
    "atlas": ("tools/site/atlas_page.py", "tools/site/solved_page.py"),
    "history": (),
    "embedding": (),
    "teaching": (),
}


def collect() -> Catalog:
    """Return all texts of the page."""
    catalog = Catalog(project="Morris", charset="utf-8")
    for path in python_files(APP):
        _add_marked(catalog, path, "python", MARKS)
    for name in SCRIPTS:
        _add_marked(catalog, ROOT / "web" / name, "javascript", {"_": None})
    for path in python_files(CORE / "engine"):
        _add_marked(catalog, path, "python", ENGINE_MARKS)
    # The engine sends its sentences to the page as templates with fields.
    path = ROOT / "morris_core/engine/review_texts.py"
    one, more = review_texts.SHUT_IN_ONE, review_texts.SHUT_IN
    catalog.add((one, more), locations=[(_name(path), 1)])
    for line, text in _strings(ast.parse(path.read_text(encoding="utf-8"))):
        if "{" in text and text not in (one, more):
            catalog.add(text, locations=[(_name(path), line)])
    errors = error_names()
    # Players never see the errors of these.
    for path in python_files(CORE, (*ENGINE_ONLY, "svg.py", "own.py", "senseless.py")):
        for line, text in _core_texts(path, errors):
            catalog.add(text, locations=[(_name(path), line)])
    for _forbidden, refusal in LIMITS.values():
        catalog.add(refusal, locations=[("morris_core/forbidding.py", 0)])
    for variant in VARIANTS.values():
        where = [("morris_core/variants.py" if variant.name in FIRST else "morris_core/family.py", 0)]
        told = [("morris_core/sources.py", 0)]
        catalog.add(variant.title, locations=where, auto_comments=["Translators: the name of a game."])
        catalog.add(variant.source, locations=told, auto_comments=["Translators: where the rules of a game are told."])
    own = [("morris_core/own_board.py", 0)]
    catalog.add(TITLE, locations=own, auto_comments=["Translators: the name of a game on a board that a player drew."])
    catalog.add(SOURCE, locations=own, auto_comments=["Translators: stands where other games have their source."])
    for name in PAGES:
        _add_page(catalog, name)
    return catalog


def collect_learn() -> Catalog:
    """Return all texts of the plain pages."""
    catalog = Catalog(project="Morris", charset="utf-8")
    for name in ("404.html", *(f"learn/{page}.html" for page in PLAIN_PAGES)):
        _add_page(catalog, name)
    for name in dict.fromkeys(tool for tools in PLAIN_PAGES.values() for tool in tools):
        _add_marked(catalog, ROOT / name, "python", MARKS)
    comment = "Translators: a board of the atlas, by its shape."
    for board in BOARDS.values():
        if board.name in WHOLE:
            catalog.add(board.title, locations=[("morris_core/family.py", 0)], auto_comments=[comment])
    return catalog


def templates() -> dict[str, Catalog]:
    """Return the templates of the catalogues in PLACES. A text is only in the first one that needs it."""
    found = {"messages": collect(), "learn": collect_learn()}
    for message in list(found["messages"]):
        if message.id:
            found["learn"].delete(message.id, message.context)
    return found


def error_names() -> set[str]:
    """Return the names of MorrisError and its subclasses in morris_core."""
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
    """Add the texts of a file that are arguments of the functions in `marks`."""
    found = extract_from_file(language, path, keywords=marks, comment_tags=COMMENTS)
    for line, message, comments, context in found:
        catalog.add(message, locations=[(_name(path), line)], auto_comments=comments, context=context)


def marked_texts(path: Path) -> list[str]:
    """Return the keys (tools/texts/catalogues.py) of the marked texts of a Python file."""
    catalog = Catalog()
    _add_marked(catalog, path, "python", MARKS)
    return [catalogues.key(message) for message in catalogues.messages(catalog)]


def _add_page(catalog: Catalog, name: str) -> None:
    for line, text in html_texts.texts(html_texts.page_source(name)):
        catalog.add(text, locations=[(f"web/{name}", line)])


def _core_texts(path: Path, errors: set[str]) -> list[tuple[int, str]]:
    """Return the texts of a module of morris_core: those of its errors and of CONSTANTS."""
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
    """Return the texts of the errors that a function creates, also those that it first assigns to a variable."""
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
    """Return the strings in a tree as (line, string)."""
    return [
        (node.lineno, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]


def main() -> int:
    """Write the templates, bring the catalogues up to date, and print how complete they are."""
    parser = argparse.ArgumentParser(description="collect the texts of the page for translators")
    parser.add_argument("languages", nargs="*", help="such as fr; all by default")
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
