"""Turns bytes into text: UTF-8, UTF-16 with a byte order mark, or otherwise Windows-1252. Not used by the page."""

from __future__ import annotations

import codecs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def decode(data: bytes) -> str:
    """Return the text of a file.

    >>> decode("J\\u00e1n".encode()), decode(b"J\\xe1n"), decode("J\\u00e1n".encode("utf-16"))
    ('J\u00e1n', 'J\u00e1n', 'J\u00e1n')
    """
    if data[:2] in _MARKS:
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        # Five bytes have no meaning in Windows-1252.
        return data.decode("cp1252", "replace")


def text_of(lines: Iterable[str | bytes]) -> Iterator[str]:
    """Yield the lines of a file as text; those that are text already as they are."""
    wide = None
    is_first = True
    for line in lines:
        if isinstance(line, str):
            yield line
        elif is_first and line[:2] in _MARKS:
            wide = codecs.getincrementaldecoder("utf-16")("replace")
            yield wide.decode(line)
        else:
            yield decode(line) if wide is None else wide.decode(line)
        is_first = False
