"""The start of a solution without distances: count the quiet steps of each row and look up its other moves.

Invariant: a row's bytes agree with kernels.expand, which `verify` checks. Only pairs in which men move and a mill takes
at most one man start here, see Plan.by_rows.

A position's byte is the number of its quiet steps, with DRAWS if another move draws, or WON. See row_sweep.
"""

import numpy as np
from numba import njit

from lab.tablebase.kernels import (
    CAPTURE,
    FLIES,
    KILLS,
    NEVER,
    PLACES,
    add,
    bit_count,
    closes,
    image,
    lowest_bit,
    rank,
    row_of,
    small,
    spread,
    squeeze,
    targets,
)
from lab.tablebase.row_captures import CHUNK, capture_from_columns, capture_from_row, fill_takes, win_by_killing
from lab.tablebase.row_place import place_first, place_second
from lab.tablebase.row_sweep import mark_decided
from lab.tablebase.row_tables import WON, fill_map, free_points, new_map, number_board


@njit(cache=True, nogil=True)
def start_first(g, rules, key, columns, after, bytes_of_row, row_map, takes):
    """Fill a row's bytes for the side whose men are the row's, from the table after a capture."""
    points, _, mills = number_board(g, free_points(g, key))
    weights = np.zeros(len(points), np.int64)
    closing = np.zeros((512, 2), np.int64)
    quiet, captures = 0, 0
    for origin in range(g.points[0]):
        if not key >> origin & 1:
            continue
        rest = key ^ (1 << origin)
        destinations = free_points(g, key) if rules[FLIES] else np.int64(g.neighbours[origin])
        for i in range(len(points)):
            if not destinations >> points[i] & 1:
                continue
            if closes(g, points[i], rest):
                closing[captures, 0], closing[captures, 1] = rest | 1 << points[i], i
                captures += 1
            else:
                quiet += 1
                weights[i] += 1
    count_free(columns, weights, quiet, bytes_of_row, row_map)
    takes_some = captures > 0 and fill_takes(columns.sets, mills, rules[CAPTURE], takes)
    for i in range(captures):
        to = np.int64(1) << closing[i, 1]
        if rules[CAPTURE] == NEVER:
            count_steps(columns, to, takes, bytes_of_row)
        if not takes_some:
            continue
        if rules[KILLS]:
            win_by_killing(columns, to, takes, bytes_of_row)
            continue
        row, symmetry = row_of(g, closing[i, 0])
        fill_map(g, columns, points, symmetry, free_points(g, after.sets[row]), row_map)
        capture_from_columns(columns, after, row, to, row_map, takes, bytes_of_row)


@njit(cache=True, nogil=True)
def count_steps(columns, to, takes, bytes_of_row):
    """Count a step to `to` that closes a mill as a quiet one where the mill takes nothing."""
    for column in range(len(columns.sets)):
        if not takes[column] and not columns.sets[column] & to:
            bytes_of_row[column] += 1


@njit(cache=True, nogil=True)
def count_free(columns, weights, quiet, bytes_of_row, row_map):
    """Set every byte to the number of quiet moves, less the weights of the points that the column's men occupy."""
    low, high = row_map
    low[0] = high[0] = 0
    for men in range(1, 1 << columns.bits):
        low[men] = low[men & (men - 1)] + weights[lowest_bit(men)]
    for men in range(1, 1 << (len(weights) - columns.bits)):
        high[men] = high[men & (men - 1)] + weights[columns.bits + lowest_bit(men)]
    for column in range(len(columns.sets)):
        men = np.int64(columns.sets[column])
        bytes_of_row[column] = quiet - low[men & ((1 << columns.bits) - 1)] - high[men >> columns.bits]


@njit(cache=True, nogil=True)
def start_second(g, rules, key, columns, after, bytes_of_row, row_map, collected):
    """Fill a row's bytes for the side whose men are the columns', from the table after a capture."""
    points, neighbours, mills = number_board(g, free_points(g, key))
    if not targets(g, key, rules[CAPTURE]):
        mills = mills[:0]  # Mills take nothing, so all steps are quiet.
    ends = edges_by_set(columns.bits, neighbours)
    waiting = 0
    for column in range(len(columns.sets)):
        men = np.int64(columns.sets[column])
        moves = steps(columns.bits, len(points), ends, men, rules[FLIES])
        wins = False
        for i in range(len(mills)):
            to = mills[i] & ~men
            if to & (to - 1) or not to:
                continue
            origins = men & ~mills[i]
            if not rules[FLIES]:
                origins &= neighbours[lowest_bit(to)]
            for k in range(i):
                # Steps that also close an earlier mill are counted already.
                if mills[k] & ~men == to:
                    origins &= mills[k]
            moves -= bit_count(origins)
            wins = wins or (rules[KILLS] and origins)
            while origins:
                origin = origins & -origins
                origins ^= origin
                collected[0][waiting] = column
                collected[1][waiting] = men ^ origin ^ to
                waiting += 1
        bytes_of_row[column] = WON if wins else moves
        if waiting > CHUNK or column == len(columns.sets) - 1:
            if not rules[KILLS]:
                capture_from_row(g, rules, key, columns, after, bytes_of_row, points, row_map, collected, waiting)
            waiting = 0


@njit(cache=True, nogil=True)
def edges_by_set(bits, neighbours):
    """Return tables by the low and by the high bits of a set of free points: [low | high, set, 0] is the sum of the
    points' degrees, and [.., 1] and [.., 2] have a bit for each edge that begins or ends in the set.
    """
    edge = 0
    number = len(neighbours)
    degrees, begins, ends = np.zeros(number, np.int64), np.zeros(number, np.int64), np.zeros(number, np.int64)
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
    """Return how many steps to free points the men of a column have."""
    if flies:
        own = bit_count(men)
        return own * (number - own)
    low, high = ends[0, men & ((1 << bits) - 1)], ends[1, men >> bits]
    # An edge between two of the men is in the degrees of both.
    return low[0] + high[0] - 2 * bit_count((low[1] | high[1]) & (low[2] | high[2]))


@njit(cache=True, nogil=True)
def start_rows(counter, g, rules, row_sets, columns, after, placed, first, fresh):
    """Fill the first half; the threads that run this at once share the counter of rows.

    Args:
        after: the table after a step that takes a man.
        placed: the tables after a placement that takes no man, or one.
    """
    size = len(columns.sets)
    row_map, undecided, takes = new_map(columns), np.zeros(size + 1, np.int32), np.zeros(size, np.int32)
    while True:
        row = add(counter, 0, 1)
        if row >= len(row_sets):
            return
        key = np.int64(row_sets[row])
        start_first(g, rules, key, columns, after, first[row], row_map, takes)
        if rules[PLACES]:
            place_first(g, rules, key, columns, placed[0], placed[1], first[row], row_map, (undecided, takes))
        mark_decided(first, fresh, row)


@njit(cache=True, nogil=True)
def start_rows_second(counter, g, rules, row_sets, columns, after, placed, second):
    """Fill the second half, as start_rows fills the first."""
    row_map, collected = new_map(columns), (np.zeros(CHUNK + 256, np.int32), np.zeros(CHUNK + 256, np.int32))
    while True:
        row = add(counter, 0, 1)
        if row >= len(row_sets):
            return
        key = np.int64(row_sets[row])
        start_second(g, rules, key, columns, after, second[row], row_map, collected)
        if rules[PLACES]:
            place_second(g, rules, key, row, columns, placed[0], placed[1], second[row], row_map, collected)


@njit(cache=True, nogil=True)
def start_rows_alike(counter, g, row_sets, columns, first, second):
    """Fill the second half of a pair whose sides have the same number of men; threads share the counter of rows.

    Every position of the second half is in the first half too, with the sides exchanged.
    """
    while True:
        row = add(counter, 0, 1)
        if row >= len(row_sets):
            return
        key = np.int64(row_sets[row])
        for column in range(len(columns.sets)):
            men = spread(g, np.int64(columns.sets[column]), free_points(g, key))
            other, symmetry = row_of(g, men)
            there = squeeze(g, image(g, symmetry, key), free_points(g, row_sets[other]))
            second[row, column] = first[other, rank(g, there)]
