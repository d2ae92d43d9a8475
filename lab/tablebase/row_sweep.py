"""Win, draw and loss of one pair: visit its rows until none has anything new; compiled by Numba.

Invariant: a thread holds a row's lock while it changes the bytes of the row's first half, its `fresh` bits or its
`dirty` mark. Only the visit to the row itself changes its second half. The order of visits does not affect the result:
a position is won if one of its moves leads to a lost one, and lost if all lead to won ones.

A position's byte is 0 if it is lost and at least 0x80 if it is won. Otherwise it is the number of quiet steps that are
not known to lose, with DRAWS if another move draws. Further updates lower a won position's byte, but never below 0x80.
`fresh` has a bit for each position of the first half that is decided, but whose predecessors are not yet updated.
"""

import numpy as np
from numba import njit

from lab.tablebase.kernels import CAPTURE, FLIES, add, lock, lowest_bit, small, targets, unlock
from lab.tablebase.row_tables import (
    IS_WON,
    WON,
    column_of,
    fill_map,
    free_points,
    mapped,
    new_map,
    number_board,
    outside_mills,
)

ROWS_AT_ONCE = 8
"""The rows that a thread takes at a time."""


@small
def mark(fresh, row, column):
    fresh[row, column >> 6] |= np.uint64(1) << np.uint64(column & 63)


@njit(cache=True, nogil=True)
def mark_decided(first, fresh, row):
    """Mark the positions in the first half of a row that are decided from the start."""
    for column in range(first.shape[1]):
        byte = first[row, column]
        if byte == 0 or byte >= IS_WON:
            mark(fresh, row, column)


@njit(cache=True, nogil=True)
def take_fresh(columns, first, fresh, row, lost, won):
    """Collect the columns' sets marked in `fresh` and clear the marks. Return how many are lost and how many won."""
    losses, wins = 0, 0
    for word in range(fresh.shape[1]):
        found = fresh[row, word]
        fresh[row, word] = 0
        while found:
            column = word * 64 + np.int64(lowest_bit(found))
            found &= found - np.uint64(1)
            if first[row, column]:
                won[wins] = columns.sets[column]
                wins += 1
            else:
                lost[losses] = columns.sets[column]
                losses += 1
    return losses, wins


@njit(cache=True, nogil=True)
def update_row(columns, rules, neighbours, mills, decided, is_lost, second, row, found, number):
    """Update the positions of the second half from which a quiet step leads to a decided one of the first half.

    Args:
        mills: those that take a man if a step closes them.
        decided: the columns' sets that are lost (`is_lost`) or won.
        found, number: the sets that this wins, or loses, are added to found[number:].

    Returns:
        The number of sets in `found`.
    """
    everywhere = (1 << len(neighbours)) - 1
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
                    decides = byte < IS_WON
                    byte = np.uint8(WON) if decides else byte
                else:
                    decides = byte == 1
                    byte -= 1
                second[row, column] = byte
                if decides:
                    found[number] = before
                    number += 1
    return number


@small
def choose(sets, origin, mills, closing, chosen, number):
    """Add to chosen[number:] the columns' sets before which the rows' men can have made a step. Return the new number.

    The step came from `origin`, which must be empty now. If it closed a mill, the mill took nothing.
    """
    for i in range(len(sets)):
        chosen[number] = sets[i]
        number += (sets[i] & origin) == 0 and not (closing and outside_mills(mills, sets[i]))
    return number


@njit(cache=True, nogil=True)
def update_other_rows(g, columns, row_sets, points, mills, edges, state, lost, won, row_map, chosen):
    """Update the positions of other rows from which a quiet step of the rows' men leads to a decided one.

    Args:
        points, mills: the free points and mills, see number_board.
        edges: the steps that lead to this row, see propagate.steps_between_rows.
        lost, won: the columns' sets that are decided in the second half.
    """
    first, _, fresh, dirty, locks = state
    for edge in edges:
        there = np.int64(edge[0])
        origin = np.int64(0)
        for i in range(len(points)):
            if edge[2] >> points[i] & 1:
                origin = np.int64(1) << i
        losses = choose(lost, origin, mills, edge[3], chosen, 0)
        both = choose(won, origin, mills, edge[3], chosen, losses)
        if not both:
            continue
        fill_map(g, columns, points, edge[1], free_points(g, row_sets[there]), row_map)
        changed = False
        lock(locks, there)
        for i in range(both):
            column = column_of(columns, mapped(columns, row_map, np.int64(chosen[i])))
            byte = first[there, column]
            if i < losses:
                decides = byte < IS_WON
                byte = np.uint8(WON) if decides else byte
            else:
                decides = byte == 1
                byte -= 1
            first[there, column] = byte
            if decides:
                mark(fresh, there, column)
                changed = True
        if changed:
            dirty[there] = 1
        unlock(locks, there)


@njit(cache=True, nogil=True)
def sweep(counter, g, rules, columns, row_sets, state, edges, first_edge, opening):
    """Visit every row that has something new, or every row if `opening`. Return how many rows were visited.

    Args:
        counter: of the rows, shared by the threads that run this at once.
        state: (first half, second half, fresh, dirty, locks).
        edges, first_edge: see propagate.steps_between_rows.
    """
    first, second, fresh, dirty, locks = state
    size = len(columns.sets)
    lost0, won0 = np.zeros(size, np.int32), np.zeros(size, np.int32)
    lost1, won1 = np.zeros(size, np.int32), np.zeros(size, np.int32)
    row_map, chosen = new_map(columns), np.zeros(size + 1, np.int32)
    visited = 0
    while True:
        begin = add(counter, 0, ROWS_AT_ONCE)
        if begin >= len(row_sets):
            return visited
        for row in range(begin, min(begin + ROWS_AT_ONCE, len(row_sets))):
            if not dirty[row]:
                continue
            visited += 1
            points, neighbours, mills = number_board(g, free_points(g, row_sets[row]))
            lock(locks, row)
            dirty[row] = 0
            losses0, wins0 = take_fresh(columns, first, fresh, row, lost0, won0)
            unlock(locks, row)
            losses1, wins1 = 0, 0
            if opening:
                for column in range(size):
                    byte = second[row, column]
                    if byte == 0:
                        lost1[losses1] = columns.sets[column]
                        losses1 += 1
                    elif byte >= IS_WON:
                        won1[wins1] = columns.sets[column]
                        wins1 += 1
            closed = mills if targets(g, np.int64(row_sets[row]), rules[CAPTURE]) else mills[:0]
            wins1 = update_row(columns, rules, neighbours, closed, lost0[:losses0], True, second, row, won1, wins1)
            losses1 = update_row(columns, rules, neighbours, closed, won0[:wins0], False, second, row, lost1, losses1)
            if losses1 or wins1:
                own = edges[first_edge[row] : first_edge[row + 1]]
                lost, won = lost1[:losses1], won1[:wins1]
                update_other_rows(g, columns, row_sets, points, mills, own, state, lost, won, row_map, chosen)


@njit(cache=True, nogil=True)
def pack(counter, found, begin, data):
    """Write a half's codes of 2 bits, its first at the index `begin`; threads share the counter of bytes."""
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
