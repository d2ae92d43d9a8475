"""Storage: what the browser keeps for us from one visit to the next. Needs the browser.

The one invariant: storage may be full, switched off or forbidden (in another site's frame even naming it throws); then
nothing is kept, and nothing else happens.
"""

import json

from pyscript.js_modules import browser

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

GAME = "morris-game"
SETTINGS = "morris-settings"
BOOK = "morris-by-link"


def load(key: str) -> "str | None":
    """Return the text kept under a key, or None."""
    text = browser.kept(key)
    return None if text is None else str(text)


def load_json(key: str) -> "Any":
    """Return the data kept under a key; None when there is none or it is damaged."""
    try:
        return json.loads(load(key) or "null")
    except ValueError:
        return None


def keep_json(key: str, data: "Any") -> None:
    """Keep data under a key, if the browser lets us."""
    keep(key, json.dumps(data))


def keep(key: str, text: str) -> bool:
    """Keep a text under a key; return whether the browser let us."""
    return bool(browser.keep(key, text))
