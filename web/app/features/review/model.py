"""The review of the game on the board: what is asked for it and what is known.

The one invariant: a review belongs to the moves that it was made of. It stays open while the game goes on from them,
and closes as soon as the page has another game.
"""

from __future__ import annotations

from morris_core.link import HUMAN, format_link

from .words import explained, summary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from ...model.messages import Answer, Effects, Question, Reach, ReviewedMove, ReviewReport
    from ...model.state import State

    class Exercise(Protocol):
        """What is done on the board about one mistake. See exercise.py."""

        number: int

        def question(self) -> Question | None:
            """Return what the engine is to be asked, or None."""

        def answered(self, state: State, value: Answer) -> Effects:
            """Take an answer of the engine."""

        def leave(self, state: State) -> None:
            """Give the board back."""


KEPT_REVIEWS = 5
# How many positions the engine enters for each one of the game: fewer in a long game, so that a review takes seconds.
NODES_IN_ALL, LEAST_NODES, MOST_NODES = 300_000, 2_000, 5_000


class Review:
    """A review. A move is named by its number here, that of the ply after it, from 1.

    Attributes:
        link: The game that is reviewed.
        line: Its moves.
        sides: Those whose mistakes are to be learned from: who is at this screen, else both.
        percent: How far the engine has come.
        waiting: Whether it waits for tables of exact values.
        report: What it says; None until it is done.
        known: How far exact tables know the game, or None.
        revealed: The move whose better one is shown on the board before it, or 0.
        solved: The moves for which a better one was found.
        exercise: The exercise that is under way, or None.
    """

    def __init__(self, state: State) -> None:
        game = state.open.game
        self.variant = game.variant
        self.start = game.start
        self.line = game.moves
        self.link = format_link(game.copy(game.ply))
        people = [side for side in (0, 1) if state.open.players[side] == HUMAN and not state.open.is_away(side)]
        self.sides = people or [0, 1]
        self.percent = 0
        self.waiting = False
        self.report: ReviewReport | None = None
        self.known: Reach | None = None
        self.revealed = 0
        self.solved: set[int] = set()
        self.exercise: Exercise | None = None
        # When the review was finished: what is said of it then is said until something else is shown.
        self._finished = 0
        known = state.panels.reviews.get(self.link)
        if known is not None:
            self._take(state, known)

    def fits(self, state: State) -> bool:
        """Return whether the game of the page, on the board or waiting in an exercise, still has the reviewed moves."""
        if self.exercise is not None and state.guide is not None:
            return True
        game = state.open.line
        return game.variant == self.variant and game.start == self.start and game.line[: len(self.line)] == self.line

    def question(self) -> Question | None:
        """Return what the engine is to be asked: about a try in an exercise, else the review itself."""
        if self.exercise is not None:
            return self.exercise.question()
        if self.report is not None:
            return None
        nodes = max(LEAST_NODES, min(MOST_NODES, NODES_IN_ALL // len(self.line)))
        return {"do": "start", "task": "review", "game": self.link, "limit": {"nodes": nodes}}

    def answered(self, state: State, value: Answer) -> Effects:
        """Take an answer of the engine: the progress, or all."""
        if self.exercise is not None:
            return self.exercise.answered(state, value)
        self.percent = value["percent"]
        self.waiting = value.get("waiting", False)
        if value.get("review") is None:
            return [("only", "review", "engine")]
        reviews = state.panels.reviews
        if len(reviews) >= KEPT_REVIEWS:
            reviews.clear()
        reviews[self.link] = value
        self._take(state, value)
        return []

    def _take(self, state: State, value: Answer) -> None:
        self.report = value["review"]
        self.known = value.get("known")
        self._finished = state.ui.revision

    def move(self, number: int) -> ReviewedMove:
        """Return what was found out about a move. There is a report."""
        assert self.report is not None
        return self.report["moves"][number - 1]

    def turning_points(self) -> list[int]:
        """Return the moves by which the game turned: mistakes and blunders."""
        moves = [] if self.report is None else self.report["moves"]
        return [number for number, reviewed in enumerate(moves, 1) if "sentences" in reviewed]

    def own_mistakes(self) -> list[int]:
        """Return those of the turning points that are to be learned from."""
        return [number for number in self.turning_points() if self.move(number)["side"] in self.sides]

    def next_mistake(self, after: int) -> int | None:
        """Return the next mistake of one's own that is not solved, from the first one again after the last."""
        left = [number for number in self.own_mistakes() if number not in self.solved]
        later = [number for number in left if number > after]
        return later[0] if later else left[0] if left else None

    def in_focus(self, state: State) -> int:
        """Return the move that is spoken of: the one that led to the position shown, or the one whose better move is
        shown there; 0 where there is none."""
        shown = state.open.shown_ply
        if self.revealed and shown == self.revealed - 1:
            return self.revealed
        return shown if shown <= len(self.line) else 0

    def is_revealed(self, state: State) -> bool:
        """Return whether the position before a mistake is shown, with the better move."""
        return self.revealed > 0 and state.guide is None and state.open.shown_ply == self.revealed - 1

    def arrow(self, state: State) -> str | None:
        """Return the better move, where it is to be drawn."""
        return self.move(self.revealed)["better"] if self.is_revealed(state) else None

    def spoken(self, state: State) -> str:
        """Return what is announced: what was found out at the end, then what is said of a turning point."""
        if self.report is None:
            return ""
        if state.ui.revision == self._finished:
            return summary(self.report)
        number = self.in_focus(state)
        if number and "sentences" in self.move(number):
            return explained(self.move(number), self.is_revealed(state))
        return ""
