"""Puzzles, for the seams' test: see tests/seams/world.py."""

from __future__ import annotations

from typing import Any

from app.features.puzzles.guide import PuzzleGuide
from app.features.puzzles.progress import STORED
from app.model.state import State

from tests.app.features.puzzles.test_puzzles import DAY, FILE, HOLD, WIN
from tests.app.playing import press, press_move
from tests.seams.kernel import load
from tests.seams.world import ECHO, give, handle, in_turn


def loaded(state: State) -> None:
    """Let the file of puzzles and the progress come."""
    give(state, "puzzles:progress", {})
    give(state, "puzzles:loaded", (FILE, DAY, ""))


def puzzle(state: State, id: str = WIN) -> None:
    """Open a puzzle by its link."""
    load(state, "p=" + id)
    loaded(state)


def play_right(state: State) -> list[Any]:
    guide = state.guide
    return press_move(state, guide.right(state)) if isinstance(guide, PuzzleGuide) and not guide.solved else []


def play_first(state: State) -> list[Any]:
    """Play the first right move of a puzzle, which has an answer."""
    puzzle(state)
    return play_right(state)


def wanted(state: State) -> list[Any]:
    """Open a puzzle by its link, before the puzzles are here."""
    effects = load(state, "p=" + HOLD)
    give(state, "puzzles:progress", {})
    return effects


def play_wrong(state: State) -> list[Any]:
    """Play a wrong move of a puzzle."""
    puzzle(state)
    return _play_wrong(state)


def _play_wrong(state: State) -> list[Any]:
    guide = state.guide
    if not isinstance(guide, PuzzleGuide):
        return []
    right = guide.right(state)
    return press_move(state, next(move for move in state.open.game.legal_moves() if move != right))


def solved_with_a_rest(state: State) -> list[Any]:
    """Solve a puzzle after which moves play themselves."""
    play_first(state)
    give(state, "puzzles:answer", None)
    return play_right(state)


def solved(state: State) -> None:
    puzzle(state, HOLD)
    play_right(state)


def listed(state: State) -> None:
    """Open the dialog, with all puzzles."""
    handle(state, "open", "puzzles")
    loaded(state)


def run(state: State) -> list[Any]:
    """Begin a timed run."""
    listed(state)
    handle(state, "puzzles:choose", {"name": "game", "value": ""})
    return list(handle(state, "puzzles:run"))


def judged_in_run(state: State) -> list[Any]:
    """Play a wrong move in a run, which announces the next puzzle."""
    run(state)
    return _play_wrong(state)


def hinted(state: State) -> None:
    puzzle(state)
    handle(state, "puzzles:hint")
    press(state, "a1")


_FILES: list[Any] = [(FILE, DAY, ""), ("", DAY, "")]
_NO_FILES: list[Any] = [("damaged", DAY, ""), ("", DAY, "offline"), ("", DAY, "missing"), ("", DAY, "x")]
SCREENS = {
    "a puzzle": puzzle,
    "a puzzle that answers": play_first,
    "a puzzle solved": solved,
    "a puzzle with a wrong move": play_wrong,
    "a puzzle with a hint": hinted,
    "the list of puzzles": listed,
    "a puzzle with the settings over it": in_turn(puzzle, ("open", "settings")),
    "a timed run": run,
    "a timed run with the settings over it": in_turn(run, ("open", "settings")),
}
ADDRESSES = {"puzzles": ["", "x"], "p": [WIN, "today", "nosuch", ""]}
ASKED = {
    "puzzles:loaded": (lambda state: handle(state, "open", "puzzles"), _FILES, _NO_FILES),
    "puzzles:loaded for a link": (wanted, _FILES, _NO_FILES),
    "puzzles:progress": (
        lambda state: handle(state, "open", "puzzles"),
        [{}, STORED.read({"solved": [HOLD], "best": 3})[0]],
        [STORED.read(damaged)[0] for damaged in (3, {"solved": 7, "rating": [1, "x"]})],
    ),
    "puzzles:answer": (play_first, [ECHO], []),
    "puzzles:run-next": (judged_in_run, [ECHO], []),
    "puzzles:tick": (run, [ECHO], []),
    "puzzles:shown": (play_wrong, [ECHO], []),
    "puzzles:rest": (solved_with_a_rest, [ECHO], []),
}
