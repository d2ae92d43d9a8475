"""Questions to the engine, and what happens with its answers.

Invariant: the question follows from the state (`question_for`) and is compared after every intent, so nothing else has
to start or stop the engine. An answer to any other question than the last one is dropped.
"""

from __future__ import annotations

from morris_core import MorrisError

from ..kernel.features import ACT, ANSWER, NEWS, Intent, hooks
from ..model.messages import Answer, Effects, EngineNews, Question
from ..model.state import State
from ..model.translation import _, error_text
from ..model.ui import WATCHED
from .moves import changed

# Milliseconds: before a move of the computer, so that the player sees it; and between two computers, after a move and
# after a capture, the time of style/motion.css and a moment more.
PACE = {"slow": 200, "usual": 100, "fast": 40}  # percent, as in style/motion.css
LEAST_MS, AFTER_MOVE_MS, AFTER_CAPTURE_MS = 400, 900, 2000


def question_for(state: State) -> Question | None:
    """Return the question that the engine should work on, the protocol's without id, or None.

    First the urgent questions of features, then the computer's move, then their other questions, in the order of their
    list. What has been answered is not asked again.
    """
    if state.engine.status == "failed":
        return None
    urgent = _asked(state, "urgent_question")
    if urgent is not None:
        return urgent
    if state.needs_computer():
        if state.open.in_other_tab:
            return None  # the computer thinks there
        level = int(state.open.players[state.open.game.position.side])
        question: Question = {"task": "move", "level": level, "game": state.open.plain_link()}
        if state.clock is not None:
            question["limit"] = {"seconds": state.clock.seconds()}
        return question
    return _asked(state, "question")


def _asked(state: State, hook: str) -> Question | None:
    """Return the first question of a feature."""
    for ask in hooks(hook):
        asked: Question | None = ask(state)
        if asked is not None:
            return asked
    return None


def engine_effects(state: State) -> Effects:
    """Return the effects that make the engine work on `question_for` and nothing else."""
    question = question_for(state)
    current = state.engine.question
    if question is None:
        state.engine.drop_question()
        if current is not None:
            return [("stop",)]
        # It will soon be the computer's turn.
        soon = state.ui.outcome is None and (state.open.is_computer(0) or state.open.is_computer(1))
        return [("warm",)] if soon and state.engine.status == "off" else []
    if current is not None:
        question["id"] = current["id"]
        if question == current:
            return []
    state.engine.ask(question)
    return [("ask", question, least_milliseconds(state), state.ask("answer", parts=True))]


def least_milliseconds(state: State) -> int:
    """Return the least time of a computer's move, so that the player sees what came before it."""
    if state.settings["animation"] == "off":
        return 0
    pace = LEAST_MS
    if state.ui.arrival == WATCHED and state.last_move is not None:
        pace = AFTER_CAPTURE_MS if state.last_move.captures else AFTER_MOVE_MS
    most = AFTER_CAPTURE_MS if state.clock is None else int(1000 * state.clock.seconds())
    return min(most, pace * PACE[state.settings["speed"]] // 100)


def _try_again(state: State, _value: object = None) -> Effects | None:
    """Load the engine again after a failure."""
    state.engine.restart()
    return None


def engine(state: State, value: EngineNews) -> Effects | None:
    """Handle the engine's report: {"state": name, "loaded": (bytes, of bytes, seconds), "trouble": sentence, "early":
    level}."""
    state.engine.hear(value)
    return [("only", "engine")] if list(value) == ["loaded"] else None


def answer(state: State, value: Answer) -> Effects | None:
    """Handle an answer of the engine. It is dropped if it doesn't belong to the last question."""
    current = state.engine.question
    if current is None or value.get("id") != current["id"]:
        return None
    if "error" in value:
        return engine(state, {"state": "failed", "trouble": str(value["error"])})
    task = current["task"]
    if task == "move":
        move = value.get("move")
        return _play_answer(state, move) if value.get("done") and move else None
    for hear in hooks("answered"):
        effects: Effects | None = hear(state, task, value)
        if effects is not None:
            return effects
    return None


def _play_answer(state: State, text: str) -> Effects:
    """Play the computer's move. If an earlier position is shown, it stays."""
    follows = state.open.at_head
    try:
        state.open.play(text)
    except MorrisError as error:
        problem = _("The computer's move isn't legal. {reason}").format(reason=error_text(error))
        return engine(state, {"state": "failed", "trouble": problem}) or []
    state.open.one_move = False
    if not follows:
        return []
    state.ui.say("")
    changed(state)
    state.ui.arrive(WATCHED)
    return [("reveal",)]


INTENTS = {
    "try-again": Intent(ACT, _try_again),
    "engine": Intent(NEWS, engine),
    "answer": Intent(ANSWER, answer),
}
