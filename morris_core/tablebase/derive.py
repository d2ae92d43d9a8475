"""Moves for values that no table holds but those of what the moves lead to.

May import morris_core's board. Invariant: the rules are those for which `derives` is true: a mill captures one
man, fewer than three men have lost, and so has who cannot move.
"""

from __future__ import annotations

from ..board import Board, bits

KeptRules = dict[str, bool | int | str]
"""The house rules on which values depend, see index.kept_rules."""
Child = tuple[int, int]
"""What a move leads to: the men of the side that is to move then, and those of the one that moved."""
MOST_SETS = 8_192
"""Sets of men whose moves are remembered: about 10 MB."""
OPEN, SPOILS = 4, 3
"""What a placement is worth for each line on which only the own side has men, and only the other side; to be tried
first is the one with the greatest sum, and each neighbouring point counts one.
"""


def derives(rules: KeptRules) -> bool:
    """Return whether values can be derived by these rules."""
    return (
        not rules["mill_wins"]
        and rules["double_mill"] == 1
        and rules["capture"] in ("if-all", "always")
        and rules["stuck"] == "loses"
    )


def successors(board: Board, rules: KeptRules, own: int, other: int) -> list[Child]:
    """Return what each move of a position without men in hand leads to, see Moves.steps."""
    return Moves(board, rules).steps(own, other)


class Moves:
    """The moves of one board by some rules. Those of each set of men are found but once."""

    def __init__(self, board: Board, rules: KeptRules) -> None:
        self.board = board
        self.rules = rules
        self._steps: dict[int, tuple[list[int], list[int]]] = {}
        self._left: dict[int, list[int]] = {}
        self._closing: dict[int, int] = {}
        self._lines = [(mill, list(bits(mill))) for mill in board.mills]
        self._neighbours = [men.bit_count() for men in board.neighbours]

    def steps(self, own: int, other: int) -> list[Child]:
        """Return what each move of a position without men in hand leads to.

        Captures come first: they lead to smaller tables, and win more often.
        """
        closing, quiet = self._steps.get(own) or self._list_steps(own)
        # No step leads to another own man, so what it shares with the other side's men is where it would end.
        found = [(left, after) for after in closing if not after & other for left in self.after_capture(other)]
        found += [(other, after) for after in quiet if not after & other]
        return found

    def placements(self, own: int, other: int) -> list[Child]:
        """Return what each placement leads to, those that are most often the best first: captures, then what keeps the
        other side from capturing.
        """
        empty = self.board.full & ~(own | other)
        closing, blocking = self.closing(own) & empty, self.closing(other) & empty
        found = []
        for points in (closing & blocking, closing & ~blocking):
            for point in bits(points):
                found += [(left, own | 1 << point) for left in self.after_capture(other)]
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

    def closing(self, men: int) -> int:
        """Return the points on which one more man would complete a mill."""
        found = self._closing.get(men)
        if found is None:
            found = 0
            for mill in self.board.mills:
                point = mill & ~men
                if point and not point & (point - 1):
                    found |= point
            if len(self._closing) >= MOST_SETS:
                self._closing.clear()
            self._closing[men] = found
        return found

    def after_capture(self, men: int) -> list[int]:
        """Return what a mill of the other side can leave of a set of men."""
        found = self._left.get(men)
        if found is None:
            found = [men ^ 1 << captive for captive in bits(targets(self.board, self.rules, men))]
            if len(self._left) >= MOST_SETS:
                self._left.clear()
            self._left[men] = found
        return found

    def _list_steps(self, own: int) -> tuple[list[int], list[int]]:
        """Return what a set of men can become in a move on an empty board, with a mill closed and without."""
        board = self.board
        flies = own.bit_count() == self.rules["flying"]
        closing: list[int] = []
        quiet: list[int] = []
        for origin in bits(own):
            rest = own ^ 1 << origin
            for point in bits((board.full if flies else board.neighbours[origin]) & ~own):
                after = rest | 1 << point
                (closing if any(rest & mill == mill for mill in board.mills_at[point]) else quiet).append(after)
        if len(self._steps) >= MOST_SETS:
            self._steps.clear()
        self._steps[own] = closing, quiet
        return closing, quiet


def targets(board: Board, rules: KeptRules, men: int) -> int:
    """Return the men that a mill may take."""
    if rules["capture"] == "always":
        return men
    held = 0
    for mill in board.mills:
        if men & mill == mill:
            held |= mill
    return men & ~held or men
