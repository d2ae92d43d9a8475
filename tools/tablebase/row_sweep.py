"""Win, draw and loss of one pair by visits to its rows until no row has anything new; compiled by Numba.

Invariant: a row's lock is held while the bytes of its first half, its `fresh` bits or its `dirty` mark change;
those of its second half are changed only by the visit to the row itself. In which order rows are visited changes
nothing in the end: a position is won when one of its moves leads to a lost one, lost when all lead to won ones.

A position's byte is 0: lost; 0x80 or more: won; otherwise how many of its quiet moves are not known to lose, with DRAWS
where some capture draws. What is told a position that is won already lowers its byte, but never below 0x80. `fresh` has
a bit for each position of the first half that is decided and not yet told to others.
"""

import numpy as np
from numba import njit

from tools.tablebase.kernels import FLIES, small
from tools.tablebase.machine import add, lock, lowest_bit, unlock
from tools.tablebase.row_tables import column_of, make_map, mapped, number_board, number_points

WON = 0xC0
"""The byte of a position that is found to be won: 0x80, and more than a position has quiet moves."""
IS_WON = 0x80
"""A byte of at least this is that of a won position."""
ROWS_AT_ONCE = 8
"""Rows that a thread takes at a time."""
MOST_FREE = 24


@small
def mark(fresh, row, column):
    fresh[row, column >> 6] |= np.uint64(1) << np.uint64(column & 63)


@njit(cache=True, nogil=True)
def mark_decided(first, fresh, row):
    """Mark what is decided in the first half of a row from the start."""
    for column in range(first.shape[1]):
        byte = first[row, column]
        if byte == 0 or byte >= IS_WON:
            mark(fresh, row, column)


@njit(cache=True, nogil=True)
def take_fresh(columns, first, fresh, row, lost, won):
    """Collect the sets of the columns decided anew in the first half, and forget that they are new."""
    lost_number, won_number = 0, 0
    for word in range(fresh.shape[1]):
        found = fresh[row, word]
        if not found:
            continue
        fresh[row, word] = 0
        while found:
            column = word * 64 + np.int64(lowest_bit(found))
            found &= found - np.uint64(1)
            if first[row, column]:
                won[won_number] = columns.sets[column]
                won_number += 1
            else:
                lost[lost_number] = columns.sets[column]
                lost_number += 1
    return lost_number, won_number


@njit(cache=True, nogil=True)
def tell_row(columns, rules, number, neighbours, mills, decided, is_lost, second, row, found, found_number):
    """Tell the positions of the second half from which a quiet step of the columns' men leads to those decided.

    Args:
        decided: sets of columns of the first half that are lost (`is_lost`) or won.
        found: gets the sets of columns of the second half that are won, or lost, by this, from found_number on.

    Returns:
        The number of sets in found.
    """
    everywhere = (1 << number) - 1
    for i in range(len(decided)):
        men = np.int64(decided[i])
        moved = men
        for mill in mills:
            if men & mill == mill:
                # A step that ends in a mill closes it.
                moved &= ~mill
        while moved:
            to = moved & -moved
            moved ^= to
            origins = everywhere if rules[FLIES] else neighbours[lowest_bit(to)]
            origins &= ~men
            while origins:
                origin = origins & -origins
                origins ^= origin
                before = men ^ to ^ origin
                column = column_of(columns, before)
                byte = second[row, column]
                if is_lost:
                    if byte < IS_WON:
                        second[row, column] = WON
                        found[found_number] = before
                        found_number += 1
                else:
                    second[row, column] = byte - 1
                    if byte == 1:
                        found[found_number] = before
                        found_number += 1
    return found_number


@njit(cache=True, nogil=True)
def tell_edges(g, columns, row_sets, row, points, number, edges, first_edge, first, fresh, dirty, locks, news, scratch):
    """Tell the positions of other rows from which a quiet step of the rows' men leads to those decided in this one.

    Args:
        edges, first_edge: see propagate.steps_between_rows.
        news: (sets of columns of the second half that are lost, of those that are won).
    """
    lost, won = news
    low, high, kept = scratch
    full = (1 << g.points[0]) - 1
    for edge in range(first_edge[row], first_edge[row + 1]):
        there = np.int64(edges[edge, 0])
        origin = np.int64(0)
        for i in range(number):
            if edges[edge, 2] >> points[i] & 1:
                origin = np.int64(1) << i
        # The man came from there: positions in which the point is taken have no such step.
        losses = 0
        for i in range(len(lost)):
            kept[losses] = lost[i]
            losses += (lost[i] & origin) == 0
        both = losses
        for i in range(len(won)):
            kept[both] = won[i]
            both += (won[i] & origin) == 0
        if not both:
            continue
        make_map(g, columns.bits, points, number, edges[edge, 1], full & ~np.int64(row_sets[there]), low, high)
        changed = False
        lock(locks, there)
        for i in range(losses):
            column = column_of(columns, mapped(columns, low, high, np.int64(kept[i])))
            if first[there, column] < IS_WON:
                first[there, column] = WON
                mark(fresh, there, column)
                changed = True
        for i in range(losses, both):
            column = column_of(columns, mapped(columns, low, high, np.int64(kept[i])))
            byte = first[there, column] - 1
            first[there, column] = byte
            if byte == 0:
                mark(fresh, there, column)
                changed = True
        if changed:
            dirty[there] = 1
        unlock(locks, there)


@njit(cache=True, nogil=True)
def sweep(counter, g, rules, columns, row_sets, first, second, fresh, dirty, locks, edges, first_edge, opening):
    """Visit every row that has something new, or, at the opening, every row; return how many rows were visited.

    Several threads run this at once, and share the counter of rows taken.
    """
    size = len(columns.sets)
    lost0, won0 = np.zeros(size, np.int32), np.zeros(size, np.int32)
    lost1, won1 = np.zeros(size, np.int32), np.zeros(size, np.int32)
    halfway = 1 << columns.bits
    scratch = np.zeros(halfway, np.int32), np.zeros(halfway, np.int32), np.zeros(size + 1, np.int32)
    points, neighbours, mills = np.zeros(MOST_FREE, np.int64), np.zeros(MOST_FREE, np.int64), np.zeros(32, np.int64)
    full = (1 << g.points[0]) - 1
    visited = 0
    while True:
        begin = add(counter, 0, ROWS_AT_ONCE)
        if begin >= len(row_sets):
            return visited
        for row in range(begin, min(begin + ROWS_AT_ONCE, len(row_sets))):
            if not dirty[row]:
                continue
            visited += 1
            free = full & ~np.int64(row_sets[row])
            number = number_points(g, free, points)
            open_mills = mills[: number_board(g, free, points, number, neighbours, mills)]
            lock(locks, row)
            dirty[row] = 0
            losses, wins = take_fresh(columns, first, fresh, row, lost0, won0)
            unlock(locks, row)
            lost_number, won_number = 0, 0
            if opening:
                for column in range(size):
                    byte = second[row, column]
                    if byte == 0:
                        lost1[lost_number] = columns.sets[column]
                        lost_number += 1
                    elif byte >= IS_WON:
                        won1[won_number] = columns.sets[column]
                        won_number += 1
            won_number = tell_row(
                columns, rules, number, neighbours, open_mills, lost0[:losses], True, second, row, won1, won_number
            )
            lost_number = tell_row(
                columns, rules, number, neighbours, open_mills, won0[:wins], False, second, row, lost1, lost_number
            )
            if lost_number or won_number:
                tell_edges(
                    g,
                    columns,
                    row_sets,
                    row,
                    points,
                    number,
                    edges,
                    first_edge,
                    first,
                    fresh,
                    dirty,
                    locks,
                    (lost1[:lost_number], won1[:won_number]),
                    scratch,
                )


@njit(cache=True, nogil=True)
def pack(counter, found, begin, data):
    """Write a half's codes of 2 bits, its first at the index `begin`; threads share the counter of bytes taken."""
    piece = 1 << 16
    while True:
        byte = begin // 4 + add(counter, 0, piece)
        if byte * 4 >= begin + len(found):
            return
        for at in range(byte, min(byte + piece, len(data))):
            for index in range(max(at * 4, begin), min(at * 4 + 4, begin + len(found))):
                number = found[index - begin]
                code = 2 if number == 0 else 1 if number >= IS_WON else 0
                data[at] |= code << ((index & 3) * 2)
