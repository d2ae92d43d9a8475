"""The start of a pair's solution for win, draw and loss: quiet moves counted, captures looked up, a row at a time.

Invariant: what stands here for one row at a time is what kernels.expand says of each of its positions; `verify`
compares the two. Only endgames in which a mill takes one man start here, see plan.by_rows.

A position's byte is the number of its quiet moves, with DRAWS where a capture draws, or WON. See row_sweep.
"""

import numpy as np
from numba import njit

from tools.tablebase.kernels import ALWAYS, CAPTURE, DRAWS, FLIES, KILLS, closes, image, rank, small, squeeze, targets
from tools.tablebase.machine import add, bit_count, lowest_bit
from tools.tablebase.row_sweep import WON, mark_decided
from tools.tablebase.row_tables import column_of, make_map, mapped, number_board, number_points

CHUNK = 1 << 14
"""Captures that are collected before they are looked up."""


@small
def value_at(data, index):
    """Return a code of 2 bits: 0 a draw, 1 a win, 2 a loss."""
    return data[index >> 2] >> ((index & 3) * 2) & 3


@small
def told(byte, value):
    """Return a position's byte when one of its captures leads to a position of this value."""
    if value == 2:
        return np.uint8(WON)
    return np.uint8(byte | DRAWS) if value == 0 else byte


@njit(cache=True, nogil=True)
def start_first(g, rules, key, own, columns, after, data, sets, bytes_of_row, scratch):
    """Fill a row's bytes for the side whose men are the row's.

    Args:
        own: where in g.keys the sets of so many men begin.
        columns, after: those of this pair, and of the one in which the other side has a man less.
        data, sets: the codes of that pair, in whose second half it is the other side's move, and its rows' sets.
        scratch: (map's low table, high table, men that may be taken by column).
    """
    low, high, takes = scratch
    full = (1 << g.points[0]) - 1
    free = full & ~key
    points, neighbours, mills = np.zeros(24, np.int64), np.zeros(24, np.int64), np.zeros(32, np.int64)
    number = number_points(g, free, points)
    weights = np.zeros(24, np.int64)
    closing = np.zeros((512, 2), np.int64)
    quiet, captures = 0, 0
    for origin in range(g.points[0]):
        if not key >> origin & 1:
            continue
        rest = key ^ (1 << origin)
        destinations = free if rules[FLIES] else np.int64(g.neighbours[origin]) & free
        for i in range(number):
            if not destinations >> points[i] & 1:
                continue
            if closes(g, points[i], rest):
                closing[captures, 0], closing[captures, 1] = rest | 1 << points[i], i
                captures += 1
            else:
                quiet += 1
                weights[i] += 1
    count_free(columns, number, weights, quiet, bytes_of_row, low, high)
    if captures and not rules[KILLS]:
        open_mills = number_board(g, free, points, number, neighbours, mills)
        fill_takes(columns.sets, mills[:open_mills], rules[CAPTURE] == ALWAYS, takes)
    for i in range(captures):
        to = np.int64(1) << closing[i, 1]
        if rules[KILLS]:
            for column in range(len(columns.sets)):
                if not columns.sets[column] & to:
                    bytes_of_row[column] = WON
            continue
        entry = np.int64(g.keys[own + rank(g, closing[i, 0])])
        row = entry >> 5
        make_map(g, columns.bits, points, number, entry & 31, full & ~np.int64(sets[row]), low, high)
        base = (len(sets) + row) * len(after.sets)
        capture_from_columns(columns, after, to, low, high, takes, data, base, bytes_of_row)


@njit(cache=True, nogil=True)
def count_free(columns, number, weights, quiet, bytes_of_row, low, high):
    """Set every byte to the quiet moves less the weights of the points that the column's men stand on."""
    low[0] = high[0] = 0
    for men in range(1, 1 << columns.bits):
        low[men] = low[men & (men - 1)] + weights[lowest_bit(men)]
    for men in range(1, 1 << (number - columns.bits)):
        high[men] = high[men & (men - 1)] + weights[columns.bits + lowest_bit(men)]
    for column in range(len(columns.sets)):
        men = np.int64(columns.sets[column])
        bytes_of_row[column] = quiet - low[men & ((1 << columns.bits) - 1)] - high[men >> columns.bits]


@njit(cache=True, nogil=True)
def fill_takes(sets, mills, all_of_them, takes):
    """Fill takes with the men of each column that a mill may take."""
    for column in range(len(sets)):
        men = np.int64(sets[column])
        held = 0
        if not all_of_them:
            for mill in mills:
                if men & mill == mill:
                    held |= mill
        takes[column] = men & ~held if men & ~held else men


@njit(cache=True, nogil=True)
def capture_from_columns(columns, after, to, low, high, takes, data, base, bytes_of_row):
    """Look up what one closing step of the row's men leads to, for all columns whose men do not stand where it ends."""
    for column in range(len(columns.sets)):
        men = np.int64(columns.sets[column])
        byte = bytes_of_row[column]
        if men & to or byte >= WON:
            continue
        there = mapped(columns, low, high, men)
        first = mapped(columns, low, high, np.int64(takes[column]))
        while first:
            captive = first & -first
            first ^= captive
            byte = told(byte, value_at(data, base + column_of(after, there ^ captive)))
            if byte >= WON:
                break
        bytes_of_row[column] = byte


@njit(cache=True, nogil=True)
def start_second(g, rules, key, fewer, columns, after, data, sets, bytes_of_row, scratch):
    """Fill a row's bytes for the side whose men are the columns'.

    Args:
        fewer: where in g.keys the sets of one man less than the row's begin.
        columns, after: those of this pair, and of the one in which the row's side has a man less.
        data, sets: the codes of that pair, in whose first half the row's side is to move, and its rows' sets.
        scratch: (map's low table, high table, collected columns, collected sets).
    """
    collected, collected_men = scratch[2:]
    free = ((1 << g.points[0]) - 1) & ~key
    points, neighbours, mills = np.zeros(24, np.int64), np.zeros(24, np.int64), np.zeros(32, np.int64)
    number = number_points(g, free, points)
    mills = mills[: number_board(g, free, points, number, neighbours, mills)]
    ends = edges_by_set(columns.bits, number, neighbours)
    takes = targets(g, key, rules[CAPTURE])
    waiting = 0
    for column in range(len(columns.sets)):
        men = np.int64(columns.sets[column])
        moves = steps(columns.bits, number, ends, men, rules[FLIES])
        wins = False
        for i in range(len(mills)):
            to = mills[i] & ~men
            if to & (to - 1) or not to:
                continue
            origins = men & ~mills[i]
            if not rules[FLIES]:
                origins &= neighbours[lowest_bit(to)]
            for k in range(i):
                # Steps that close an earlier mill too are told already.
                if mills[k] & ~men == to:
                    origins &= mills[k]
            moves -= bit_count(origins)
            wins = wins or (rules[KILLS] and origins)
            while origins:
                origin = origins & -origins
                origins ^= origin
                collected[waiting] = column
                collected_men[waiting] = men ^ origin ^ to
                waiting += 1
        bytes_of_row[column] = WON if wins else moves
        if waiting > CHUNK:
            if not rules[KILLS]:
                capture_from_row(
                    g, key, takes, fewer, columns, after, data, sets, bytes_of_row, points, number, scratch, waiting
                )
            waiting = 0
    if waiting and not rules[KILLS]:
        capture_from_row(
            g, key, takes, fewer, columns, after, data, sets, bytes_of_row, points, number, scratch, waiting
        )


@njit(cache=True, nogil=True)
def edges_by_set(bits, number, neighbours):
    """Return tables by low and by high bits of a set of free points: [low | high, 0] the sum of their degrees, [.., 1]
    and [.., 2] the edges that begin and end in it, a bit for each.
    """
    edge = 0
    degrees = np.zeros(24, np.int64)
    begins, ends = np.zeros(24, np.int64), np.zeros(24, np.int64)
    for i in range(number):
        degrees[i] = bit_count(neighbours[i])
        for k in range(i + 1, number):
            if neighbours[i] >> k & 1:
                begins[i] |= np.int64(1) << edge
                ends[k] |= np.int64(1) << edge
                edge += 1
    tables = np.zeros((2, 1 << bits, 3), np.int64)
    for part in range(2):
        first, size = (0, bits) if part == 0 else (bits, number - bits)
        for men in range(1, 1 << size):
            point = first + lowest_bit(men)
            rest = men & (men - 1)
            tables[part, men, 0] = tables[part, rest, 0] + degrees[point]
            tables[part, men, 1] = tables[part, rest, 1] | begins[point]
            tables[part, men, 2] = tables[part, rest, 2] | ends[point]
    return tables


@small
def steps(bits, number, ends, men, flies):
    """Return how many steps the men of a column have to free points."""
    if flies:
        own = bit_count(men)
        return own * (number - own)
    low, high = ends[0, men & ((1 << bits) - 1)], ends[1, men >> bits]
    # An edge between two of the men is in the degrees of both.
    return low[0] + high[0] - 2 * bit_count((low[1] | high[1]) & (low[2] | high[2]))


@njit(cache=True, nogil=True)
def capture_from_row(g, key, takes, fewer, columns, after, data, sets, bytes_of_row, points, number, scratch, waiting):
    """Look up what the collected closing steps of the columns' men lead to, for each man of the row that they take."""
    low, high, collected, collected_men = scratch
    full = (1 << g.points[0]) - 1
    while takes:
        captive = takes & -takes
        takes ^= captive
        entry = np.int64(g.keys[fewer + rank(g, key ^ captive)])
        row = entry >> 5
        make_map(g, columns.bits, points, number, entry & 31, full & ~np.int64(sets[row]), low, high)
        base = row * len(after.sets)
        for i in range(waiting):
            byte = bytes_of_row[collected[i]]
            if byte < WON:
                there = mapped(columns, low, high, np.int64(collected_men[i]))
                bytes_of_row[collected[i]] = told(byte, value_at(data, base + column_of(after, there)))


@njit(cache=True, nogil=True)
def start_alike(g, key, own, columns, sets, first, bytes_of_row):
    """Fill a row's bytes for the columns' side where both sides have as many men: the same position stands elsewhere,
    with the sides exchanged, among those of the rows' side.
    """
    full = (1 << g.points[0]) - 1
    points = np.zeros(24, np.int64)
    number_points(g, full & ~key, points)
    for column in range(len(columns.sets)):
        men, left = 0, np.int64(columns.sets[column])
        while left:
            men |= 1 << points[lowest_bit(left)]
            left &= left - 1
        entry = np.int64(g.keys[own + rank(g, men)])
        row = entry >> 5
        there = squeeze(g, image(g, entry & 31, key), full & ~np.int64(sets[row]))
        bytes_of_row[column] = first[row, column_of(columns, there)]


@njit(cache=True, nogil=True)
def start_rows(counter, g, rules, row_sets, own, columns, after, data, sets, first, fresh):
    """Fill the first half; the threads that run this at once share the counter of rows taken."""
    halfway = 1 << columns.bits
    takes = np.zeros(len(columns.sets), np.int32)
    scratch = np.zeros(halfway, np.int32), np.zeros(halfway, np.int32), takes
    while True:
        row = add(counter, 0, 1)
        if row >= len(row_sets):
            return
        start_first(g, rules, np.int64(row_sets[row]), own, columns, after, data, sets, first[row], scratch)
        mark_decided(first, fresh, row)


@njit(cache=True, nogil=True)
def start_rows_second(counter, g, rules, row_sets, fewer, columns, after, data, sets, second):
    """Fill the second half; the threads that run this at once share the counter of rows taken."""
    halfway = 1 << columns.bits
    collected = np.zeros(CHUNK + 256, np.int32), np.zeros(CHUNK + 256, np.int32)
    scratch = np.zeros(halfway, np.int32), np.zeros(halfway, np.int32), collected[0], collected[1]
    while True:
        row = add(counter, 0, 1)
        if row >= len(row_sets):
            return
        start_second(g, rules, np.int64(row_sets[row]), fewer, columns, after, data, sets, second[row], scratch)


@njit(cache=True, nogil=True)
def start_rows_alike(counter, g, row_sets, own, columns, first, second):
    """Fill the second half from the first; the threads that run this at once share the counter of rows taken."""
    while True:
        row = add(counter, 0, 1)
        if row >= len(row_sets):
            return
        start_alike(g, np.int64(row_sets[row]), own, columns, row_sets, first, second[row])
