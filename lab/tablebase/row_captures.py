"""The captures of a row's positions: which men a mill may take, and the values of the positions after it.

Invariant: the bytes of a row are those of row_sweep. A mill takes one man, or none if it may take none.
"""

import numpy as np
from numba import njit

from lab.tablebase.kernels import ALWAYS, CAPTURE, NEVER, image, row_of, spread, squeeze, targets
from lab.tablebase.row_tables import WON, column_of, fill_map, free_points, mapped, outside_mills, updated

CHUNK = 1 << 14
"""Captures to collect before they are looked up."""


@njit(cache=True, nogil=True)
def fill_takes(sets, mills, capture, takes):
    """Fill `takes` with the men of each column that a mill may take. Return whether there are any."""
    some = False
    for column in range(len(sets)):
        men = np.int64(sets[column])
        free = men if capture == ALWAYS else outside_mills(mills, men)
        takes[column] = free if free or capture == NEVER else men
        some |= takes[column] != 0
    return some


@njit(cache=True, nogil=True)
def win_by_killing(columns, to, takes, bytes_of_row):
    """Mark as won all columns without a man at `to`, where a capture leaves the columns' side too few men."""
    for column in range(len(columns.sets)):
        if takes[column] and not columns.sets[column] & to:
            bytes_of_row[column] = WON


@njit(cache=True, nogil=True)
def capture_from_columns(columns, after, row, to, row_map, takes, bytes_of_row):
    """Look up the captures of one closing move of the row's men to `to`, which leads to a row of another table."""
    base = (after.start + row) * len(after.columns.sets)
    for column in range(len(columns.sets)):
        men = np.int64(columns.sets[column])
        byte = bytes_of_row[column]
        if men & to or byte >= WON:
            continue
        there = mapped(columns, row_map, men)
        first = mapped(columns, row_map, np.int64(takes[column]))
        while first:
            captive = first & -first
            first ^= captive
            byte = updated(byte, after, base + column_of(after.columns, there ^ captive))
            if byte >= WON:
                break
        bytes_of_row[column] = byte


@njit(cache=True, nogil=True)
def capture_to_other_side(g, rules, key, capture, bytes_of_row, collected, waiting):
    """Look up the collected captures if the columns' side comes first afterwards, so that the rows are its sets."""
    takes = targets(g, key, rules[CAPTURE])
    for i in range(waiting):
        column = collected[0][i]
        byte = bytes_of_row[column]
        row, symmetry = row_of(g, spread(g, np.int64(collected[1][i]), free_points(g, key)))
        free = free_points(g, capture.sets[row])
        base = (capture.start + row) * len(capture.columns.sets)
        there = squeeze(g, image(g, symmetry, key), free)
        first = squeeze(g, image(g, symmetry, takes), free)
        while first and byte < WON:
            captive = first & -first
            first ^= captive
            byte = updated(byte, capture, base + column_of(capture.columns, there ^ captive))
        bytes_of_row[column] = byte


@njit(cache=True, nogil=True)
def capture_from_row(g, rules, key, columns, after, bytes_of_row, points, row_map, collected, waiting):
    """Look up the collected captures of the columns' men, for each man of the row that they may take."""
    if after.half:
        capture_to_other_side(g, rules, key, after, bytes_of_row, collected, waiting)
        return
    takes = targets(g, key, rules[CAPTURE])
    while takes and waiting:
        captive = takes & -takes
        takes ^= captive
        row, symmetry = row_of(g, key ^ captive)
        fill_map(g, columns, points, symmetry, free_points(g, after.sets[row]), row_map)
        base = (after.start + row) * len(after.columns.sets)
        for i in range(waiting):
            column = collected[0][i]
            if bytes_of_row[column] < WON:
                there = mapped(columns, row_map, np.int64(collected[1][i]))
                index = base + column_of(after.columns, there)
                bytes_of_row[column] = updated(bytes_of_row[column], after, index)
