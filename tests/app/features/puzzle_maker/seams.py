"""Puzzles that players make, for the seams' test: see tests/seams/world.py."""

from __future__ import annotations

from typing import Any

from app.model.state import State

from tests.app.features.puzzle_maker.test_puzzle_maker import STORED_LINE
from tests.seams.kernel import load
from tests.seams.world import handle


def making(state: State) -> list[Any]:
    load(state, "v=three&m=a3.b2.a1.c1")
    return list(handle(state, "puzzle-maker:make"))


SCREENS = {"a puzzle that is made": making}
ASKED: dict[str, Any] = {"puzzle-maker:read": (making, [{}, {"x1": [7, STORED_LINE]}, {"x1": [8, None]}], [])}
ADDRESSES = {"puzzle": ["", "x", "x1%20nine", STORED_LINE.replace(" ", "%20")]}
