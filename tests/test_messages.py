"""The texts of the page can be translated: each is marked, whole, and has named fields."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

from tools.messages import collect, error_names
from tools.sources import APP, CORE, python_files
from tools.texts.catalogues import english

PAGE_TEXT = [path for path in python_files(APP) if path.parent.name != "browser"]
ATTRIBUTES_READ = {"aria-label", "title", "placeholder", "alt"}
TEXTS = [text for message in collect() if message.id for text in english(message)]
LETTERS = re.compile(r"[A-Za-z]{2,}")


def names(paths: list[Path]) -> list[str]:
    return [path.relative_to(APP).as_posix() for path in paths]


ERRORS = error_names()


def is_marked(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "_"


def has_words(text: str) -> bool:
    """Return whether a text reads like a part of a sentence and not like markup, a style or a class name."""
    words = LETTERS.search(text) and " " in text
    return bool(words) and not re.search(r"[<>=#]|px|^translate|^[a-z-]+ $|^[a-z]+ [a-z]+ $|^ [a-z]+$", text)


def test_every_text_is_found() -> None:
    found = set(TEXTS)
    assert len(found) > 400
    assert {"It closes the mill {mills}.", "It closes the mills {mills}.", "That wins."} <= found, "sentences of hints"
    assert {"{side} wins", "New game", "White", "Your turn: place a man", "Play by link"} <= found


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_is_whole_and_its_fields_have_names(text: str) -> None:
    assert text == text.strip(), "a text that begins or ends with a space is glued to another"
    fields = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
    assert all(name.isidentifier() for name in fields), "fields have names, so that they can change places"


@pytest.mark.parametrize("path", PAGE_TEXT, ids=names(PAGE_TEXT))
def test_no_sentence_is_glued_together(path: Path) -> None:
    glued = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.JoinedStr):
            literal = "".join([str(part.value) for part in node.values if isinstance(part, ast.Constant)])
            if has_words(literal):
                glued.append(ast.unparse(node))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            for part in (node.left, node.right):
                text = part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else ""
                if is_marked(part) or has_words(text):
                    glued.append(ast.unparse(node))
    assert not [text for text in glued if not any(part in text for part in NOT_READ)]


NOT_READ = ("This board speaks", "There is no message")
"""Texts for the programmer of a host page, not for players."""


@pytest.mark.parametrize("path", python_files(CORE), ids=lambda path: str(path.relative_to(CORE)))
def test_errors_that_a_player_reads_are_templates_with_named_values(path: Path) -> None:
    """str(MorrisError) is English; `template` and `values` allow any language, if nothing was filled in before."""
    written = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ERRORS and node.args:
            if isinstance(node.args[0], ast.JoinedStr | ast.BinOp | ast.Call):
                written.append(ast.unparse(node))
    assert not written


def test_every_error_of_the_package_is_looked_at() -> None:
    assert {"IllegalMove", "TableError", "LineError", "LevelError"} <= ERRORS


@pytest.mark.parametrize("path", PAGE_TEXT, ids=names(PAGE_TEXT))
def test_labels_of_elements_are_marked(path: Path) -> None:
    unmarked = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and key.value in ATTRIBUTES_READ:
                    unmarked += [str(value.value)] if isinstance(value, ast.Constant) and value.value else []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("h", "button"):
            for argument in node.args[2 if node.func.id == "h" else 0 :][:1]:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    unmarked += [argument.value] if LETTERS.search(argument.value) else []
    assert not unmarked


@pytest.mark.parametrize("path", PAGE_TEXT, ids=names(PAGE_TEXT))
def test_errors_are_told_in_the_language_of_the_page(path: Path) -> None:
    """str() of a MorrisError is English; app.translation.told() is not."""
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"\bstr\((?:\w+\.)?(?:error|reason|problem|refused)\)", text)
