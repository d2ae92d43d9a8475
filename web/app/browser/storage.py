"""Storage: data that the browser stores between visits.

Invariant: storage may be full, switched off, forbidden (in another site's frame even naming it raises an error) or
damaged. Then nothing is stored or read, and nothing else happens.
"""

from __future__ import annotations

import json

from pyscript.js_modules import browser

from ..model.stored_json import read_json, with_changes

SETTINGS = "morris-settings"
BOOK = "morris-by-link"


def load(key: str) -> str | None:
    """Return the text under a key, or None. A text too long to be ours counts as none."""
    text = browser.kept(key)
    return None if text is None else str(text)


def load_json(key: str) -> object:
    """Return the data under a key, or None if there is none or it is damaged."""
    return read_json(load(key))


def load_under(prefix: str) -> list[tuple[str, str]]:
    """Return the rest of each key that begins with `prefix`, and its text."""
    return [(str(key)[len(prefix) :], str(text)) for key, text in browser.keptUnder(prefix)]


def forget(key: str) -> None:
    """Remove a key."""
    browser.forget(key)


def keep_json(key: str, data: object) -> None:
    """Store data under a key, if the browser allows it."""
    keep(key, json.dumps(data))


def change(key: str, changes: dict[str, object]) -> bool:
    """Apply changes to the data under a key, including what other tabs have stored there since. Return whether the
    browser allowed it."""
    return keep(key, json.dumps(with_changes(load_json(key), changes)))


def keep(key: str, text: str) -> bool:
    """Store a text under a key. Return whether the browser allowed it."""
    return bool(browser.keep(key, text))
