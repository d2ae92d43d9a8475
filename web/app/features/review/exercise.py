"""An exercise: find a better move than a mistake on the board. The engine judges each try."""

from __future__ import annotations

from typing import Any, Protocol

from morris_core import Move

from ...common.guide import Guide
from ...model.messages import Answer, Effects, Question, ReviewedMove
from ...model.state import State
from ...model.translation import _
from .words import numbered, why


class Mistakes(Protocol):
    """The mistakes of a review."""

    solved: set[int]
    exercise: Any

    def move(self, number: int) -> ReviewedMove:
        """Return the review's entry for a move."""


# A try with one of these grades is as bad as the mistake.
WRONG = ("blunder", "mistake")


class Exercise(Guide):
    """An exercise on one mistake of the reviewed game."""

    name = "review"

    def __init__(self, review: Mistakes, number: int) -> None:
        super().__init__()
        self.number = number  # of the mistake
        self.checking = ""  # the move that the engine is judging
        self.found = ""  # the better move on the board
        self.by_solution = False  # whether the player asked for the solution
        self._review = review
        self._address = ""
        self._tried_link = ""

    @property
    def mistake(self) -> ReviewedMove:
        """The review's entry for the mistake."""
        return self._review.move(self.number)

    def begin(self, state: State) -> None:
        """Put the position before the mistake on the board."""
        game, orientation = state.open.game.copy(self.number - 1), state.open.orientation
        self._address = state.fragment()
        self.enter(state)
        self.show(state, game, game.position.side)
        state.open.orientation = orientation

    def question(self) -> Question | None:
        """Return the question to the engine about the move that was tried."""
        if not self.checking:
            return None
        return {"task": "review", "game": self._tried_link, "first": self.number - 1}

    def answered(self, state: State, value: Answer) -> Effects:
        """Handle the engine's answer about the move that was tried."""
        report = value.get("review")
        if report is None or not self.checking:
            return [("only", "report", "engine")]
        tried, self.checking, self.waiting = self.checking, "", False
        judged = report["moves"][0]
        if judged["grade"] not in ("blunder", "mistake", "inaccuracy"):
            return self._solve(state, tried) + self.praise(state)
        return self.refute_shown(state, state.open.game.ply - 1, wrong(judged), reply_to(judged))

    def show_solution(self, state: State) -> Effects | None:
        """Put the better move on the board."""
        if self.found:
            return None
        if self.checking:
            self.checking = ""
            self.show(state, state.open.game.copy(state.open.game.ply - 1), self.side)
        self.by_solution = True
        better = str(self.mistake["better"])
        effects = self.put(state, better)
        return effects + self._solve(state, better)

    def _solve(self, state: State, move: str) -> Effects:
        """Take a move on the board as a better one."""
        self.found = move
        self._review.solved.add(self.number)
        return []

    # --- what the page asks of a guide --------------------------------------------------------------------------------

    def leave(self, state: State) -> None:
        """Give back the board; the review continues without the exercise."""
        self._review.exercise = None
        super().leave(state)

    def fragment(self, state: State) -> str:
        """Return the address of the player's own game, since an exercise has no address."""
        return self._address

    def why_not_now(self, state: State) -> str:
        """Return why nothing can be tried now, or ""."""
        if self.checking:
            return _("One moment. The computer is checking {move}.").format(move=self.checking)
        if self.found:
            return _("You've solved this one: {move} is a better move.").format(move=self.found)
        return super().why_not_now(state)

    def pressed(self, state: State, move: Move | None) -> Effects | None:
        """Judge a whole move: right, wrong, or a question for the engine."""
        if move is None:
            return None
        text = state.open.game.move_text(move)
        if text == self.mistake["move"]:
            reason = _("{move} was the mistake. Look for a better move.").format(move=text)
            return self.refute(state, move, reason, reply_to(self.mistake))
        effects = self.put(state, move)
        if text == self.mistake["better"]:
            effects += self._solve(state, text) + self.praise(state)
        else:
            self.checking, self.waiting = text, True
            self._tried_link = state.open.game.link()
        return effects

    def prompt(self, state: State) -> str:
        if self.found:
            return _("{move} is a better move").format(move=self.found)
        if self.checking:
            return _("The computer is checking {move}").format(move=self.checking)
        if not state.ui.entry.empty:
            return ""
        return _("Find a better move than {move}").format(move=numbered(self.mistake))

    def spoken(self, state: State) -> str:
        """Return what screen readers hear: the verdict or the task."""
        return self.verdict() if self.found else self.prompt(state)

    def verdict(self) -> str:
        """Return the text for a better move on the board."""
        if self.by_solution:
            return _("The solution is {move}. {why}").format(move=self.found, why=why(self.mistake, named=True))
        if self.found == self.mistake["better"]:
            return _("{move} is right. {why}").format(move=self.found, why=why(self.mistake, named=True))
        return _(
            "{move} is right too: it keeps what {mistake} gave away. The computer had thought of {better}."
        ).format(move=self.found, mistake=self.mistake["move"], better=self.mistake["better"])


def reply_to(judged: ReviewedMove) -> str:
    """Return the reply that the computer expects to a move; "" if it is not known."""
    line = judged.get("line") or []
    return line[1] if len(line) > 1 and line[0] == judged["move"] else ""


def wrong(judged: ReviewedMove) -> str:
    """Return why a try is wrong, without giving away the solution."""
    move, line = judged["move"], judged.get("line") or []
    if judged["grade"] not in WRONG:
        return _("{move} isn't bad, but there's a better move. Try another one.").format(move=move)
    if judged["exact"] and judged["value"] != "draw":
        template = _("{move} is a proven loss: the reply is {reply}. Try another move.")
    elif len(line) > 1 and "x" in line[1]:
        template = _("{move} is no better: the reply {reply} takes a man. Try another move.")
    else:
        template = _("{move} is no better: the computer would answer {reply}. Try another move.")
    if len(line) < 2:
        return _("{move} is no better. Try another move.").format(move=move)
    return template.format(move=move, reply=line[1])
