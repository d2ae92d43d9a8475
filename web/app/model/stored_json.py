"""Stored JSON: text from the browser's storage, which anyone may have changed.

Invariant: reading never raises, whatever the text is.
"""

from __future__ import annotations

import json

MAX_CHARACTERS = 250_000  # the longest stored text, as in boot/browser.mjs; a hundred games by link have about 30 000


def read_json(text: str | None) -> object:
    """Return the data in a stored text, or None if there is none, or it is damaged or too long."""
    if not text or len(text) > MAX_CHARACTERS:
        return None
    try:
        return json.loads(text)
    except (ValueError, RuntimeError, MemoryError):  # RuntimeError: nested too deep
        return None


def is_count(value: object, limit: int = 1 << 53) -> bool:
    """Return whether a value is a whole number from 0 to `limit`, exclusive."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < limit
