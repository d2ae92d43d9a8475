"""Planned moves, for the seams' test: see tests/seams/world.py."""

from __future__ import annotations

from typing import Any

from app.model.state import State

from tests.app.playing import press
from tests.seams.kernel import against_computer
from tests.seams.world import ECHO, give


def planned(state: State) -> None:
    against_computer(state)
    press(state, "b4")


def answered(state: State) -> list[Any]:
    """Let the computer move; the planned move follows."""
    planned(state)
    question = state.engine.question
    return [] if question is None else give(state, "answer", {"id": question["id"], "done": True, "move": "d2"})


SCREENS = {"a planned move": planned}
ASKED: dict[str, Any] = {"plan:play": (answered, [ECHO], [])}
