"""The exercises on mistakes, for the seams' test: see tests/seams/world.py."""

from __future__ import annotations

import json
from typing import Any

from app.features.mistakes.collection import STORED
from app.model.state import State

from tests.app.features.mistakes.test_mistakes import LINK, REPORT
from tests.app.features.my_games.seams import ARCHIVED, listed, text_of_archived
from tests.app.playing import press
from tests.seams.world import ECHO, give, handle, in_turn

FOUND = {"link": LINK, "plies": 7, "time": 7, "moves": [[6, dict(REPORT["moves"][5])]]}
DATA = {"found": {"mine-1": json.dumps(FOUND)}, "solved": []}


def opened(state: State, data: object = DATA) -> None:
    """Open the dialog, with games and an exercise."""
    handle(state, "open", "mistakes")
    listed(state)
    give(state, "mistakes:read", STORED.read(data)[0])


def exercise(state: State) -> None:
    opened(state)
    handle(state, "mistakes:next")


def tried(state: State) -> list[Any]:
    exercise(state)
    return press(state, "d7") if state.guide is not None else []


def repeated(state: State) -> list[Any]:
    """Try the mistake itself, which is shown and taken back."""
    exercise(state)
    return press(state, "b2") if state.guide is not None else []


def checked(state: State) -> list[Any]:
    """Review the games: first one of the last ones."""
    opened(state, None)
    return list(handle(state, "mistakes:check"))


def _report(report: Any) -> Any:
    return lambda state: {
        "id": (state.engine.question or {"id": 0})["id"],
        "percent": 50,
        "done": True,
        "review": json.loads(json.dumps(report)),
    }


def checked_archive(state: State) -> list[Any]:
    """Review the games, up to the one that the archive has."""
    checked(state)
    return give(state, "answer", _report(REPORT)(state))


_FAILED: list[Any] = [lambda state: {"id": (state.engine.question or {"id": 0})["id"], "error": "it broke"}]
SCREENS = {
    "exercises on mistakes": opened,
    "an exercise on a mistake": exercise,
    "an exercise on a mistake that is judged": tried,
    "games being checked": checked,
    "an exercise on a mistake with the settings over it": in_turn(exercise, ("open", "settings")),
}
ASKED = {
    "mistakes:read": (
        lambda state: handle(state, "open", "mistakes"),
        [STORED.read(data)[0] for data in (None, DATA)],
        [STORED.read(data)[0] for data in (3, {"found": 3}, {"found": {"a": "x"}, "solved": 4})],
    ),
    "mistakes:text": (
        checked_archive,
        [text_of_archived()],
        [{"id": ARCHIVED, "text": None, "trouble": "failed"}, {"id": ARCHIVED, "text": "{", "trouble": ""}],
    ),
    "mistakes:shown": (repeated, [ECHO], []),
    "answer on games that are checked": (checked, [_report(None), _report(REPORT)], _FAILED),
    "answer on a try in a mistake": (
        tried,
        [_report(dict(REPORT, moves=[dict(REPORT["moves"][5], move="d7", grade=grade)])) for grade in ("", "blunder")],
        _FAILED,
    ),
}
