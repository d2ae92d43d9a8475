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

from lab.tablebase.kernels import (
    CAPTURE,
    DRAWS,
    KILLS,
    NEVER,
    add,
    bit_count,
    closes,
    image,
    row_of,
    spread,
    squeeze,
    targets,
    value_at,
)
from lab.tablebase.row_captures import CHUNK, capture_from_columns, capture_from_row, fill_takes, win_by_killing
from lab.tablebase.row_sweep import pack
from lab.tablebase.row_tables import WON, column_of, fill_map, free_points, mapped, new_map, number_board, updated

ROWS_AT_ONCE = 4
"""The rows that a thread takes at a time. Their codes of 2 bits fill whole bytes, whatever the number of columns."""


@njit(cache=True, nogil=True)
def place_first(g, rules, key, columns, quiet, capture, bytes_of_row, row_map, collected):
    """Update a row's bytes for the placements of the side whose men are the row's.

    Args:
        quiet, capture: the tables after a placement that takes no man, or one.
        collected: working space: (columns, what a mill may take of each).
    """
    undecided, takes = collected
    points, _, mills = number_board(g, free_points(g, key))
    closing = np.zeros(len(points), np.bool_)
    for i in range(len(points)):
        closing[i] = closes(g, points[i], key)
    takes_some = closing.any() and fill_takes(columns.sets, mills, rules[CAPTURE], takes)
    for captures in (True, False):
        if captures and not takes_some:
            continue
        waiting = 0
        for column in range(len(columns.sets)):
            undecided[waiting] = column
            waiting += bytes_of_row[column] < WON
        for i in range(len(points)):
            if closing[i] != captures and (captures or rules[CAPTURE] != NEVER):
                continue
            to = np.int64(1) << i
            if captures and rules[KILLS]:
                win_by_killing(columns, to, takes, bytes_of_row)
                continue
            row, symmetry = row_of(g, key | 1 << points[i])
            sets = capture.sets if captures else quiet.sets
            fill_map(g, columns, points, symmetry, free_points(g, sets[row]), row_map)
            if captures:
                capture_from_columns(columns, capture, row, to, row_map, takes, bytes_of_row)
            else:
                spared = closing[i], takes
                waiting = place_from_columns(columns, quiet, row, to, spared, row_map, undecided, waiting, bytes_of_row)


@njit(cache=True, nogil=True)
def place_from_columns(columns, quiet, row, to, spared, row_map, undecided, waiting, bytes_of_row):
    """Look up one placement of the row's side for the columns that are not won yet and from which it takes no man.

    These columns are the first `waiting` of `undecided`. Those still not won stay in it; return their number.
    `spared` is whether the placement closes a mill, and what that mill may take of each column.
    """
    closing, takes = spared
    base = (quiet.start + row) * len(quiet.columns.sets)
    left = 0
    for i in range(waiting):
        column = undecided[i]
        men = np.int64(columns.sets[column])
        byte = bytes_of_row[column]
        if not men & to and not (closing and takes[column]):
            byte = updated(byte, quiet, base + column_of(quiet.columns, mapped(columns, row_map, men)))
            bytes_of_row[column] = byte
        undecided[left] = column
        left += byte < WON
    return left


@njit(cache=True, nogil=True)
def place_second(g, rules, key, row, columns, quiet, capture, bytes_of_row, row_map, collected):
    """Update a row's bytes for the side whose men are the columns'. All its quiet placements lead to the same row,
    unless the side comes first afterwards.

    Args:
        quiet, capture: the tables after a placement that takes no man, or one.
        row_map, collected: working space: a map, and (columns, sets) of collected captures.
    """
    points, _, mills = number_board(g, free_points(g, key))
    if not targets(g, key, rules[CAPTURE]):
        mills = mills[:0]  # Mills take nothing, so all placements are quiet.
    if quiet.half:
        place_to_other_side(g, key, columns, quiet, mills, bytes_of_row)
    else:
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
def place_to_other_side(g, key, columns, quiet, mills, bytes_of_row):
    """Look up the quiet placements of the columns' side if it comes first afterwards, so that the rows are its sets."""
    free = free_points(g, key)
    everywhere = (1 << bit_count(free)) - 1
    for column in range(len(columns.sets)):
        men = np.int64(columns.sets[column])
        byte = bytes_of_row[column]
        places = everywhere & ~men
        for mill in mills:
            to = mill & ~men
            if not to & (to - 1):
                places &= ~to
        while places and byte < WON:
            to = places & -places
            places ^= to
            row, symmetry = row_of(g, spread(g, men | to, free))
            there = squeeze(g, image(g, symmetry, key), free_points(g, quiet.sets[row]))
            base = (quiet.start + row) * len(quiet.columns.sets)
            byte = updated(byte, quiet, base + column_of(quiet.columns, there))
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
            own[:] = 0
            if half == 0:
                place_first(g, rules[0], key, columns, after_first[0], after_first[1], own, row_map, collected)
            else:
                quiet, capture = after_second
                place_second(g, rules[1], key, row, columns, quiet, capture, own, row_map, collected)
        pack(np.zeros(1, np.int64), found[: (end - begin) * size], begin * size, data)
