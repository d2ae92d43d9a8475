"""The end of a game, for the seams' test: see tests/seams/world.py."""

from __future__ import annotations

from typing import Any

from app.model.state import State

from tests.seams.kernel import AGAINST_COMPUTER, new_game
from tests.seams.world import About, handle


def offer(state: State) -> list[Any]:
    """Offer the computer a draw."""
    new_game(state, AGAINST_COMPUTER)
    handle(state, "open", "end-game")
    return list(handle(state, "end-game:offer"))


def _answer(**fields: Any) -> About:
    return About(
        lambda state: state.open,
        lambda state: dict({"id": (state.engine.question or {"id": 0})["id"], "done": True}, **fields),
    )


SCREENS = {"a draw offered": offer}
ASKED = {
    "answer to an offer": (
        offer,
        [_answer(accepts=True, sentences=[]), _answer(accepts=False, sentences=[["No.", {}]])],
        [_answer(error="it broke")],
    )
}
