"""Openings, for the seams' test: see tests/seams/world.py."""

from __future__ import annotations

import json
from typing import Any

from app.model.state import State

from tests.app.features.my_games.test_my_games import archived
from tests.app.features.openings.test_openings import FILE, LOST, PEOPLE, WON
from tests.seams.world import ECHO, give, handle

RECENT = [("game0", WON), ("game1", PEOPLE)]
LISTED = {"games": [archived("old-1", "v=nine&b=level4&m=f4.d6", 3)], "trouble": ""}


def openings(state: State) -> list[Any]:
    """Show the openings."""
    effects = list(handle(state, "openings:show"))
    return effects if any(one[0] == "list-games" for one in effects) else list(handle(state, "openings:show"))


def listed(state: State) -> list[Any]:
    openings(state)
    return give(state, "openings:recent", RECENT)


def texts(state: State) -> list[Any]:
    listed(state)
    return give(state, "openings:listed", LISTED)


def read_file(state: State) -> list[Any]:
    texts(state)
    return list(handle(state, "openings:file", object()))


def games(state: State) -> list[Any]:
    read_file(state)
    return give(state, "openings:read", {"name": "kurnik.txt", "text": FILE, "trouble": ""})


SCREENS = {"openings": texts}
ASKED = {
    "openings:recent": (openings, [RECENT, []], [[("x", None), ("y", 3), ("z", {"link": "v=nine&m=zz"})]]),
    "openings:listed": (
        listed,
        [LISTED, {"games": [], "trouble": ""}],
        [{"games": [], "trouble": "failed"}, {"games": [None, 3, {}], "trouble": ""}],
    ),
    "openings:texts": (
        texts,
        [{"texts": {"old-1": json.dumps(LOST)}, "trouble": ""}],
        [{"texts": {}, "trouble": "failed"}, {"texts": {"old-1": "{"}, "trouble": ""}],
    ),
    "openings:read": (
        read_file,
        [{"name": "kurnik.txt", "text": FILE, "trouble": ""}],
        [{"name": "kurnik.txt", "trouble": "large"}, {"name": "x", "text": "\x00 damaged", "trouble": ""}],
    ),
    "openings:games": (games, [ECHO], []),
}
