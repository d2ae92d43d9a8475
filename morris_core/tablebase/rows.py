"""Rows: the numbers of positions within a pair, found fast for many positions.

Invariant: rows and columns are those of docs/tablebase-format.md.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from ..board import Board
from .format import RowFile
from .index import binomial, image_tables, least_image

MOST_SETS = 20_000
"""The most sets of men whose rows are cached, in about 5 MB."""

Row = tuple[int, list[int], list[int], list[int], bytes, bytes, bytes, int, int]
"""The number of a row; the symmetry that leads to it, by byte; each byte's value without the bits of the row's men; and
where the bits of the second and the third byte begin then.
"""


class Rows:
    """Finds the positions of one board in a table."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._rows: dict[int, Row] = {}

    def index(self, file: RowFile, columns: int, key_men: int, men: int) -> int:
        """Return the number of a position in its half of a pair.

        Args:
            file: Any file that has rows for such sets.
            columns: How many columns a row has.
            key_men: The men of the side whose sets number the rows.
            men: The men of the other side.

        Raises TableError if the file has no row for the set.
        """
        found = self._rows.get(key_men)
        if found is None:
            found = self._find(file, key_men)
        row, low, middle, high, first, second, third, to_second, to_third = found
        men = low[men & 255] | middle[men >> 8 & 255] | high[men >> 16]
        men = first[men & 255] | second[men >> 8 & 255] << to_second | third[men >> 16] << to_third
        ranks = _RANKS
        return (
            row * columns
            + ranks[0][men & 255]
            + ranks[1 + (men & 255).bit_count()][men >> 8 & 255]
            + ranks[10 + (men & 65535).bit_count()][men >> 16]
        )

    def numbering(self, file: RowFile, begin: int, columns: int, half: int) -> Callable[[int, int], int]:
        """Return a function from the own men and the other men of a position to its number in a pair of a file.

        Args:
            file: The file.
            begin: The number of the first position of the half.
            columns: How many columns a row has.
            half: Which half: 1 if the sets of the other side's men number the rows.
        """
        index = self.index

        def number(own: int, other: int) -> int:
            return begin + (index(file, columns, other, own) if half else index(file, columns, own, other))

        return number

    def _find(self, file: RowFile, key_men: int) -> Row:
        least, symmetry = least_image(self.board, key_men)
        taken = least & 255, least >> 8 & 255, least >> 16
        first, second, third = map(_kept_bits, taken)
        to_second = 8 - taken[0].bit_count()
        to_third = to_second + 8 - taken[1].bit_count()
        row = (file.row(least), *image_tables(self.board)[symmetry], first, second, third, to_second, to_third)
        if len(self._rows) >= MOST_SETS:
            self._rows.clear()
        self._rows[key_men] = row
        return row


@lru_cache(maxsize=256)
def _kept_bits(taken: int) -> bytes:
    """Return each byte's value after the bits of `taken` are removed from it."""
    found = [0]
    place = 1
    for bit in range(8):
        if taken >> bit & 1:
            found += found
        else:
            found += [one | place for one in found]
            place <<= 1
    return bytes(found)


def _byte_ranks(point: int, before: int) -> list[int]:
    """Return what each byte adds to the rank of a set, if it begins at `point` and follows `before` men of the set."""
    found = [0]
    for bit in range(8):
        found += [one + binomial(point + bit, before + number.bit_count() + 1) for number, one in enumerate(found)]
    return found


_RANKS = [
    _byte_ranks(0, 0),
    *(_byte_ranks(8, before) for before in range(9)),
    *(_byte_ranks(16, before) for before in range(17)),
]
"""For the first byte; for the second by the number of men in the first; for the third by that in both."""
