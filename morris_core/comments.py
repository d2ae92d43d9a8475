"""Commands in comments, `[%name ...]`, as other programs and our own records write them."""

from __future__ import annotations

from .characters import split_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    _Found = TypeVar("_Found")


def take_commands(comment: str) -> tuple[str, list[list[str]]]:
    """Return a comment without our own commands, and the words of each. Commands of other programs stay."""
    text, found = take_out(comment, _own_command)
    return " ".join(split_words(text)) if found else comment, found


def _own_command(inside: str) -> list[list[str]]:
    words = split_words(inside)
    return [words] if words and words[0] in ("end", "head") else []


def take_out(comment: str, read: Callable[[str], list[_Found]]) -> tuple[str, list[_Found]]:
    """Return a comment without some of its commands, `[%...]`, and what they hold.

    Args:
        comment: The comment, which is gone through only once.
        read: Takes what a command has inside and returns what it holds; a command that holds nothing stays.
    """
    found: list[_Found] = []
    texts: list[str] = []
    parts: list[str] = []
    pieces = comment.split("]")
    for piece in pieces[:-1]:
        start = piece.rfind("[%")
        held = read(piece[start + 2 :]) if start >= 0 else []
        if held:
            found += held
            texts.append("".join(parts + [piece[:start]]).strip())
            parts = []
        else:
            parts.append(piece + "]")
    texts.append("".join(parts + [pieces[-1]]).strip())
    return " ".join([text for text in texts if text]) if found else comment, found
