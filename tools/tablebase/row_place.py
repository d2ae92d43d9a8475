"""Win, draw and loss of a pair in which men are placed: moves lead to tables that are solved, so one pass is enough.

Invariant: what stands here for one row at a time is what kernels.expand says of each of its positions; `verify`
compares the two. Only pairs in which the side to move places, and a mill takes one man, are solved here, see
plan.by_placements.

A position's byte is 0 as long as only moves that lose are known, DRAWS when one draws, WON when one wins: the bytes of
row_sweep for positions without quiet moves. After a placement the men of the row's side are still not fewer than those
of the other, so nearly all moves of a row lead to one other row, or to the row itself; `switched` has the exception.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from tools.tablebase.geometry import Columns
from tools.tablebase.kernels import ALWAYS, CAPTURE, DRAWS, KILLS, closes, image, rank, small, spread, squeeze, targets
from tools.tablebase.machine import add, bit_count
from tools.tablebase.row_start import CHUNK, capture_from_columns, capture_from_row, fill_takes, told, value_at
from tools.tablebase.row_sweep import MOST_FREE, WON, pack
from tools.tablebase.row_tables import column_of, make_map, mapped, number_board, number_points

ROWS_AT_ONCE = 4
"""Rows that a thread takes at a time: their codes of 2 bits fill whole bytes, whatever the number of columns."""


class After(NamedTuple):
    """The table that a kind of move leads to. columns, sets: those of its pair, and its rows' sets; data: its codes;
    start: how many rows come before those of the half with the right side to move; half: which one that is.
    """

    columns: Columns
    sets: NDArray[np.int32]
    data: NDArray[np.uint8]
    start: int
    half: int


@small
def weighed(byte, after, index):
    """Return a position's byte when one of its moves leads to the position with this index in a table."""
    return told(byte, value_at(after.data, index))


@njit(cache=True, nogil=True)
def place_first(g, rules, key, columns, quiet, capture, bytes_of_row, scratch):
    """Fill a row's bytes for the side whose men are the row's.

    Args:
        quiet, capture: what a placement leads to that takes no man, or one.
        scratch: (map's low table, high table, columns that are not won, men that may be taken by column).
    """
    low, high, undecided, takes = scratch[:4]
    full = (1 << g.points[0]) - 1
    free = full & ~key
    points, neighbours, mills = np.zeros(MOST_FREE, np.int64), np.zeros(MOST_FREE, np.int64), np.zeros(32, np.int64)
    number = number_points(g, free, points)
    # Where the other side has no man a mill takes nothing.
    closing = np.zeros(MOST_FREE, np.bool_)
    for i in range(number):
        closing[i] = columns.sets[0] and closes(g, points[i], key)
    if closing.any() and not rules[KILLS]:
        open_mills = number_board(g, free, points, number, neighbours, mills)
        fill_takes(columns.sets, mills[:open_mills], rules[CAPTURE] == ALWAYS, takes)
    bytes_of_row[:] = 0
    for captures in (True, False):
        waiting = 0
        for column in range(len(columns.sets)):
            undecided[waiting] = column
            waiting += bytes_of_row[column] < WON
        for i in range(number):
            if closing[i] != captures:
                continue
            to = np.int64(1) << i
            if captures and rules[KILLS]:
                for column in range(len(columns.sets)):
                    if not columns.sets[column] & to:
                        bytes_of_row[column] = WON
                continue
            after = key | 1 << points[i]
            entry = np.int64(g.keys[g.key_offsets[bit_count(after)] + rank(g, after)])
            row = entry >> 5
            sets = capture.sets if captures else quiet.sets
            make_map(g, columns.bits, points, number, entry & 31, full & ~np.int64(sets[row]), low, high)
            if captures:
                base = (capture.start + row) * len(capture.columns.sets)
                capture_from_columns(columns, capture.columns, to, low, high, takes, capture.data, base, bytes_of_row)
            else:
                waiting = place_from_columns(columns, quiet, row, to, low, high, undecided, waiting, bytes_of_row)


@njit(cache=True, nogil=True)
def place_from_columns(columns, quiet, row, to, low, high, undecided, waiting, bytes_of_row):
    """Look up what one placement of the row's side leads to, for the columns that are not won yet.

    undecided: these columns; those that are still not won afterwards are left in it, and their number is returned.
    """
    base = (quiet.start + row) * len(quiet.columns.sets)
    kept = 0
    for i in range(waiting):
        column = undecided[i]
        men = np.int64(columns.sets[column])
        byte = bytes_of_row[column]
        if not men & to:
            byte = weighed(byte, quiet, base + column_of(quiet.columns, mapped(columns, low, high, men)))
            bytes_of_row[column] = byte
        undecided[kept] = column
        kept += byte < WON
    return kept


@njit(cache=True, nogil=True)
def place_second(g, rules, key, row, columns, quiet, capture, bytes_of_row, scratch):
    """Fill a row's bytes for the side whose men are the columns'.

    Args:
        row: the row's number, which is also that of the row that all quiet placements lead to.
        quiet, capture: see place_first.
        scratch: (map's low table, high table, collected columns, collected sets).
    """
    collected, collected_men = scratch[2:]
    free = ((1 << g.points[0]) - 1) & ~key
    points, neighbours, mills = np.zeros(MOST_FREE, np.int64), np.zeros(MOST_FREE, np.int64), np.zeros(32, np.int64)
    number = number_points(g, free, points)
    mills = mills[: number_board(g, free, points, number, neighbours, mills)]
    bytes_of_row[:] = 0
    tell_placements(columns, quiet, row, mills, bytes_of_row)
    takes = targets(g, key, rules[CAPTURE])
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
            continue
        while closing and bytes_of_row[column] < WON:
            to = closing & -closing
            closing ^= to
            collected[waiting] = column
            collected_men[waiting] = men | to
            waiting += 1
        if waiting > CHUNK:
            captures(g, key, takes, columns, capture, bytes_of_row, points, number, scratch, waiting)
            waiting = 0
    captures(g, key, takes, columns, capture, bytes_of_row, points, number, scratch, waiting)


@njit(cache=True, nogil=True)
def tell_placements(columns, quiet, row, mills, bytes_of_row):
    """Tell all columns of a row what their quiet placements lead to, which is the same row of another table.

    This goes from the positions that are placed into back to those before: the side that moves there has more men, so
    it wins most of them, and these say nothing.
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
                # Whoever is placed into a mill closes it.
                placed &= ~mill
        while placed:
            to = placed & -placed
            placed ^= to
            # A position that is won already stays so: WON has the bit of DRAWS.
            bytes_of_row[column_of(columns, men ^ to)] |= marks


@njit(cache=True, nogil=True)
def captures(g, key, takes, columns, capture, bytes_of_row, points, number, scratch, waiting):
    """Look up what the collected closing placements lead to, for each man of the row that they take."""
    if capture.half:
        switched(g, key, takes, capture, bytes_of_row, points, number, scratch, waiting)
    elif waiting:
        fewer = g.key_offsets[bit_count(key) - 1]
        capture_from_row(
            g,
            key,
            takes,
            fewer,
            columns,
            capture.columns,
            capture.data,
            capture.sets,
            bytes_of_row,
            points,
            number,
            scratch,
            waiting,
        )


@njit(cache=True, nogil=True)
def switched(g, key, takes, capture, bytes_of_row, points, number, scratch, waiting):
    """Do the same where the side that places has more men afterwards, so that the rows are of its sets."""
    collected, collected_men = scratch[2:]
    full = (1 << g.points[0]) - 1
    offset = g.key_offsets[bit_count(key)]
    for i in range(waiting):
        byte = bytes_of_row[collected[i]]
        if byte >= WON:
            continue
        placed = spread(g, np.int64(collected_men[i]), full & ~key)
        entry = np.int64(g.keys[offset + rank(g, placed)])
        row, symmetry = entry >> 5, entry & 31
        free = full & ~np.int64(capture.sets[row])
        base = (capture.start + row) * len(capture.columns.sets)
        there = squeeze(g, image(g, symmetry, key), free)
        first = squeeze(g, image(g, symmetry, takes), free)
        while first and byte < WON:
            captive = first & -first
            first ^= captive
            byte = weighed(byte, capture, base + column_of(capture.columns, there ^ captive))
        bytes_of_row[collected[i]] = byte


@njit(cache=True, nogil=True)
def place_rows(counter, g, rules, halves, row_sets, columns, after_first, after_second, data):
    """Fill the codes of a pair; the threads that run this at once share the counter of groups of rows taken.

    Args:
        rules: for each half what kernels.RULE_FIELDS names.
        halves: those to be solved, which data holds.
        after_first, after_second: by half (quiet, capture) of place_first.
    """
    size = len(columns.sets)
    halfway = 1 << columns.bits
    scratch = (
        np.zeros(halfway, np.int32),
        np.zeros(halfway, np.int32),
        np.zeros(max(size + 1, CHUNK + 256), np.int32),
        np.zeros(max(size + 1, CHUNK + 256), np.int32),
    )
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
            bytes_of_row = found[(taken - begin) * size : (taken - begin + 1) * size]
            if half == 0:
                place_first(g, rules[0], key, columns, after_first[0], after_first[1], bytes_of_row, scratch)
            else:
                place_second(g, rules[1], key, row, columns, after_second[0], after_second[1], bytes_of_row, scratch)
        pack(np.zeros(1, np.int64), found[: (end - begin) * size], begin * size, data)
