"""Turns bytes into text: UTF-8, UTF-16 with a byte order mark, or otherwise Windows-1252. The page leaves that to the
browser.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_MARKS = (b"\xff\xfe", b"\xfe\xff")  # of UTF-16


def decode(data: bytes) -> str:
    """Return the text of a file.

    >>> decode("J\\u00e1n".encode()), decode(b"J\\xe1n"), decode("J\\u00e1n".encode("utf-16"))
    ('J\u00e1n', 'J\u00e1n', 'J\u00e1n')
    """
    if data[:2] in _MARKS:
        return data.decode("utf-16", "replace")
    try:
        return data.decode()
    except UnicodeError:
        # Five bytes have no meaning in Windows-1252.
        return data.decode("cp1252", "replace")


def text_of(lines: Iterable[str | bytes]) -> Iterator[str]:
    """Yield the lines of a file as text; those that are text already as they are. UTF-16 is read as a whole."""
    rest = iter(lines)
    for line in rest:
        if isinstance(line, str):
            yield line
        elif line[:2] in _MARKS:
            yield decode(line + b"".join([other for other in rest if isinstance(other, bytes)]))
        else:
            yield decode(line)
