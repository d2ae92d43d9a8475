"""The dialog that opens a game, for the seams' test: see tests/seams/world.py."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from app.model.state import State

from tests.seams.world import handle, in_turn

TWO = "1. d6 f4 2. d2 *\n\n1. a1 g1 *"


def choose_file(state: State) -> list[Any]:
    """Choose a file in the dialog."""
    handle(state, "open", "open-game")
    return list(handle(state, "open-game:file", SimpleNamespace(name="game.txt", size=9)))


def paste(state: State) -> list[Any]:
    """Press Paste in the dialog."""
    handle(state, "open", "open-game")
    return list(handle(state, "open-game:paste"))


def drop_file(state: State) -> list[Any]:
    """Drop a file on the page."""
    handle(state, "close")
    return list(handle(state, "open-game:file", SimpleNamespace(name="game.txt", size=9)))


def _file(text: str | None, size: int = 9) -> dict[str, Any]:
    return {"name": "game.txt", "size": size, "text": text}


_SOUND: list[Any] = [_file("1. d6 f4 2. d2 *"), _file(TWO), _file("v=six&m=b4.a1&c=abcdefgh33")]
_DAMAGED: list[Any] = [_file(None), _file(None, 10**9), _file("\x00\x01"), _file("1. d6 zz"), _file("")]
SCREENS = {
    "a text to open": in_turn(("open", "open-game"), ("open-game:typed", {"name": "text", "value": "1. d6 f4"})),
    "several games to open": in_turn(
        ("open", "open-game"), ("open-game:typed", {"name": "text", "value": TWO}), ("open-game:open",)
    ),
}
ASKED = {
    "open-game:text": (choose_file, _SOUND, _DAMAGED),
    "open-game:pasted": (paste, ["1. d6 f4 2. d2 *", TWO], [None, "", "1. d6 zz"]),
    "open-game:text of a file that was dropped": (drop_file, _SOUND, _DAMAGED),
}
