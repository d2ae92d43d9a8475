"""The moves of positions whose values are not stored but follow from the positions after each move.

Invariant: the rules are those for which `derives` is true: a mill captures one man, and a side with fewer than three
men, or without a move, has lost.
"""

from __future__ import annotations

from functools import partial

from ..board import Board, bits
from .kept import Cache
from .network import closing_points

KeptRules = dict[str, bool | int | str]
"""The house rules on which values depend, see index.kept_rules."""
Child = tuple[int, int]
"""The position after a move: the men of the side to move then, and those of the side that moved."""
MOST_SETS = 8_192
"""The most sets of men whose moves are cached, in about 10 MB."""
OPEN, SPOILS = 4, 3
"""The value of a placement for each line with men of its own side only, and of the other side only. Each neighbouring
point counts one more, and placements with greater sums are tried first.
"""


def derives(rules: KeptRules) -> bool:
    """Return whether values can be derived under these rules."""
    return (
        not rules["mill_wins"]
        and rules["double_mill"] == 1
        and rules["capture"] in ("if-all", "always")
        and rules["stuck"] == "loses"
    )


class Moves:
    """The moves on one board under some rules, cached for each set of men."""

    def __init__(self, board: Board, rules: KeptRules) -> None:
        self.board = board
        self._steps = Cache(partial(_list_steps, board, rules), MOST_SETS)
        self._left = Cache(partial(_after_capture, board, rules), MOST_SETS)
        self._closing = Cache(lambda men: closing_points(board, men, False), MOST_SETS)
        self._lines = [(mill, list(bits(mill))) for mill in board.mills]
        self._neighbours = [men.bit_count() for men in board.neighbours]

    def steps(self, own: int, other: int) -> list[Child]:
        """Return the positions after each move if no men are in hand.

        Captures come first, because they lead to smaller tables and win more often.
        """
        closing, quiet = self._steps[own]
        # No step ends on its own side's men, so the only point it can share with the other side's is its destination.
        found = [(left, after) for after in closing if not after & other for left in self._left[other]]
        found += [(other, after) for after in quiet if not after & other]
        return found

    def placements(self, own: int, other: int) -> list[Child]:
        """Return the positions after each placement, those that are usually best first.

        First come captures, then the placements that keep the other side from capturing.
        """
        empty = self.board.full & ~(own | other)
        closing, blocking = self._closing[own] & empty, self._closing[other] & empty
        found = []
        for points in (closing & blocking, closing & ~blocking):
            for point in bits(points):
                found += [(left, own | 1 << point) for left in self._left[other]]
        found += [(other, own | 1 << point) for point in bits(blocking & ~closing)]
        worth = self._neighbours.copy()
        for line, points_of_line in self._lines:
            if line & other:
                if line & own:
                    continue
                more = SPOILS
            elif line & own:
                more = OPEN
            else:
                continue
            for point in points_of_line:
                worth[point] += more
        rest = sorted(bits(empty & ~(closing | blocking)), key=worth.__getitem__, reverse=True)
        found += [(other, own | 1 << point) for point in rest]
        return found


def _list_steps(board: Board, rules: KeptRules, own: int) -> tuple[list[int], list[int]]:
    """Return the sets of men after each step on an empty board, those that close a mill and those that do not."""
    flies = own.bit_count() == rules["flying"]
    closing: list[int] = []
    quiet: list[int] = []
    for origin in bits(own):
        rest = own ^ 1 << origin
        for point in bits((board.full if flies else board.neighbours[origin]) & ~own):
            after = rest | 1 << point
            (closing if any(rest & mill == mill for mill in board.mills_at[point]) else quiet).append(after)
    return closing, quiet


def _after_capture(board: Board, rules: KeptRules, men: int) -> list[int]:
    """Return the sets of men that a mill of the other side can leave."""
    held = 0
    for mill in board.mills:
        if men & mill == mill:
            held |= mill
    targets = men if rules["capture"] == "always" else men & ~held or men
    return [men ^ 1 << captive for captive in bits(targets)]
