"""Characters of the text forms: digits, dashes, crosses, white space; the same in every interpreter.

MicroPython's str methods know ASCII only, CPython's know all of Unicode. What is read here must not depend on that, so
the text forms use these functions in place of str.split, str.strip and str.lower.
"""

from __future__ import annotations

DIGITS = "0123456789"
DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2212\u2192>"
"""What stands between the two points of a move: our dash first, then those of other programs and word processors."""
CROSSES = "x\u00d7:X"
"""What stands before a point that is captured: our cross first. `*` is one between two points, see movetext."""

_WHITE_SPACE = (
    "\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)


def plain_spaces(text: str) -> str:
    """Return a text with every unusual white space (no-break spaces, byte order marks, ...) replaced by a space."""
    for space in _WHITE_SPACE:
        if space in text:
            text = text.replace(space, " ")
    return text


def split_words(text: str) -> list[str]:
    """Return the words of a text, which any white space separates.

    >>> split_words(" 1.\\u00a0d6\\tf4 ")
    ['1.', 'd6', 'f4']
    """
    return plain_spaces(text).split()


def is_number(text: str, most_digits: int = 6) -> bool:
    """Return whether a text is a whole number of at most so many ASCII digits (str.isdigit knows stranger ones)."""
    if not 0 < len(text) <= most_digits:
        return False
    for character in text:
        if character not in DIGITS:
            return False
    return True


def lower_ascii(text: str) -> str:
    """Return a text with the letters A to Z made small, and no others."""
    return "".join([character.lower() if "A" <= character <= "Z" else character for character in text])


def unquote(text: str) -> str:
    """Return the value of a tag without the backslashes before quotation marks and backslashes."""
    value = []
    escaped = False
    for character in text:
        if character == "\\" and not escaped:
            escaped = True
        else:
            value.append(character)
            escaped = False
    return "".join(value)
