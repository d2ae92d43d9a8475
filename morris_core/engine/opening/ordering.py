"""The order in which to try the moves of a placing position: by sums of weights of patterns, with a table for each ply.

The patterns are those of the learned evaluation (patterns.py) and eight more, the five points of a side of two rings.
Each has a number, with the digit 1 for a man of the side that has just placed one and 2 for a man of the other side.
Patterns that a symmetry of the board maps onto each other have the same weight. Invariant: weights are integers, so
every machine finds the same order.
"""

from __future__ import annotations

from array import array
from functools import cache

from ...board import Board
from ..patterns import GROUPS, RINGS, CodeTable, numbers_of_orbits, orbits, patterns

WIDE_IMAGES = [list(range(10)), [4, 3, 2, 1, 0, 9, 8, 7, 6, 5]]
"""The symmetries of the additional patterns, as the digit that moves to each index: identity and reflection."""


def wide_patterns() -> list[list[str]]:
    """Return the points of the additional patterns: a side of the outer or inner ring with one of the middle ring."""
    outer, middle, inner = RINGS
    steps = (-1, 0, 1, 2, 3)
    return [
        [ring[(2 * side + step) % 8] for ring in (edge, middle) for step in steps]
        for edge in (outer, inner)
        for side in range(4)
    ]


@cache
def groups() -> tuple[list[list[int]], list[int], int]:
    """Return the row of each number of each group of patterns, the group of each pattern, and the number of rows."""
    found, first = [], 0
    for numbers, count in [*(orbits(group) for group in range(max(GROUPS) + 1)), numbers_of_orbits(WIDE_IMAGES)]:
        found.append([first + number for number in numbers])
        first += count
    return found, [*GROUPS, *([max(GROUPS) + 1] * 8)], first


def rows() -> int:
    """Return how many weights a table has."""
    return groups()[2]


class Ordering:
    """The weights of one ply. data: a signed byte for each row."""

    def __init__(self, board: Board, data: bytes) -> None:
        self.worths = array("b", data)
        self.own, self.other = code_tables(board)

    def score(self, own: int, other: int) -> int:
        """Return the value of a position for the side that has just placed a man, whose men are `own`."""
        found, numbers, _ = groups()
        worths = self.worths
        total = 0
        for group, mine, theirs in zip(numbers, self.own[own], self.other[other], strict=True):
            total += worths[found[group][mine + theirs]]
        return total


@cache
def code_tables(board: Board) -> tuple[CodeTable, CodeTable]:
    """Return the part of one side's men in the numbers of all patterns, for the mover and for the other side."""
    every = [*patterns(), *wide_patterns()]
    tables = CodeTable(board, 1, every), CodeTable(board, 2, every)
    for table in tables:
        table.MAX_ENTRIES = 1 << 12
    return tables
