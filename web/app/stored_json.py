"""Stored JSON: reads text that the browser has kept, which anybody may have changed meanwhile.

The one invariant: whatever the text is, reading it never raises.
"""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    pass

MAX_CHARACTERS = 250_000  # of one stored text, as in boot/browser.mjs; a hundred games by link have some 30 000


def read_json(text: str | None) -> object:
    """Return the data in a stored text; None when there is none, it is damaged or too long."""
    if not text or len(text) > MAX_CHARACTERS:
        return None
    try:
        return json.loads(text)
    except (ValueError, RuntimeError, MemoryError):  # RuntimeError: nested too deep
        return None


def is_count(value: object, limit: int = 1 << 53) -> bool:
    """Return whether a value is a whole number from 0 on and below `limit`."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < limit
