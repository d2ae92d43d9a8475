"""Clocks, for the seams' test: see tests/seams/world.py."""

from __future__ import annotations

from app.model.open_game import OpenGame
from app.model.state import State

from tests.app.playing import press
from tests.seams.kernel import PEOPLE, new_game
from tests.seams.world import About, device_of


def with_clocks(state: State) -> None:
    new_game(state, PEOPLE, (1, 1))
    press(state, "a1", "d2")


def timed(state: State) -> OpenGame | None:
    """Return the game whose clocks run."""
    return None if state.clock is None else state.open


def later(state: State, milliseconds: int) -> bool:
    """Let time pass."""
    device_of(state).time += milliseconds
    return False


SCREENS = {"a game with clocks": with_clocks}
NEWS = {
    "clocks:tick": [
        About(timed, lambda state: later(state, 250)),
        About(timed, lambda state: later(state, 70_000)),
        About(timed, True),
    ]
}
