"""Boards that are drawn, for the seams' test: see tests/seams/world.py."""

from __future__ import annotations

from typing import Any

from app.features.own_board.gallery import FIRST, STORED
from app.model.state import State

from tests.seams.world import give, handle, in_turn

SAVED = {"boards": {FIRST[0]: [7, "men:3"]}}


def drawn(state: State) -> None:
    """Draw the triangle."""
    handle(state, "open", "own-board")
    give(state, "own-board:read", SAVED)
    handle(state, "own-board:load", FIRST[0])


def solving(state: State) -> list[Any]:
    drawn(state)
    return handle(state, "own-board:solve")


def _answer(**fields: Any) -> Any:
    return lambda state: dict({"id": (state.engine.question or {"id": 0})["id"], "done": True}, **fields)


_FAILED: list[Any] = [_answer(error="it broke"), _answer(done=False)]
SCREENS = {
    "a board that is drawn": drawn,
    "a board that is solved": solving,
    "a game on a home-made board": in_turn(drawn, ("own-board:play",), ("new-game:start",)),
}
ASKED = {
    "own-board:read": (
        in_turn(("open", "own-board")),
        [STORED.read(data)[0] for data in (None, SAVED)],
        [STORED.read(data)[0] for data in (3, {"boards": 3}, {"boards": {"own:": 3, "x": [1, ""]}})],
    ),
    "answer on a board": (solving, [_answer(value="win", distance=9), _answer(value=None, distance=None)], _FAILED),
}
