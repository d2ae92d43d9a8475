"""The player's wishes for the analysis."""

from __future__ import annotations

from ...model.state import State

LINES, MOST_LINES = 3, 5
DRAWN_DEPTH, DEEPER = 8, 8  # how deep known draws are searched, only to order them, and how much deeper each time


class Wishes:
    """The player's choices about the analysis.

    Attributes:
        lines: The number of best lines.
        threat: Whether it shows what the other side threatens.
        deeper: How much deeper known draws are searched at the position of `subject`.
    """

    def __init__(self) -> None:
        self.lines, self.threat = LINES, False
        self.deeper = 0
        self.subject: object = None

    def drawn_depth(self, state: State) -> int:
        """Return how deep known draws of the position shown are searched."""
        return DRAWN_DEPTH + (self.deeper if self.subject == state.subject() else 0)
