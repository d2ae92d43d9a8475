"""Collect the texts that a player of the page reads, as a catalogue template for translators.

    python -m tools.messages [--output build/messages.pot]

Texts are marked in the code by `_` (web/app/translation.py); the engine's sentences are the arguments of `say` and
`say_number` (morris_core/engine/hints.py). Babel finds them, and writes them with the places where
they stand in the form that translators' tools read (gettext).
"""

from __future__ import annotations

import argparse
import ast
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import write_po

from tools.sources import APP, CORE, ROOT, python_files


def collect() -> Catalog:
    """Return all marked texts of the page."""
    catalog = Catalog(project="Morris", charset="utf-8")
    for path in python_files(APP):
        name = path.relative_to(ROOT).as_posix()
        for line, message, comments, context in extract_from_file("python", path, keywords={"_": None}):
            catalog.add(message, locations=[(name, line)], auto_comments=comments, context=context)
    for path in python_files(CORE / "engine"):
        name = path.relative_to(ROOT).as_posix()
        for keywords in ({"say": None, "say_number": (1,)}, {"say_number": (2,)}):
            for line, message, _comments, _context in extract_from_file("python", path, keywords=keywords):
                catalog.add(message, locations=[(name, line)])
    # The engine's sentences come to the page as templates with fields.
    path = ROOT / "morris_core/engine/review_texts.py"
    for line, text in _texts_in(path):
        catalog.add(text, locations=[(path.relative_to(ROOT).as_posix(), line)])
    return catalog


def _texts_in(path: Path) -> list[tuple[int, str]]:
    """Return the texts that a module assigns, with their lines: all that have fields."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    strings = [node for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return [(node.lineno, str(node.value)) for node in strings if "{" in str(node.value)]


def main() -> int:
    """Write the catalogue template; print how many texts it has."""
    parser = argparse.ArgumentParser(description="collect the texts of the page for translators")
    parser.add_argument("--output", type=Path, default=ROOT / "build/messages.pot")
    output: Path = parser.parse_args().output
    catalog = collect()
    output.parent.mkdir(parents=True, exist_ok=True)
    with output.open("wb") as file:
        write_po(file, catalog, sort_by_file=True, omit_header=False)
    print(f"{output}: {len(catalog)} texts")
    return 0


if __name__ == "__main__":
    sys.exit(main())
