"""Stored JSON: text from the browser's storage, which anyone may have changed.

Invariant: reading never raises, whatever the text is.
"""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_CHARACTERS = 250_000  # the longest stored text, as in boot/browser.mjs; a hundred games by link have about 30 000


def read_json(text: str | None) -> object:
    """Return the data in a stored text, or None if there is none, or it is damaged or too long."""
    if not text or len(text) > MAX_CHARACTERS:
        return None
    try:
        return json.loads(text)
    except (ValueError, RuntimeError, MemoryError):  # RuntimeError: nested too deep
        return None


def with_changes(data: object, changes: dict[str, Any]) -> dict[str, Any]:
    """Return stored data with changes by name: new values, the changed values of an object, or more of a list. So tabs
    that have read the data at different times keep what the others changed.

    >>> with_changes({"solved": ["a"], "row": 1, "by": {"x": 1}}, {"solved": ["b"], "row": 2, "by": {"y": 2}})
    {'solved': ['a', 'b'], 'row': 2, 'by': {'x': 1, 'y': 2}}
    """
    found: dict[str, Any] = dict(data) if isinstance(data, dict) else {}
    for name in changes:
        value, before = changes[name], found.get(name)
        if isinstance(value, list) and isinstance(before, list):
            value = before + [one for one in value if one not in before]
        elif isinstance(value, dict) and isinstance(before, dict):
            value = with_changes(before, value)
        found[name] = value
    return found


def is_count(value: object, limit: int = 1 << 53) -> bool:
    """Return whether a value is a whole number from 0 to `limit`, exclusive."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < limit
