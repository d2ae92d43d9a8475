"""The questions of hint and analysis to the engine."""

from __future__ import annotations

from morris_core import Move
from morris_core.notation import format_move

from ...common.help import may_help
from . import panel as _panel  # noqa: F401 - it shows the answers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...model.messages import Answer, Effects, Question
    from ...model.state import State

# A number of nodes instead of a time, so that a slow phone gives as good a hint, only later.
HINT_NODES = 30000


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
    return [("analysis:watch-lines",)]


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
    if state.engine.hinting and state.answer_to("hint") is None:
        asked = {"task": "hint", "game": _link_shown(state), "limit": {"nodes": HINT_NODES}}
    elif state.engine.analysing and not (state.answer_to("analyse") or {}).get("done"):
        asked = {"task": "analyse", "game": _link_shown(state)}
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
    if value.get("done") or (task == "analyse" and value.get("moves")):
        value["subject"] = state.subject()
        state.engine.answers[task] = value
    return [("only", "engine", "notes")]
