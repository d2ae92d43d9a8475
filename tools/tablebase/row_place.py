"""Win, draw and loss of a pair in which men are placed, in one pass: all moves lead to tables that are solved.

Invariant: a row's bytes agree with kernels.expand, which `verify` checks. Only pairs in which the side to move must
place a man, and a mill takes one man, are solved here, see Plan.by_placements.

A position's byte is 0 while only losing moves are known, DRAWS if one draws, and WON if one wins. These are the bytes
of row_sweep for positions without quiet moves. After a placement the row's side usually still has at least as many men
as the other, so nearly all moves of a row lead to one other row, or to the row itself. `capture_to_other_side` handles
the rest.
"""

import numpy as np
from numba import njit

from tools.tablebase.kernels import (
    ALWAYS,
    CAPTURE,
    DRAWS,
    KILLS,
    add,
    closes,
    image,
    row_of,
    spread,
    squeeze,
    targets,
    value_at,
)
from tools.tablebase.row_start import CHUNK, capture_from_columns, capture_from_row, fill_takes, win_by_killing
from tools.tablebase.row_sweep import pack
from tools.tablebase.row_tables import WON, column_of, fill_map, free_points, mapped, new_map, number_board, updated

ROWS_AT_ONCE = 4
"""The rows that a thread takes at a time. Their codes of 2 bits fill whole bytes, whatever the number of columns."""


@njit(cache=True, nogil=True)
def place_first(g, rules, key, columns, quiet, capture, bytes_of_row, row_map, collected):
    """Fill a row's bytes for the side whose men are the row's, from the tables after a placement without and with a
    capture.
    """
    undecided, takes = collected
    points, _, mills = number_board(g, free_points(g, key))
    closing = np.zeros(len(points), np.bool_)
    for i in range(len(points)):
        # A mill takes nothing from a side without men.
        closing[i] = columns.sets[0] and closes(g, points[i], key)
    if closing.any() and not rules[KILLS]:
        fill_takes(columns.sets, mills, rules[CAPTURE] == ALWAYS, takes)
    bytes_of_row[:] = 0
    for captures in (True, False):
        waiting = 0
        for column in range(len(columns.sets)):
            undecided[waiting] = column
            waiting += bytes_of_row[column] < WON
        for i in range(len(points)):
            if closing[i] != captures:
                continue
            to = np.int64(1) << i
            if captures and rules[KILLS]:
                win_by_killing(columns, to, bytes_of_row)
                continue
            row, symmetry = row_of(g, key | 1 << points[i])
            sets = capture.sets if captures else quiet.sets
            fill_map(g, columns, points, symmetry, free_points(g, sets[row]), row_map)
            if captures:
                capture_from_columns(columns, capture, row, to, row_map, takes, bytes_of_row)
            else:
                waiting = place_from_columns(columns, quiet, row, to, row_map, undecided, waiting, bytes_of_row)


@njit(cache=True, nogil=True)
def place_from_columns(columns, quiet, row, to, row_map, undecided, waiting, bytes_of_row):
    """Look up one quiet placement of the row's side for the columns that are not won yet.

    These columns are the first `waiting` of `undecided`. Those still not won stay in it; return their number.
    """
    base = (quiet.start + row) * len(quiet.columns.sets)
    left = 0
    for i in range(waiting):
        column = undecided[i]
        men = np.int64(columns.sets[column])
        byte = bytes_of_row[column]
        if not men & to:
            byte = updated(byte, quiet, base + column_of(quiet.columns, mapped(columns, row_map, men)))
            bytes_of_row[column] = byte
        undecided[left] = column
        left += byte < WON
    return left


@njit(cache=True, nogil=True)
def place_second(g, rules, key, row, columns, quiet, capture, bytes_of_row, row_map, collected):
    """Fill a row's bytes for the side whose men are the columns'. All its quiet placements lead to the same row.

    Args:
        quiet, capture: the tables after a placement that takes no man, or one.
        row_map, collected: working space: a map, and (columns, sets) of collected captures.
    """
    points, _, mills = number_board(g, free_points(g, key))
    bytes_of_row[:] = 0
    place_back(columns, quiet, row, mills, bytes_of_row)
    waiting = 0
    for column in range(len(columns.sets)):
        men = np.int64(columns.sets[column])
        closing = np.int64(0)
        for mill in mills:
            to = mill & ~men
            if to and not to & (to - 1):
                closing |= to
        if closing and rules[KILLS]:
            bytes_of_row[column] = WON
            closing = np.int64(0)
        while closing and bytes_of_row[column] < WON:
            to = closing & -closing
            closing ^= to
            collected[0][waiting] = column
            collected[1][waiting] = men | to
            waiting += 1
        if waiting > CHUNK or column == len(columns.sets) - 1:
            if capture.half:
                capture_to_other_side(g, rules, key, capture, bytes_of_row, collected, waiting)
            else:
                capture_from_row(g, rules, key, columns, capture, bytes_of_row, points, row_map, collected, waiting)
            waiting = 0


@njit(cache=True, nogil=True)
def place_back(columns, quiet, row, mills, bytes_of_row):
    """Update all columns of a row for their quiet placements, which lead to the same row of another table.

    The loop goes through the positions after a placement. The side that moves there has more men, so it wins most of
    them, and these change nothing.
    """
    base = row * len(quiet.columns.sets)
    for column in range(len(quiet.columns.sets)):
        value = value_at(quiet.data, base + column)
        if value == 1:
            continue
        marks = np.uint8(WON if value else DRAWS)
        men = np.int64(quiet.columns.sets[column])
        placed = men
        for mill in mills:
            if men & mill == mill:
                # A man placed into a mill closes it.
                placed &= ~mill
        while placed:
            to = placed & -placed
            placed ^= to
            # A won position stays won, because WON contains the bit of DRAWS.
            bytes_of_row[column_of(columns, men ^ to)] |= marks


@njit(cache=True, nogil=True)
def capture_to_other_side(g, rules, key, capture, bytes_of_row, collected, waiting):
    """Look up the collected captures if the side that places has more men afterwards, so that the rows are its sets."""
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
def place_rows(counter, g, rules, halves, row_sets, columns, after_first, after_second, data):
    """Fill the codes of a pair; the threads that run this at once share the counter of groups of rows.

    Args:
        rules: for each half the numbers of kernels.RULE_FIELDS.
        halves: the halves to solve, in the order of `data`.
        after_first, after_second: for each half the tables (quiet, capture), see place_second.
    """
    size = len(columns.sets)
    space = max(size + 1, CHUNK + 256)
    row_map, collected = new_map(columns), (np.zeros(space, np.int32), np.zeros(space, np.int32))
    found = np.zeros(ROWS_AT_ONCE * size, np.uint8)
    rows = len(halves) * len(row_sets)
    while True:
        begin = add(counter, 0, 1) * ROWS_AT_ONCE
        if begin >= rows:
            return
        end = min(begin + ROWS_AT_ONCE, rows)
        for taken in range(begin, end):
            half, row = halves[taken // len(row_sets)], taken % len(row_sets)
            key = np.int64(row_sets[row])
            own = found[(taken - begin) * size : (taken - begin + 1) * size]
            if half == 0:
                place_first(g, rules[0], key, columns, after_first[0], after_first[1], own, row_map, collected)
            else:
                quiet, capture = after_second
                place_second(g, rules[1], key, row, columns, quiet, capture, own, row_map, collected)
        pack(np.zeros(1, np.int64), found[: (end - begin) * size], begin * size, data)
