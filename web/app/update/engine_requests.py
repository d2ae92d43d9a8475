"""Asking: what the engine should be working at, and what becomes of its answers.

The one invariant: the question follows from the state (`wanted`) and is compared after every intent, so nobody has to
remember to start or stop the engine; and an answer to any other question than the one asked last is dropped.
"""

from __future__ import annotations

from morris_core import Game, MorrisError
from morris_core.link import format_link

from ..state import WATCHED, State
from .moves import changed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..state import Effects, Handler

# A count and no time, so that a slow phone gives as good a hint, only later.
HINT_NODES = 30000


def wanted(state: State) -> dict[str, Any] | None:
    """Return what the engine should be working at in this state: the protocol's start message without id, or None."""
    if state.engine == "failed":
        return None
    if state.computer_to_move() and not state.paused:
        question: dict[str, Any] = {"task": "move", "level": int(state.players[state.side])}
    elif state.outcome is not None:
        return None
    elif state.hinting:
        question = {"task": "hint", "limit": {"nodes": HINT_NODES}}
    elif state.analysing:
        question = {"task": "analyse"}
    else:
        return None
    question["do"] = "start"
    question["game"] = format_link(game_shown(state))
    return question


def game_shown(state: State) -> Game:
    """Return the game up to the ply shown, to be thought about."""
    game = state.game
    if state.at_current_ply:
        return game
    copy = Game(game.variant, game.start, game.first_ply, game.first_quiet)
    for move in game.moves[: state.shown_ply]:
        copy.play(move)
    return copy


def engine_effects(state: State) -> Effects:
    """Return the effects that bring the engine to work at what is wanted, and at nothing else."""
    question = wanted(state)
    asked = state.question
    if question is None:
        state.question = None
        if asked is not None:
            return [("stop",)]
        # Soon it will be the computer's turn.
        soon = state.outcome is None and (state.is_computer(0) or state.is_computer(1))
        return [("warm",)] if soon and state.engine == "off" else []
    if asked is not None and all(asked.get(key) == question[key] for key in question):
        return []
    state.last_question_id += 1
    question["id"] = state.last_question_id
    state.question = question
    return [("ask", question)]


def hint(state: State, _: object = None) -> Effects | None:
    """Ask for a hint, or put it away."""
    state.hinting = not state.hinting
    state.answer = None
    return _wake(state)


def analyse(state: State, _: object = None) -> Effects | None:
    """Begin or stop showing the values of all turns."""
    state.analysing = not state.analysing
    state.answer = None
    return _wake(state)


def _wake(state: State) -> Effects | None:
    if state.engine == "failed":
        return try_again(state)
    return None


def try_again(state: State, _: object = None) -> Effects | None:
    """Load the engine once more after it failed."""
    state.engine = "off"
    state.engine_problem = ""
    state.question = None
    return None


def engine(state: State, value: dict[str, Any]) -> Effects | None:
    """The engine's state changed: {"state": name, "progress": 0 to 1, "trouble": sentence}."""
    state.engine = value.get("state", state.engine)
    state.engine_progress = value.get("progress", state.engine_progress)
    state.engine_problem = value.get("trouble", state.engine_problem)
    if list(value) == ["progress"]:
        return [("only", "engine")]
    if state.engine == "failed":
        state.question = None
        state.hinting = False
    return None


def answer(state: State, value: dict[str, Any]) -> Effects | None:
    """An answer of the engine. One that does not belong to the question asked last is dropped."""
    asked = state.question
    if asked is None or value.get("id") != asked["id"]:
        return None
    if value.get("stale"):
        state.question = None  # The worker has lost the question: asked again by itself.
        return None
    if "error" in value:
        return engine(state, {"state": "failed", "trouble": str(value["error"])})
    value["task"] = asked["task"]
    if asked["task"] != "move":
        if value.get("turns") or value.get("best") or value.get("done"):
            state.answer = value
        return [("only", "engine", "notes")]
    if not value.get("done") or not value.get("move"):
        return None
    try:
        state.game.play(value["move"])
    except MorrisError as error:
        return engine(state, {"state": "failed", "trouble": "It answered with a turn that is not legal. " + str(error)})
    state.shown_ply = state.game.ply
    state.notice = ""
    changed(state)
    state.arrival = WATCHED
    return [("reveal",)]


INTENTS: dict[str, Handler] = {
    "hint": hint,
    "analyse": analyse,
    "try-again": try_again,
    "engine": engine,
    "answer": answer,
}
