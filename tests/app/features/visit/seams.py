"""The greeting, for the seams' test: see tests/seams/world.py."""

from __future__ import annotations

from typing import Any

from app.features.visit.visit import A_WHILE_MS
from app.model.state import State

from tests.app.features.visit.test_visit import WON
from tests.app.playing import game_data, press
from tests.seams.kernel import load
from tests.seams.world import device_of, give, handle

GAMES: list[Any] = [("won", game_data(WON, 5))]


def asked(state: State) -> list[Any]:
    """Play a move, and start the page after a while."""
    load(state, "v=nine&m=d6")
    press(state, "a1")
    device_of(state).time += A_WHILE_MS
    return list(handle(state, "started"))


def greeted(state: State) -> None:
    asked(state)
    give(state, "visit:games", GAMES)


SCREENS = {"a visit after a while": greeted}
ASKED = {"visit:games": (asked, [GAMES, []], [[("x", 3), ("y", {"over": True})]])}
