"""Sharing, for the seams' test: see tests/seams/world.py."""

from __future__ import annotations

from typing import Any

from app.model.state import State

from morris_core.looks import NAMES
from tests.seams.world import handle


def opened(state: State) -> list[Any]:
    """Open the dialog with a look of the board that only the style sheet knows."""
    handle(state, "setting", {"name": "look", "value": "slate"})
    return list(handle(state, "open", "share"))


def film(state: State) -> list[Any]:
    handle(state, "open", "share")
    handle(state, "choose", {"name": "tab", "value": "picture"})
    return list(handle(state, "share:save-film"))


def drawn(state: State) -> list[Any]:
    handle(state, "open", "share")
    return list(handle(state, "share:qr"))


SCREENS = {"a picture to share": film}
ASKED = {
    "share:colours": (opened, [dict.fromkeys(NAMES, "rgb(1, 2, 3)")], [{}]),
    "share:qr-drawn": (
        drawn,
        [{"text": "x", "size": 3, "path": "M0 0", "loaded": True}],
        [{"text": "x", "size": 0, "path": "", "loaded": True}, {"text": "x", "size": 0, "path": "", "loaded": False}],
    ),
    "share:film": (film, [0, 2, None], [-1]),
}
