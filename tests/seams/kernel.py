"""The kernel's own screens, answers and news. See world.py."""

from __future__ import annotations

import json
from typing import Any

from app.model.open_game import OpenGame
from app.model.settings import STORED as SETTINGS
from app.model.state import State

from tests.app.playing import MILL_NEXT, begin, press
from tests.seams.world import ECHO, NOTED, About, handle, saved_data

PEOPLE, AGAINST_COMPUTER = ["human", "human"], ["human", "1"]


def load(state: State, fragment: str) -> list[Any]:
    return list(handle(state, "load", {"fragment": fragment}))


def new_game(state: State, players: list[str], clock: tuple[int, int] | None = None) -> list[Any]:
    return begin(state, players=players, clock=clock, do=lambda *intent: list(handle(state, *intent)))


def half_entered(state: State) -> None:
    load(state, MILL_NEXT)
    press(state, "d1")
    assert state.ui.entry.capturing


def against_computer(state: State) -> list[Any]:
    """Play a move against the computer; return the effects, which ask for its answer."""
    new_game(state, AGAINST_COMPUTER)
    return press(state, "a1")


def over(state: State) -> None:
    new_game(state, PEOPLE)
    press(state, "a1", "d2")
    handle(state, "resign")


def undone(state: State) -> None:
    new_game(state, PEOPLE)
    press(state, "a1", "d2", "g4")
    handle(state, "undo")


def earlier(state: State) -> None:
    load(state, "v=nine&m=d6.f4.d2")
    handle(state, "step", "first")


def followed(state: State) -> None:
    handle(state, "follow", (state.open.id, saved_data(NOTED + "&m=d6.f4.d2.b4.a1", 99), None, False))


def parked(state: State) -> None:
    new_game(state, PEOPLE)
    press(state, "a1")
    load(state, "v=six&m=b4.a1")


SCREENS = {
    "the board": lambda state: None,
    "a game of a link": lambda state: load(state, "v=six&m=b4.a1"),
    "a damaged link": lambda state: load(state, "v=nine&m=d6.zz"),
    "a new game": lambda state: new_game(state, PEOPLE),
    "a game against the computer": against_computer,
    "a game that is over": over,
    "a move undone": undone,
    "an earlier position": earlier,
    "half a move": half_entered,
    "another tab's move": followed,
    "a parked game": parked,
    "no dialog": lambda state: handle(state, "close"),
    "a flipped board": lambda state: handle(state, "flip"),
}


def turn(state: State) -> list[Any]:
    """Let the board turn between two people."""
    handle(state, "setting", {"name": "turn", "value": "turn"})
    new_game(state, PEOPLE)
    return press(state, "a1")


def _id(state: State) -> int | None:
    return state.engine.question.get("id") if state.engine.question else None


def _engine(**fields: Any) -> About:
    """An answer of the engine: about the game on the board when it was asked."""
    return About(lambda state: state.open, lambda state: dict({"id": _id(state), "done": True}, **fields))


def copy(state: State) -> list[Any]:
    """Copy a text."""
    state.ask("copied")
    return []


ASKED = {
    "copied": (copy, ["link", "seam"], [""]),
    "turn": (turn, [ECHO], []),
    "settings": (
        lambda state: handle(state, "stored-changed", SETTINGS.key),
        [SETTINGS.read({"theme": "dark", "turn": "turn"})[0]],
        [SETTINGS.read(damaged)[0] for damaged in (None, 3, {"theme": 3, "newer": "x"})],
    ),
    "answer": (
        against_computer,
        [_engine(move="d2", best="d2"), _engine(done=False, percent=3)],
        [_engine(error="it broke"), _engine(move="a1"), _engine(move="zz"), {"id": -1}],
    ),
}


def _data(game: OpenGame | None) -> Any:
    return None if game is None else json.loads(json.dumps(game.write()))


def _named(game: Any, change: Any) -> About:
    """Another tab's change of a game on the page: what is stored now."""

    def value(state: State) -> Any:
        one = game(state)
        return ("elsewhere", saved_data(NOTED, 99), None, False) if one is None else (one.id, change(one), None, False)

    return About(game, value)


def _longer(game: OpenGame) -> Any:
    """Return a game's data with a move more, as another tab saves it."""
    longer = game.game.copy(game.game.ply)
    if longer.outcome() is not None:
        return _data(game)
    longer.play(longer.legal_moves()[0])
    return dict(saved_data(longer.link(), 99), writes=[["other", 3]])


NEWS = {
    "started": [None],
    "finished": [[], [("own", saved_data(NOTED, 9))]],
    "stored-changed": [None, SETTINGS.key, "newer"],
    "surplus": [[], [("far-1", json.dumps(saved_data(NOTED, 2))), ("far-2", "{")]],
    "follow": [
        _named(game, change)
        for game in (lambda state: state.own_game(), lambda state: state.parked, lambda state: None)
        for change in (
            _longer,
            _data,
            lambda game: saved_data("v=six&m=b4.a1.c5", 99),
            lambda game: None,
            lambda game: 3,
        )
    ],
    "kept": [False, True],
    "engine": [
        {"state": "loading"},
        {"loaded": (1, 2, 3.0)},
        {"state": "ready"},
        {"state": "failed", "trouble": "It broke."},
        {"state": "ready", "early": 3},
    ],
}
