"""The review and its exercises, for the seams' test: see tests/seams/world.py."""

from __future__ import annotations

from typing import Any

from app.model.state import State

from tests.app.features.review.test_review import MISTAKE, TWO_PEOPLE, answer_of, move_report
from tests.app.playing import press
from tests.seams.kernel import load
from tests.seams.world import ECHO, About, give, handle, in_turn

LINK = TWO_PEOPLE.replace("&", "&r=repetition:0&", 1)  # no other question to the engine is the same


def begun(state: State) -> list[Any]:
    """Begin a review."""
    load(state, LINK)
    return list(handle(state, "review:open"))


def reviewed(state: State) -> None:
    begun(state)
    if state.engine.question is not None:
        give(state, "answer", answer_of(state))


def exercise(state: State) -> None:
    reviewed(state)
    handle(state, "review:exercise", str(MISTAKE))


def tried(state: State) -> list[Any]:
    """Try a move, which the engine judges."""
    exercise(state)
    return press(state, "d7") if state.guide is not None else []


def repeated(state: State) -> list[Any]:
    """Try the mistake itself, which is shown and taken back."""
    exercise(state)
    return press(state, "b2") if state.guide is not None else []


def _judged(**fields: Any) -> Any:
    report = {"first": MISTAKE - 1, "moves": [move_report(1, 3, "d7", 50, **fields)]}
    return lambda state: {
        "id": (state.engine.question or {"id": 0})["id"],
        "done": True,
        "percent": 100,
        "review": report,
    }


_FAILED: list[Any] = [lambda state: {"id": (state.engine.question or {"id": 0})["id"], "error": "it broke"}]
SCREENS = {
    "a review under way": begun,
    "a review": reviewed,
    "an exercise": exercise,
    "an exercise that is judged": tried,
    "an exercise with the settings over it": in_turn(exercise, ("open", "settings")),
}
ADDRESSES = {"review": [LINK, "v=nine", "damaged", ""]}
ASKED = {
    "answer with a review": (
        begun,
        # It is about the game, whose list then shows what a review has found.
        [About(lambda state: state.open, lambda state: answer_of(state) if state.engine.question else {"id": 0})],
        [*_FAILED, lambda state: {"id": (state.engine.question or {"id": 0})["id"], "percent": 4, "review": None}],
    ),
    "review:shown": (repeated, [ECHO], []),
    "answer on a try": (tried, [_judged(), _judged(grade="blunder", line=["d7", "a1xf4"])], _FAILED),
}
