"""The texts of the page can be translated: each is marked and complete, and its fields have names."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path
from string import Formatter

from tools.messages import collect, error_names
from tools.sources import APP, CORE, ROOT, python_files
from tools.texts.catalogues import english

# Effects see the browser, and say nothing to players.
PAGE_TEXT = [path for path in python_files(APP) if path.parent.name != "browser" and path.name != "effects.py"]
ATTRIBUTES_READ = {"aria-label", "title", "placeholder", "alt"}
TEXTS = [text for message in collect() if message.id for text in english(message)]
LETTERS = re.compile(r"[A-Za-z]{2,}")


def has_words(text: str) -> bool:
    """Return whether a text looks like part of a sentence, and not like markup, a style or a class name."""
    words = LETTERS.search(text) and " " in text
    return bool(words) and not re.search(r"[<>=#]|px|^translate|^[a-z-]+ $|^[a-z]+ [a-z]+ $|^ [a-z]+$", text)


def test_every_text_is_found() -> None:
    found = set(TEXTS)
    assert len(found) > 400
    assert {"It closes the mill {mills}.", "It closes the mills {mills}.", "That wins."} <= found, "sentences of hints"
    assert {"{side} wins", "New game", "White", "Your turn: place a man", "Play by link"} <= found


def broken(files: list[Path], wrong: Callable[[ast.AST], list[str]]) -> dict[str, list[str]]:
    """Return the faults of each file that has any."""
    found = {}
    for path in files:
        faults = [fault for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) for fault in wrong(node)]
        if faults:
            found[path.relative_to(ROOT).as_posix()] = faults
    return found


def called(node: ast.AST) -> str:
    """Return the name of the function that a node calls, or ""."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def literal(node: ast.AST) -> str:
    """Return the text of a string node, or ""."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def test_a_text_is_whole_and_its_fields_have_names() -> None:
    glued = [text for text in TEXTS if text != text.strip()]
    assert glued == [], "a text that begins or ends with a space is glued to another"
    fields = {name for text in TEXTS for _, name, _, _ in Formatter().parse(text) if name is not None}
    assert [name for name in fields if not name.isidentifier()] == [], (
        "fields have names, so that they can change places"
    )


def test_no_sentence_is_glued_together() -> None:
    def glued(node: ast.AST) -> list[str]:
        if isinstance(node, ast.JoinedStr) and has_words("".join([literal(part) for part in node.values])):
            return [ast.unparse(node)]
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            if any(called(part) == "_" or has_words(literal(part)) for part in (node.left, node.right)):
                return [ast.unparse(node)]
        return []

    found = broken(PAGE_TEXT, lambda node: [text for text in glued(node) if not any(part in text for part in NOT_READ)])
    assert found == {}


NOT_READ = (
    "This board speaks",
    "There is no message",
    "needs one of",
    "there is no ",
    "needs the ticket",
    "is no answer",
)
"""Parts of texts for programmers of host pages and of this page, not for players."""


def test_errors_that_a_player_reads_are_templates_with_named_values() -> None:
    """`template` and `values` allow any language, but only if the template was not filled in before."""
    errors = error_names()
    assert {"IllegalMove", "TableError", "LineError", "LevelError"} <= errors

    def filled_in(node: ast.AST) -> list[str]:
        if isinstance(node, ast.Call) and called(node) in errors and node.args:
            if isinstance(node.args[0], ast.JoinedStr | ast.BinOp | ast.Call):
                return [ast.unparse(node)]
        return []

    assert broken(python_files(CORE), filled_in) == {}


def test_labels_of_elements_are_marked() -> None:
    def unmarked(node: ast.AST) -> list[str]:
        if isinstance(node, ast.Dict):
            pairs = zip(node.keys, node.values, strict=True)
            return [
                literal(value) for key, value in pairs if key and literal(key) in ATTRIBUTES_READ and literal(value)
            ]
        if isinstance(node, ast.Call) and called(node) in ("h", "button"):
            texts = [literal(argument) for argument in node.args[2 if called(node) == "h" else 0 :][:1]]
            return [text for text in texts if LETTERS.search(text)]
        return []

    assert broken(PAGE_TEXT, unmarked) == {}


def test_errors_appear_in_the_language_of_the_page() -> None:
    """str() of a MorrisError is English, so the page must translate it."""
    english_only = re.compile(r"\bstr\((?:\w+\.)?(?:error|reason|problem|refused)\)")
    assert [path for path in PAGE_TEXT if english_only.search(path.read_text(encoding="utf-8"))] == []
