"""Patterns of the three-ring board, and the numbers of one side's men in each.

A pattern is a list of points. Its contents are a number in base three with a digit for each point: 0 empty, 1 a man of
the side to move, 2 a man of the other side. One side's digits depend only on its own men, so they are looked up for
each set of men, and the numbers of both sides are added.

There are eleven patterns in four groups, and the patterns of a group share one table: the outer and the inner ring; the
middle ring; the four sides (corner, midpoint, corner of each ring); and the four corners (midpoint, corner, midpoint of
each ring). Patterns that a symmetry of the board maps onto each other have the same value, see `orbits`.
"""

from __future__ import annotations

from functools import lru_cache
from struct import Struct

from ..board import Board

RINGS = (
    ("a7", "d7", "g7", "g4", "g1", "d1", "a1", "a4"),
    ("b6", "d6", "f6", "f4", "f2", "d2", "b2", "b4"),
    ("c5", "d5", "e5", "e4", "e3", "d3", "c3", "c4"),
)
"""The points of each ring, clockwise from a corner."""
GROUPS = (0, 0, 1, 2, 2, 2, 2, 3, 3, 3, 3)
"""The group of each pattern."""
GROUP_POINTS = (8, 8, 9, 9)
"""The number of points in each pattern of a group."""

Codes = tuple[int, ...]
CODE_BITS = 32
"""Bits for the number of a pattern of at most 20 points."""


def patterns() -> list[list[str]]:
    """Return the points of each pattern."""
    outer, middle, inner = RINGS
    sides = [[ring[(2 * side + step) % 8] for ring in RINGS for step in (0, 1, 2)] for side in range(4)]
    corners = [[ring[(2 * side + step) % 8] for ring in RINGS for step in (-1, 0, 1)] for side in range(4)]
    return [list(outer), list(inner), list(middle), *sides, *corners]


@lru_cache(maxsize=2)
def _orbits(points: int) -> tuple[list[int], int]:
    """Return the same as orbits, for patterns of the given number of points."""
    if points == 8:
        images = [[(move * point + start) % 8 for point in range(8)] for move in (1, -1) for start in (0, 2, 4, 6)]
    else:
        mirrored, swapped = [2, 1, 0, 5, 4, 3, 8, 7, 6], [6, 7, 8, 3, 4, 5, 0, 1, 2]
        images = [list(range(9)), mirrored, swapped, [mirrored[point] for point in swapped]]
    return numbers_of_orbits(images)


def numbers_of_orbits(images: list[list[int]]) -> tuple[list[int], int]:
    """Return the orbit of each number of a pattern under symmetries, and the number of orbits.

    Args:
        images: For each symmetry, the digit at images[...][i] moves to i.
    """
    # The image of a number is the sum of the images of its lower four digits and of the other digits.
    lower, upper = range(4), range(4, len(images[0]))
    halves = [(_images(image, lower), _images(image, upper)) for image in images]
    numbers: list[int] = []
    orbits: dict[int, int] = {}
    for high in range(3 ** len(upper)):
        for low in range(3**4):
            least = min([lows[low] + highs[high] for lows, highs in halves])
            numbers.append(orbits.setdefault(least, len(orbits)))
    return numbers, len(orbits)


def _images(image: list[int], digits: range) -> list[int]:
    """Return the images of all numbers made of some digits; the digit at image[i] moves to i."""
    numbers = [0]
    for digit in digits:
        worth = 3 ** image.index(digit)
        numbers = [number + value * worth for value in range(3) for number in numbers]
    return numbers


def orbits(group: int) -> tuple[list[int], int]:
    """Return the orbit of each pattern number of a group under the board's symmetries, and the number of orbits.

    Orbits are numbered from 0 in the order of their least members.
    """
    return _orbits(GROUP_POINTS[group])


class CodeTable(dict[int, Codes]):
    """One side's men -> their part of the number of each pattern.

    Args:
        board: The three-ring board.
        digit: 1 for the side to move, 2 for the other.
        points: The points of each pattern; by default those of `patterns`.
    """

    MAX_ENTRIES = 1 << 15
    """An entry takes about 370 bytes."""

    def __init__(self, board: Board, digit: int, points: list[list[str]] | None = None) -> None:
        super().__init__()
        self.parts = []
        """[pattern][byte of the men][its value]: its contribution to the pattern's number."""
        for pattern in points or patterns():
            digits = [board.index[name] for name in pattern]
            self.parts.append([_byte_table(digits, first, digit) for first in (0, 8, 16)])
        # The same as one integer for each byte of the men, so that one addition adds all patterns.
        self.packed = [
            [
                sum(of_byte[value] << number * CODE_BITS for number, of_byte in enumerate(of_bytes))
                for value in range(256)
            ]
            for of_bytes in zip(*self.parts, strict=True)
        ]
        self.length = len(self.parts) * CODE_BITS // 8
        self.unpack = Struct(f"<{len(self.parts)}I").unpack

    def __missing__(self, men: int) -> Codes:
        if len(self) >= self.MAX_ENTRIES:
            self.clear()
        low, middle, high = self.packed
        codes = low[men & 255] + middle[men >> 8 & 255] + high[men >> 16]
        unpacked = self[men] = self.unpack(codes.to_bytes(self.length, "little"))
        return unpacked


def _byte_table(points: list[int], first: int, digit: int) -> list[int]:
    """Return what each subset of the eight points from `first` on adds to a pattern's number."""
    table = [0]
    for point in range(first, first + 8):
        worth = digit * 3 ** points.index(point) if point in points else 0
        table += [value + worth for value in table]
    return table
