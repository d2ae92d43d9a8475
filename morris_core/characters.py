"""Characters of the text formats: digits, dashes, crosses and white space.

The text formats use these functions instead of str.split, str.strip and str.lower, which know only ASCII in MicroPython
and all of Unicode in CPython, so that every interpreter reads the same.
"""

from __future__ import annotations

DIGITS = "0123456789"
DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uff0d\u2192\u21d2\u2794\u27a1>"
"""Between the two points of a move: our own dash first, then those of other programs and word processors."""
CROSSES = "x\u00d7:X"
"""Before a captured point: our own cross first. Between two points `*` is a cross too, see movetext."""

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
