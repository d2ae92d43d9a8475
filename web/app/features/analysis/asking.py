"""The questions of hint and analysis to the engine."""

from __future__ import annotations

from morris_core import Move
from morris_core.link import HUMAN
from morris_core.notation import format_move

from ...common.help import may_help
from ...model.messages import Answer, Choice, Effects, Question
from ...model.state import State
from ...update import games
from . import panel as _panel  # noqa: F401 - it shows the answers
from .wishes import DEEPER, DRAWN_DEPTH, MOST_LINES, Wishes

# A number of nodes instead of a time, so that a slow phone gives as good a hint, only later.
HINT_NODES = 30000
THREAT_NODES = 20000


def on_hint(state: State, _value: object) -> Effects | None:
    """Ask for a hint, or hide it."""
    if may_help(state):
        state.engine.hint(not state.engine.hinting)
        _wake(state)
    return None


def on_analyse(state: State, _value: object) -> Effects | None:
    """Show the values of all moves, or hide them."""
    if not may_help(state):
        return None
    state.engine.analyse(not state.engine.analysing)
    _wake(state)
    return [("analysis:watch",)]


def on_wish(state: State, value: Choice | str | None) -> Effects | None:
    """Show what the other side threatens or hide it (None), look deeper into known draws ("deeper"), or change the
    number of best lines (the choice of a field). A threat begins the analysis."""
    if not may_help(state):
        return None
    wishes = state.of(Wishes)
    if value is None:
        wishes.threat = not (wishes.threat and state.engine.analysing)
        return None if state.engine.analysing else on_analyse(state, None)
    if isinstance(value, dict):
        wishes.lines = max(1, min(MOST_LINES, int(value["value"])))
    else:
        wishes.deeper = wishes.drawn_depth(state) - DRAWN_DEPTH + DEEPER
        wishes.subject = state.subject()
    state.engine.ask_again()
    return None


def on_play_on(state: State, value: Choice) -> Effects | None:
    """Play on from the position shown against a level, as the side to move."""
    if state.ui.outcome is not None or not value["value"]:
        return None
    players = [value["value"]] * 2
    players[state.side] = HUMAN
    state.engine.analyse(False)
    return games.set_players(state, players)


def _wake(state: State) -> None:
    """Load the engine again for an answer after a failure."""
    if state.engine.status == "failed" and (state.engine.hinting or state.engine.analysing):
        state.engine.restart()


def on_ask_again(state: State, _value: object) -> None:
    """Repeat the last question: the engine asks for its missing files again."""
    state.engine.ask_again()


def is_hinting(state: State) -> bool:
    return state.engine.hinting


def is_analysing(state: State) -> bool:
    return state.engine.analysing


def over(state: State) -> str:
    return "analysis:analyse" if state.engine.analysing else ""


def question(state: State) -> Question | None:
    """Return the question about the position shown and the half-entered move, a hint before the analysis."""
    if state.ui.outcome is not None:
        return None
    asked: Question
    wishes = state.of(Wishes)
    if state.engine.hinting and state.answer_to("hint") is None:
        asked = {"task": "hint", "game": _link_shown(state), "limit": {"nodes": HINT_NODES}}
    elif state.engine.analysing and wishes.threat and state.answer_to("threat") is None:
        asked = {"task": "hint", "game": _link_shown(state), "passes": True, "limit": {"nodes": THREAT_NODES}}
        return asked
    elif state.engine.analysing and not (state.answer_to("analyse") or {}).get("done"):
        asked = {"task": "analyse", "game": _link_shown(state)}
        asked["lines"], asked["drawn_depth"] = wishes.lines, wishes.drawn_depth(state)
    else:
        return None
    entry = state.ui.entry
    if entry.to is not None:
        asked["entered"] = format_move(Move(entry.origin, entry.to, entry.captures), state.variant)
    return asked


def _link_shown(state: State) -> str:
    """Return the link of the game up to the ply shown."""
    return state.open.plain_link() if state.open.at_head else state.open.line.copy(state.open.shown_ply).link()


def answered(state: State, task: str, value: Answer) -> Effects | None:
    """Handle an answer of the engine: of an analysis also those on the way."""
    if task not in ("hint", "analyse"):
        return None
    if state.engine.question is not None and state.engine.question.get("passes"):
        task = "threat"
    if value.get("done") or (task == "analyse" and value.get("moves")):
        value["subject"] = state.subject()
        state.engine.answers[task] = value
    return [("only", "engine", "notes")]
