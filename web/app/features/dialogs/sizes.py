"""Sizes of files in words."""

from __future__ import annotations

from ...model.translation import _, decimal


def megabytes(count: int) -> str:
    """Return a number of bytes as a player reads it.

    >>> megabytes(790429), megabytes(18058239), megabytes(1)
    ('0.8 MB', '18.1 MB', '0.1 MB')
    """
    tenths = max(1, (count + 50_000) // 100_000)
    return _("{size} MB").format(size=decimal(f"{tenths // 10}.{tenths % 10}"))
