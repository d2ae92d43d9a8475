"""The only game that the first version of the page kept. Loaded where the storage still has one."""

from __future__ import annotations

import json

from .open_game import read
from .stored_json import read_json


def former_game(text: str) -> str:
    """Return that game as this version saves it, "" where there is none in the text."""
    game = read("first", read_json(text))
    return "" if game is None else json.dumps(game.write())
