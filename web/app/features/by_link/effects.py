"""The effect of games by link: a number on the app's icon, in how many it is the player's turn."""

from __future__ import annotations

from pyscript.js_modules import browser

from ...browser import storage
from ...model.messages import Dispatch
from .book import STORED, count_turns


def badge(_dispatch: Dispatch) -> None:
    """Show in how many games it is the player's turn."""
    browser.badge(count_turns(storage.read_stored(STORED)))
