"""Kernels for predicted files: random samples, and the network's prediction for every position; compiled by Numba.

Invariant: `evaluate` computes in machine numbers what morris_core.tablebase.network computes, which the tests check.
"""

import numpy as np
from numba import njit

from lab.tablebase.kernels import add, all_points, bit_count, lowest_bit, rank, small, spread, value_at
from morris_core.tablebase.network import PLACES

LANES, HIDDEN = 32, 16
"""The sizes of the networks. The loops are faster if they are constant."""
TILE = 64
"""How many positions to evaluate together."""
MOST = 127
SHIFT = 5
RAREST = 2000
"""The most positions to draw for each that is needed."""
NOT_STORED = 255
RANK = 64
"""A class is bucket + RANK * the rank of the value among the network's three."""


@small
def is_stored(g, choice, half, own, other):
    """Return whether a position is stored. See classes.Choice."""
    stored = choice.classes
    for i in range(stored.shape[0]):
        if stored[i, 0] != half:
            continue
        if stored[i, 1] >= 0 and stored[i, 1] != bit_count(own & choice.dark) & 1:
            continue
        if stored[i, 2] >= 0 and stored[i, 2] != bit_count(other & choice.dark) & 1:
            continue
        return not choice.mills.shape[0] or choice.mills[closed_mills(g, own), closed_mills(g, other)]
    return False


@small
def closed_mills(g, men):
    """Return how many mills a set of men has."""
    found = 0
    for mill in g.mills:
        found += men & np.int64(mill) == np.int64(mill)
    return found


@small
def fill_rows(parts, row_map, own, other, rows):
    """Fill `rows` with the network's rows of a position, by net.look_ups."""
    for i in range(parts.shape[2]):
        mine = parts[0, own & 255, i] + parts[1, own >> 8 & 255, i] + parts[2, own >> 16, i]
        theirs = parts[0, other & 255, i] + parts[1, other >> 8 & 255, i] + parts[2, other >> 16, i]
        rows[i] = row_map[i, mine + 2 * theirs]


@njit(cache=True, nogil=True)
def sample(g, row_sets, columns, data, first, choice, halves, stored, number, seed):
    """Return random positions: (own men, other men, value, how many were drawn to find them).

    There may be fewer than `number` if hardly any qualify.

    Args:
        first: the first half in `data`.
        halves: the halves to draw from, each as often as it is listed.
        stored: whether to return positions that are stored, or that are not.
    """
    np.random.seed(seed)
    own, other, values = np.zeros(number, np.int32), np.zeros(number, np.int32), np.zeros(number, np.uint8)
    found = drawn = 0
    while found < number and drawn < RAREST * number:
        drawn += 1
        row, column = np.random.randint(0, len(row_sets)), np.random.randint(0, len(columns))
        half = halves[np.random.randint(0, len(halves))]
        key = np.int64(row_sets[row])
        men = spread(g, np.int64(columns[column]), all_points(g) & ~key)
        mover, waiting = (key, men) if half == 0 else (men, key)
        if is_stored(g, choice, half, mover, waiting) == stored:
            own[found], other[found] = mover, waiting
            values[found] = value_at(data, ((half - first) * len(row_sets) + row) * len(columns) + column)
            found += 1
    return own[:found], other[:found], values[:found], drawn


@small
def closing_points(g, men, steps):
    """Return the points at which a man would complete a mill with two of these men if the point were empty.

    Args:
        steps: whether the man must be one of these too, and step there.
    """
    found = 0
    for mill in g.mills:
        rest = np.int64(mill) & men
        point = np.int64(mill) & ~men
        # All but one point of the mill are taken.
        if point and not point & (point - 1) and (not steps or g.neighbours[lowest_bit(point)] & men & ~rest):
            found |= point
    return found


@njit(cache=True)
def closing_table(g, sets, steps):
    """Return closing_points of every set."""
    found = np.zeros(len(sets), np.int32)
    for number in range(len(sets)):
        found[number] = closing_points(g, np.int64(sets[number]), steps)
    return found


@small
def head_of(heads, own_closing, other_closing, empty):
    """Return which of `heads` heads evaluates a position. See morris_core.tablebase.network."""
    if heads == 1:
        return 0
    if heads == PLACES:
        return 3 * min(2, bit_count(own_closing & empty)) + min(2, bit_count(other_closing & empty))
    return (2 if own_closing & empty else 0) + (1 if other_closing & empty else 0)


@njit(cache=True, nogil=True)
def heads_of(g, own, other, heads):
    """Return the head of each position."""
    found = np.zeros(len(own), np.uint8)
    for i in range(len(own)):
        mover, waiting = np.int64(own[i]), np.int64(other[i])
        mine, theirs = closing_points(g, mover, heads != PLACES), closing_points(g, waiting, heads != PLACES)
        found[i] = head_of(heads, mine, theirs, ~(mover | waiting))
    return found


@small
def number_of(numbers, men, word):
    """Return what men add to the numbers of four arrangements. See pack.Predictor."""
    return numbers[0, men & 255, word] + numbers[1, men >> 8 & 255, word] + numbers[2, men >> 16, word]


@njit(cache=True, nogil=True)
def fill_lanes(own, other, starts, predictor, packed):
    """Fill `packed` with the lanes of each position, 16 bits each, as differences from `predictor.zero`."""
    row_map, rows = predictor.row_map, predictor.rows
    for t in range(len(own)):
        lanes = packed[t]
        lanes[:] = predictor.starts[starts[t]]
        for word in range(predictor.numbers.shape[2]):
            mine = number_of(predictor.numbers, own[t], word)
            arrangements = mine + np.uint64(2) * number_of(predictor.numbers, other[t], word)
            for i in range(4 * word, min(4 * word + 4, row_map.shape[0])):
                row = np.intp(row_map[i, np.intp(arrangements & np.uint64(0xFFFF))])
                arrangements >>= np.uint64(16)
                for k in range(LANES // 4):
                    lanes[k] += rows[row, k]


@njit(cache=True, nogil=True, fastmath=True)
def evaluate(own, other, starts, closings, predictor, out):
    """Fill `out` with the network's three numbers for each position. See `outputs` for the arguments.

    All numbers are whole and less than 2 ** 24, so floating point, which is faster, is exact.
    """
    first, bias, second, last = predictor.network
    packed = np.zeros((len(own), LANES // 4), np.uint64)
    fill_lanes(own, other, starts, predictor, packed)
    lanes = packed.reshape(-1).view(np.uint16)
    active, hidden = np.zeros(len(lanes), np.float32), np.zeros(HIDDEN, np.float32)
    for i in range(len(lanes)):
        active[i] = np.float32(min(max(np.int32(lanes[i]) - np.int32(predictor.zero), np.int32(0)), np.int32(MOST)))
    for t in range(len(own)):
        head = head_of(len(first), closings[0][t], closings[1][t], ~(own[t] | other[t]))
        w = first[head]
        for h in range(HIDDEN):
            hidden[h] = bias[head, h]
        for k in range(LANES):
            a = active[t * LANES + k]
            if a > 0:
                for h in range(HIDDEN):
                    hidden[h] += a * w[k, h]
        draw, win, loss = last[head, 0], last[head, 1], last[head, 2]
        for h in range(HIDDEN):
            z = np.float32(min(max(np.int32(hidden[h]) >> np.int32(SHIFT), np.int32(0)), np.int32(MOST)))
            draw += z * second[head, h, 0]
            win += z * second[head, h, 1]
            loss += z * second[head, h, 2]
        out[t, 0], out[t, 1], out[t, 2] = draw, win, loss


@njit(cache=True, nogil=True)
def outputs(own, other, starts, closings, predictor):
    """Return the network's three numbers for each position.

    Args:
        starts: the numbers of the lanes to start with.
        closings: closing_points of the own men and of the other men.
        predictor: see pack.Predictor.
    """
    out = np.zeros((len(own), 3), np.float32)
    for begin in range(0, len(own), TILE):
        end = min(begin + TILE, len(own))
        closing = closings[0][begin:end], closings[1][begin:end]
        evaluate(own[begin:end], other[begin:end], starts[begin:end], closing, predictor, out[begin:end])
    return out


@small
def ranked(draw, win, loss, levels, step):
    """Return (likeliest value, second value, bucket). Ties go to the lower value."""
    first, second, most, less = (1, 0, win, draw) if win > draw else (0, 1, draw, win)
    if loss > most:
        first, second, most, less = 2, first, loss, most
    elif loss > less:
        second, less = 2, loss
    return first, second, first * levels + min(np.int64(most - less) // step, levels - 1)


@njit(cache=True, nogil=True)
def classify(counter, g, row_sets, columns, closing, data, first, choice, predictor, starts, buckets, base, classes):
    """Fill the class of each position, from the index `base` on; threads share the counter of rows.

    Args:
        closing: closing_table of all sets of the columns' number of men.
        first: the first half in `data`.
        choice: see classes.Choice.
        predictor: see pack.Predictor.
        starts: for each half the number of the lanes to start with.
        buckets: (levels, step), see morris_core.tablebase.predicted.rank_values.
        base: the index of the first position, which begins a half.
    """
    own, other, indexes_of = np.zeros(TILE, np.int64), np.zeros(TILE, np.int64), np.zeros(TILE, np.int64)
    key_closings, men_closings = np.zeros(TILE, np.int64), np.zeros(TILE, np.int64)
    half_starts, out = np.zeros(TILE, np.int64), np.zeros((TILE, 3), np.float32)
    while True:
        taken = base // len(columns) + add(counter, 0, 1)
        if taken * len(columns) - base >= len(classes):
            return
        half, row = taken // len(row_sets), taken % len(row_sets)
        key = np.int64(row_sets[row])
        half_starts[:] = starts[half]
        key_closings[:] = closing_points(g, key, len(predictor.network[0]) != PLACES)
        closings = (key_closings, men_closings) if half == 0 else (men_closings, key_closings)
        found = 0
        for column in range(len(columns)):
            index = taken * len(columns) + column
            men = spread(g, np.int64(columns[column]), all_points(g) & ~key)
            own[found], other[found] = (key, men) if half == 0 else (men, key)
            if is_stored(g, choice, half, own[found], other[found]):
                men_closings[found] = closing[rank(g, men)]
                indexes_of[found] = index
                found += 1
            else:
                classes[index - base] = NOT_STORED
            if found == TILE or (column == len(columns) - 1 and found):
                evaluate(own[:found], other[:found], half_starts, closings, predictor, out)
                for t in range(found):
                    likeliest, second, bucket = ranked(out[t, 0], out[t, 1], out[t, 2], *buckets)
                    value = value_at(data, indexes_of[t] - first * len(row_sets) * len(columns))
                    rank_found = 0 if value == likeliest else 1 if value == second else 2
                    classes[indexes_of[t] - base] = bucket + RANK * rank_found
                found = 0


@njit(cache=True, nogil=True)
def classify_alike(counter, data, class_of, base, classes):
    """Fill the classes if the network gives all positions the same numbers. `class_of` is by value."""
    while True:
        begin = add(counter, 0, 1) << 16
        if begin >= len(classes):
            return
        for i in range(begin, min(begin + (1 << 16), len(classes))):
            classes[i] = class_of[value_at(data, base + i)]


@njit(cache=True, nogil=True)
def indexes(classes, base, chosen):
    """Return the indexes of the positions of the chosen classes, ascending."""
    number = 0
    for i in range(len(classes)):
        number += chosen[classes[i]]
    found = np.zeros(number, np.int64)
    number = 0
    for i in range(len(classes)):
        if chosen[classes[i]]:
            found[number] = base + i
            number += 1
    return found
