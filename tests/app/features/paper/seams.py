"""Things to print, for the seams' test: see tests/seams/world.py."""

from __future__ import annotations

from typing import Any

from app.model.state import State

from tests.app.features.puzzles.test_puzzles import DAY, FILE
from tests.seams.world import handle


def worksheet(state: State) -> list[Any]:
    return list(handle(state, "paper:open", "puzzles"))


SCREENS = {"a worksheet": worksheet}
ASKED: dict[str, Any] = {"paper:loaded": (worksheet, [(FILE, DAY, ""), ("", DAY, "offline")], [("x", DAY, "")])}
