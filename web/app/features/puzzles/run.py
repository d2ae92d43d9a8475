"""The timed run: as many puzzles as the player can solve in three minutes, easy ones first. Loaded with the puzzles."""

from __future__ import annotations

from ...model.translation import _, number_of
from ...view.nodes import h

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...model.messages import Effects
    from ...view.nodes import Node
    from .book import Book

SECONDS = 180
STEP = 5
"""After so many solved puzzles, the next level begins."""
PAUSE_MS = 700
"""Between a solved puzzle and the next one."""
OVER, NEXT = "puzzles:run-over", "puzzles:run-next"


class Run:
    """A timed run. Each puzzle is judged once, by the first move that solves it or is wrong.

    Attributes:
        number: Distinguishes the runs of this visit, so that the end of an old one does not end another.
        solved: How many puzzles were solved.
        shown: The ids of the puzzles shown.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self.solved = 0
        self.shown: list[str] = []
        self._is_judged = False

    def next_id(self, book: Book, game: str) -> str:
        """Return the next puzzle of a game ("" for any) that this run has not shown, "" for none."""
        self._is_judged = False
        level = str(1 + self.solved // STEP)
        for ids in (book.ids(game, level), book.ids(game)):
            left = [id for id in ids if id not in self.shown]
            if left:
                # Runs differ, and neighbours in the file, which are alike, don't follow each other.
                self.shown.append(left[(13 * self.number + 5 * len(self.shown)) % len(left)])
                return self.shown[-1]
        return ""

    def finished(self, clean: bool) -> Effects:
        """Count a puzzle if it was solved, and announce the next one."""
        if self._is_judged:
            return []
        self._is_judged = True
        self.solved += clean
        return [("after", PAUSE_MS, NEXT, self.number)]

    def build(self) -> Node:
        """Return the score and the time that is left, as a bar that the style sheet shortens."""
        return h(
            "div",
            {"key": "run", "class": "run"},
            h("span", {}, number_of("{number} solved", "{number} solved", self.solved)),
            h("span", {"class": "run-time", "aria-hidden": "true"}),
        )


def result(solved: int, best: int) -> str:
    """Return the result of a run as a sentence."""
    return number_of(
        "Time's up: {number} puzzle solved in three minutes. Your best: {best}.",
        "Time's up: {number} puzzles solved in three minutes. Your best: {best}.",
        solved,
        best=best,
    )


INVITATION = _("Three minutes, as many puzzles as you can. A wrong move doesn't count, and the next puzzle follows.")
