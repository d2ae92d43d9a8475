"""Saved games as data: merging two copies, and the only game of the first version of the page."""

from __future__ import annotations

import json

from .merge import TwoGames, reconcile
from .reading import read
from .stored_json import read_json


def former_game(text: str) -> str:
    """Return that game as this version saves it, or "" if the text has none."""
    game = read("first", read_json(text))
    return "" if game is None else json.dumps(game.write())


def merge_data(mine: object, other: object) -> dict[str, object] | None:
    """Return the data of two copies of a saved game, merged, or None if they are two games."""
    here, there = read("", mine), read("", other)
    if here is None or there is None:
        return None
    if there.head.ply < here.head.ply:
        here.played, there.played = max(here.played, 1), 0  # the game never becomes shorter
    try:
        both = reconcile(here, there, None, True)
    except TwoGames:
        return None
    both.go(both.head)
    return both.write(both.default_orientation())
