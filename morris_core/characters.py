"""Characters of the text formats: digits, dashes, crosses and white space.

The text formats use these functions instead of str.split, str.strip and str.lower, which know only ASCII in MicroPython
and all of Unicode in CPython, so that every interpreter reads the same.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

DIGITS = "0123456789"
DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uff0d\u2192\u21d2\u2794\u27a1>"
"""Between the two points of a move: our own dash first, then those of other programs and word processors."""
CROSSES = "x\u00d7:X"
"""Before a captured point: our own cross first. Between two points `*` is a cross too, see movetext."""
QUOTES = "\"'\u00ab\u00bb\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u2039\u203a\u300c\u300d\uff02\uff07\u00b4"
"""Quotation marks and apostrophes of any kind."""
INVISIBLE = (
    "\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062"
    "\u2063\u2064\u2066\u2067\u2068\u2069\ufe0e\ufe0f"
)
"""Marks that nobody sees, for the direction of the text and for where lines may break."""

_WHITE_SPACE = (
    "\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)


def plain_spaces(text: str) -> str:
    """Replace every unusual white space (no-break spaces, byte order marks, ...) by a space."""
    for space in _WHITE_SPACE:
        if space in text:
            text = text.replace(space, " ")
    return text


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


def split_words(text: str) -> list[str]:
    """Return the words of a text, separated by any white space.

    >>> split_words(" 1.\\u00a0d6\\tf4 ")
    ['1.', 'd6', 'f4']
    """
    return plain_spaces(text).split()


def is_number(text: str, most_digits: int = 6) -> bool:
    """Return whether a text is a whole number of ASCII digits, at most `most_digits` (str.isdigit accepts other digits
    too).
    """
    if not 0 < len(text) <= most_digits:
        return False
    for character in text:
        if character not in DIGITS:
            return False
    return True


def lower_ascii(text: str) -> str:
    """Return a text with the letters A to Z in lower case and all others unchanged."""
    return "".join([character.lower() if "A" <= character <= "Z" else character for character in text])


def unquote(text: str) -> str:
    """Remove the backslashes before quotation marks and backslashes from a tag's value."""
    value = []
    escaped = False
    for character in text:
        if character == "\\" and not escaped:
            escaped = True
        else:
            value.append(character)
            escaped = False
    return "".join(value)
