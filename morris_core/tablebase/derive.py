"""The moves of positions whose values are not stored but follow from the positions after each move.

Invariant: the rules are those for which `derives` is true: a mill captures one man, and a side with fewer than three
men, or without a move, has lost.
"""

from __future__ import annotations

from ..board import bits
from ..generator import move_generator
from ..variants import Variant
from .kept import Cache

KeptRules = dict[str, bool | int | str]
"""The house rules on which values depend, see index.stored_rules."""
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
    """The moves of a variant, cached for each set of men."""

    def __init__(self, variant: Variant) -> None:
        self.board = board = variant.board
        generator = move_generator(variant)
        self._steps = Cache(lambda own: generator.candidates(own, 0, 0, 0, 0), MOST_SETS)
        # Enough men are left, or the game would be over.
        self._left = Cache(lambda men: generator.after_captures(men, variant.rules.men, 1), MOST_SETS)
        self._closing = Cache(generator.completing_points, MOST_SETS)
        self._lines = [(mill, list(bits(mill))) for mill in board.mills]
        self._neighbours = [men.bit_count() for men in board.neighbours]

    def steps(self, own: int, other: int) -> list[Child]:
        """Return the positions after each move if no men are in hand.

        Captures come first, because they lead to smaller tables and win more often.
        """
        closing, quiet = self._steps[own]
        found = [(left, own + added) for added, to, _ in closing if not to & other for left in self._left[other]]
        found += [(other, own + added) for added, to in quiet if not to & other]
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
