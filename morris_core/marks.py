"""Marks that people and programs add to texts: quotation marks, and marks that nobody sees. Loaded by the readers."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

QUOTES = "\"'\u00ab\u00bb\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u2039\u203a\u300c\u300d\uff02\uff07\u00b4"
"""Quotation marks and apostrophes of any kind."""
INVISIBLE = (
    "\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062"
    "\u2063\u2064\u2066\u2067\u2068\u2069\ufe0e\ufe0f"
)
"""Marks that nobody sees, for the direction of the text and for where lines may break."""


def without_marks(text: str) -> str:
    """Remove the invisible marks from a text."""
    return "".join([character for character in text if character not in INVISIBLE])


def trim(text: str, marks: str) -> str:
    """Remove marks from both ends of a text (in MicroPython str.strip tears characters apart that are not ASCII)."""
    start, stop = 0, len(text)
    while start < stop and text[start] in marks:
        start += 1
    while start < stop and text[stop - 1] in marks:
        stop -= 1
    return text[start:stop]


def lines_of(pieces: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a text, each with a newline. `pieces`: its lines, or several of them together."""
    for piece in pieces:
        lines = piece.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        if not lines[-1]:
            lines.pop()
        for line in lines:
            yield line + "\n"
