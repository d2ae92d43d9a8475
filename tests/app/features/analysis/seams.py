"""Hints and analysis, for the seams' test: see tests/seams/world.py."""

from __future__ import annotations

from typing import Any

from app.model.state import State

from tests.seams.kernel import load
from tests.seams.world import handle


def hint(state: State) -> list[Any]:
    load(state, "v=nine&m=d6.f4")
    return list(handle(state, "analysis:hint"))


def analyse(state: State) -> list[Any]:
    load(state, "v=nine&m=d6.f4")
    return [] if state.engine.analysing else list(handle(state, "analysis:analyse"))


def _answer(**fields: Any) -> Any:
    return lambda state: dict({"id": (state.engine.question or {"id": 0})["id"], "done": True}, **fields)


MOVES = [{"move": "d2", "value": "draw", "distance": None, "exact": True, "score": 0, "rank": 1, "white": 50}]
_FAILED: list[Any] = [_answer(error="it broke"), _answer(done=False)]
SCREENS = {"a hint awaited": hint, "an analysis": analyse}
ASKED = {
    "answer with a hint": (hint, [_answer(best="d2", sentences=[], score=0, white=50)], _FAILED),
    "answer with an analysis": (analyse, [_answer(moves=MOVES, score=0, white=50)], _FAILED),
}
