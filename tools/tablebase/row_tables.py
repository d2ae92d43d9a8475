"""What the kernels of win, draw and loss know of one row: its free points numbered from 0, and sets of these.

Invariant: a set of men on the free points is a number with bit *i* for the *i*-th free point, ascending, and a
map from one row's numbers to another's is the union of two tables, one for the low bits and one for the high.
"""

import numpy as np
from numba import njit

from tools.tablebase.kernels import image, small
from tools.tablebase.machine import bit_count, lowest_bit


@small
def column_of(columns, men):
    """Return the column of a set of men on the free points."""
    low = columns.low[men & ((1 << columns.bits) - 1)]
    return (low & 0xFFFFFF) + columns.high[low >> 24, men >> columns.bits]


@small
def mapped(columns, low, high, men):
    """Return a set of men on one row's free points as another row has it; low, high: see make_map."""
    return np.int64(low[men & ((1 << columns.bits) - 1)]) | np.int64(high[men >> columns.bits])


@njit(cache=True, nogil=True)
def number_points(g, free, points):
    """Fill points with the free points, ascending; return how many they are."""
    number = 0
    for point in range(g.points[0]):
        if free >> point & 1:
            points[number] = point
            number += 1
    return number


@small
def numbered(free, men):
    """Return one man, given as a set of points, as a set of the free points; nothing if his point is not free."""
    return np.int64(1) << bit_count(free & (men - 1)) if men & free else np.int64(0)


@njit(cache=True, nogil=True)
def make_map(g, bits, points, number, symmetry, free, low, high):
    """Fill the tables that map sets of one row's free points to those of another's.

    Args:
        points, number: the first row's free points and how many they are.
        symmetry: leads from the first row's points to the other's.
        free: the other row's free points.
    """
    images = np.zeros(24, np.int64)
    for i in range(number):
        images[i] = numbered(free, np.int64(image(g, symmetry, np.int64(1) << points[i])))
    low[0] = high[0] = 0
    for men in range(1, 1 << bits):
        low[men] = low[men & (men - 1)] | images[lowest_bit(men)]
    for men in range(1, 1 << (number - bits)):
        high[men] = high[men & (men - 1)] | images[bits + lowest_bit(men)]


@njit(cache=True, nogil=True)
def number_board(g, free, points, number, neighbours, mills):
    """Fill neighbours, by free point, and mills with sets of free points; return how many mills are wholly free."""
    for i in range(number):
        neighbours[i] = 0
        for k in range(number):
            if g.neighbours[points[i]] >> points[k] & 1:
                neighbours[i] |= 1 << k
    found = 0
    for mill in g.mills:
        if mill & free == mill:
            mills[found] = 0
            for k in range(number):
                if mill >> points[k] & 1:
                    mills[found] |= 1 << k
            found += 1
    return found
