"""Storage: what the browser keeps for us from one visit to the next.

The one invariant: storage may be full, switched off, forbidden (in another site's frame even naming it throws) or
damaged; then nothing is kept or read, and nothing else happens.
"""

from __future__ import annotations

import json

from pyscript.js_modules import browser

from ..model.stored_json import read_json, with_changes

TYPE_CHECKING = False
if TYPE_CHECKING:
    pass

SETTINGS = "morris-settings"
BOOK = "morris-by-link"


def load(key: str) -> str | None:
    """Return the text kept under a key, or None; a text that is too long to have been written by us is none."""
    text = browser.kept(key)
    return None if text is None else str(text)


def load_json(key: str) -> object:
    """Return the data kept under a key; None when there is none or it is damaged."""
    return read_json(load(key))


def load_under(prefix: str) -> list[tuple[str, str]]:
    """Return the rest of each key that begins with `prefix`, and the text kept under it."""
    return [(str(key)[len(prefix) :], str(text)) for key, text in browser.keptUnder(prefix)]


def forget(key: str) -> None:
    """Keep nothing under a key any longer."""
    browser.forget(key)


def keep_json(key: str, data: object) -> None:
    """Keep data under a key, if the browser lets us."""
    keep(key, json.dumps(data))


def change(key: str, changes: dict[str, object]) -> bool:
    """Apply changes to the data kept under a key, whatever other tabs have written there meanwhile; return whether the
    browser let us."""
    return keep(key, json.dumps(with_changes(load_json(key), changes)))


def keep(key: str, text: str) -> bool:
    """Keep a text under a key; return whether the browser let us."""
    return bool(browser.keep(key, text))
