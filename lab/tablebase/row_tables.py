"""Sets of men on the free points of one row, for the kernels that solve without distances.

Invariant: a set of men on the free points is a number with bit *i* for the *i*-th free point, ascending. A map from
one row's numbers to another's is the union of two tables, one for the low bits and one for the high.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from lab.tablebase.geometry import Columns
from lab.tablebase.kernels import DRAWS, all_points, bit_count, image, lowest_bit, small, value_at

WON = 0xC0
"""The byte of a position that is found to be won: at least IS_WON, and more than a position has quiet moves."""
IS_WON = 0x80
"""A byte of at least this is that of a won position."""


class After(NamedTuple):
    """The table that a kind of move leads to.

    Attributes:
        columns: the columns of its pair.
        sets: its rows' sets.
        data: its codes.
        half: the half in which the right side is to move.
        start: the number of rows before those of this half.
    """

    columns: Columns
    sets: NDArray[np.int32]
    data: NDArray[np.uint8]
    half: int
    start: int


@small
def updated(byte, after, index):
    """Return the byte of a position, updated for a move to the position at an index of a table."""
    value = value_at(after.data, index)
    if value == 2:
        return np.uint8(WON)
    return np.uint8(byte | DRAWS) if value == 0 else byte


@small
def free_points(g, key):
    return all_points(g) & ~np.int64(key)


@small
def outside_mills(mills, men):
    """Return the men that are in none of the mills."""
    held = 0
    for mill in mills:
        if men & mill == mill:
            held |= mill
    return men & ~held


@small
def column_of(columns, men):
    """Return the column of a set of men on the free points."""
    low = columns.low[men & ((1 << columns.bits) - 1)]
    return (low & 0xFFFFFF) + columns.high[low >> 24, men >> columns.bits]


@small
def mapped(columns, row_map, men):
    """Return the numbers in another row of a set of men on one row's free points. See fill_map."""
    return np.int64(row_map[0][men & ((1 << columns.bits) - 1)]) | np.int64(row_map[1][men >> columns.bits])


@njit(cache=True, nogil=True)
def new_map(columns):
    """Return the low and the high table of a map, to be filled by fill_map."""
    return np.zeros(1 << columns.bits, np.int32), np.zeros(1 << columns.bits, np.int32)


@njit(cache=True, nogil=True)
def fill_map(g, columns, points, symmetry, free, row_map):
    """Fill a map from sets of one row's free points to those of another's.

    Args:
        points: the first row's free points.
        symmetry: leads from the first row's points to the other's.
        free: the other row's free points.
    """
    low, high = row_map
    images = np.zeros(len(points), np.int64)
    for i in range(len(points)):
        man = np.int64(image(g, symmetry, np.int64(1) << points[i]))
        if man & free:
            images[i] = np.int64(1) << bit_count(free & (man - 1))
    low[0] = high[0] = 0
    for men in range(1, 1 << columns.bits):
        low[men] = low[men & (men - 1)] | images[lowest_bit(men)]
    for men in range(1, 1 << (len(points) - columns.bits)):
        high[men] = high[men & (men - 1)] | images[columns.bits + lowest_bit(men)]


@njit(cache=True, nogil=True)
def number_board(g, free):
    """Return the free points, ascending, and, as sets of their numbers, the neighbours of each and the free mills."""
    points = np.zeros(bit_count(np.int64(free)), np.int64)
    neighbours = np.zeros(len(points), np.int64)
    mills = np.zeros(len(g.mills), np.int64)
    number = 0
    for point in range(g.points[0]):
        if free >> point & 1:
            points[number] = point
            number += 1
    for i in range(number):
        for k in range(number):
            if g.neighbours[points[i]] >> points[k] & 1:
                neighbours[i] |= 1 << k
    found = 0
    for mill in g.mills:
        if mill & free == mill:
            for k in range(number):
                if mill >> points[k] & 1:
                    mills[found] |= 1 << k
            found += 1
    return points, neighbours, mills[:found]
