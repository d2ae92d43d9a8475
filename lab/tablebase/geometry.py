"""A board as the arrays that the solver's kernels read.

Invariant: the rank of a set of points is its place among all sets of its size in ascending order.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lab.tablebase import kernels
from morris_core.board import Board
from morris_core.tablebase.index import binomial

Words = NDArray[np.int32]


class Geometry(NamedTuple):
    """A board for the kernels. Every field is an array, so that one compilation serves all boards.

    Attributes:
        neighbours: a mask for each point.
        mills: masks.
        mills_at: for each point the other two points of each mill through it, padded with a mask that no set contains.
        images: [symmetry, byte of a set, value of the byte] -> its part of the set's image.
        inverses: the number of the inverse of each symmetry.
        ranks: [byte, men in the bytes below, value] -> its part of the rank of a set.
        squeezed: [mask byte, value] -> the bits of `value` at the mask's points, moved together.
        spread: the reverse of `squeezed`.
        counts: the set bits of a byte.
        keys: [offset of the set's size + rank of the set] -> row << 5 | the symmetry that leads to the row's set.
        key_offsets: the offset of each size.
        points: [number of points].
    """

    neighbours: Words
    mills: Words
    mills_at: Words
    images: Words
    inverses: NDArray[np.int64]
    ranks: Words
    squeezed: NDArray[np.uint8]
    spread: NDArray[np.uint8]
    counts: NDArray[np.int64]
    keys: Words
    key_offsets: NDArray[np.int64]
    points: NDArray[np.int64]


class Rows(NamedTuple):
    """The sets of one size up to symmetry.

    Attributes:
        sets: the least set of each orbit, ascending.
        stabilisers: for each row a bit for every symmetry that leaves the set as it is.
    """

    sets: Words
    stabilisers: Words


class Columns(NamedTuple):
    """All sets of a number of men on the free points of a row.

    Attributes:
        sets: the men of each column.
        bits: the number of low bits at which the tables divide a set.
        low: the low bits' part of the rank, with their number of men << 24.
        high: [men in the low bits, high bits] -> the rest of the rank.
    """

    sets: Words
    bits: int
    low: NDArray[np.int64]
    high: NDArray[np.int64]


def sets_of_size(points: int, men: int) -> Words:
    """Return every set of `men` men on `points` points, ascending."""
    return np.asarray(kernels.all_sets(points, men, binomial(points, men)))


@cache
def columns_of(free: int, men: int) -> Columns:
    """Return the columns of `men` men on `free` points."""
    bits = (free + 1) // 2
    low = np.zeros(1 << bits, np.int64)
    high = np.zeros((bits + 1, 1 << (free - bits)), np.int64)
    for value in range(len(low)):
        low[value] = _rank_part(value, 0, 0) | value.bit_count() << 24
    for below in range(bits + 1):
        for value in range(high.shape[1]):
            high[below, value] = _rank_part(value, bits, below)
    return Columns(sets_of_size(free, men), bits, low, high)


def _rank_part(value: int, first: int, below: int) -> int:
    points = [first + bit for bit in range(value.bit_length()) if value >> bit & 1]
    return sum(binomial(point, below + number) for number, point in enumerate(points, 1))


@cache
def geometry(board: Board, most_men: int) -> tuple[Geometry, list[Rows]]:
    """Return the arrays of a board, and by number of men, up to `most_men`, the rows."""
    points = len(board.points)
    symmetries = board.symmetries()
    images = np.zeros((len(symmetries), 3, 256), np.int32)
    for number, symmetry in enumerate(symmetries):
        for value in range(256):
            for bit in range(8):
                if value >> bit & 1:
                    for byte in range(3):
                        if byte * 8 + bit < points:
                            images[number, byte, value] |= 1 << symmetry[byte * 8 + bit]
    inverses = np.array([_inverse_number(board, number) for number in range(len(symmetries))], np.int64)
    offsets = np.cumsum([0, *(binomial(points, men) for men in range(most_men + 1))])
    made = Geometry(
        np.array(board.neighbours, np.int32),
        np.array(board.mills, np.int32),
        _mills_at(board),
        images,
        inverses,
        _ranks(),
        *_byte_tables(),
        np.array([value.bit_count() for value in range(256)], np.int64),
        np.full(offsets[-1], kernels.UNSET, np.int32),
        offsets[:-1].astype(np.int64),
        np.array([points], np.int64),
    )
    rows = [Rows(*kernels.fill_keys(made, sets_of_size(points, men), offsets[men])) for men in range(most_men + 1)]
    return made, rows


def _inverse_number(board: Board, number: int) -> int:
    symmetries = board.symmetries()
    inverse = [0] * len(board.points)
    for point, image in enumerate(symmetries[number]):
        inverse[image] = point
    return symmetries.index(tuple(inverse))


def _mills_at(board: Board) -> Words:
    most = max(len(mills) for mills in board.mills_at)
    never = 1 << 30
    return np.array([mills + (never,) * (most - len(mills)) for mills in board.mills_at], np.int32)


def _ranks() -> Words:
    ranks = np.zeros((3, 17, 256), np.int32)
    for byte in range(3):
        for below in range(byte * 8 + 1):
            for value in range(256):
                men = below
                for bit in range(8):
                    if value >> bit & 1:
                        men += 1
                        ranks[byte, below, value] += binomial(byte * 8 + bit, men)
    return ranks


def _byte_tables() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    squeezed = np.zeros((256, 256), np.uint8)
    spread = np.zeros((256, 256), np.uint8)
    for mask in range(256):
        bits = [bit for bit in range(8) if mask >> bit & 1]
        for value in range(256):
            squeezed[mask, value] = sum((value >> bit & 1) << number for number, bit in enumerate(bits))
            spread[mask, value] = sum((value >> number & 1) << bit for number, bit in enumerate(bits))
    return squeezed, spread
