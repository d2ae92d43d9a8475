"""Loops of the predicted form, compiled by Numba: samples, and the network's class of every position.

Invariant: `layers` does in machine numbers what morris_core.tablebase.network does; the tests compare them.
"""

import numpy as np
from numba import njit

from morris_core.tablebase.network import PLACES
from tools.tablebase.kernels import rank, read, small, spread
from tools.tablebase.machine import add, bit_count, lowest_bit

LANES, HIDDEN = 32, 16
"""Sizes of the networks; the loops are faster when they are known."""
TILE = 64
"""Positions whose layers are computed together."""
MOST = 127
SHIFT = 5
RAREST = 2000
"""Positions drawn for each wanted, at most."""
NOT_STORED = 255
RANK = 64
"""A class is bucket + RANK * rank of the value among the network's three."""


@small
def is_stored(g, choice, half, own, other):
    """Return whether a position is stored. choice: see classes.Choice."""
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
def rows_of(parts, row_map, own, other, rows):
    """Fill rows with the network's rows of a position. parts: [byte, value, look-up]; row_map: [look-up, number]."""
    for i in range(parts.shape[2]):
        mine = parts[0, own & 255, i] + parts[1, own >> 8 & 255, i] + parts[2, own >> 16, i]
        theirs = parts[0, other & 255, i] + parts[1, other >> 8 & 255, i] + parts[2, other >> 16, i]
        rows[i] = row_map[i, mine + 2 * theirs]


@njit(cache=True, nogil=True)
def sample(g, row_sets, columns, data, first, choice, number, seed):
    """Return stored positions drawn at random: (own men, other men, value, positions drawn for them).

    There may be fewer than wanted, or none, where hardly any are stored. first: the half that the data begin with.
    """
    np.random.seed(seed)
    own, other, values = np.zeros(number, np.int32), np.zeros(number, np.int32), np.zeros(number, np.uint8)
    full = (1 << g.points[0]) - 1
    found = drawn = 0
    while found < number and drawn < RAREST * number:
        drawn += 1
        row, column = np.random.randint(0, len(row_sets)), np.random.randint(0, len(columns))
        half = choice.classes[np.random.randint(0, choice.classes.shape[0]), 0]
        key = np.int64(row_sets[row])
        men = spread(g, np.int64(columns[column]), full & ~key)
        mover, waiting = (key, men) if half == 0 else (men, key)
        if is_stored(g, choice, half, mover, waiting):
            own[found], other[found] = mover, waiting
            values[found] = read(data, 0, ((half - first) * len(row_sets) + row) * len(columns) + column, 2)
            found += 1
    return own[:found], other[:found], values[:found], drawn


@small
def closing_points(g, men, steps):
    """Return the points on which a man would complete a mill with two of these, were they empty.

    steps: whether it has to be one of these men, who steps there.
    """
    found = 0
    for mill in g.mills:
        rest = np.int64(mill) & men
        point = np.int64(mill) & ~men
        # All but one point of the mill: what is left is that point alone.
        if point and not point & (point - 1) and (not steps or g.neighbours[lowest_bit(point)] & men & ~rest):
            found |= point
    return found


@njit(cache=True)
def closing_table(g, sets, steps):
    """Return closing_points of each of all sets of a size in ascending order."""
    found = np.zeros(len(sets), np.int32)
    for number in range(len(sets)):
        found[number] = closing_points(g, np.int64(sets[number]), steps)
    return found


@small
def head_of(heads, own_closing, other_closing, empty):
    """Return which of the heads values a position: see morris_core.tablebase.network."""
    if heads == 1:
        return 0
    if heads == PLACES:
        return 3 * min(2, bit_count(own_closing & empty)) + min(2, bit_count(other_closing & empty))
    return (2 if own_closing & empty else 0) + (1 if other_closing & empty else 0)


@njit(cache=True, nogil=True)
def heads_of(g, own, other, heads):
    """Return the head of each of some positions."""
    found = np.zeros(len(own), np.uint8)
    for i in range(len(own)):
        mover, waiting = np.int64(own[i]), np.int64(other[i])
        mine, theirs = closing_points(g, mover, heads != PLACES), closing_points(g, waiting, heads != PLACES)
        found[i] = head_of(heads, mine, theirs, ~(mover | waiting))
    return found


@small
def add_rows(number, men_numbers, key_numbers, factor, row_map, rows, starts, start, packed):
    """Fill packed[number] with the lanes of a position, 16 bits each and ZERO above their value.

    Args:
        men_numbers, key_numbers: what both sides' men add to the numbers of arrangements, 16 bits each, see
            pack.Predictor; those of the men `factor` times.
        starts, start: the lanes to begin with, and which of them.
    """
    a0, a1, a2, a3 = starts[start, 0], starts[start, 1], starts[start, 2], starts[start, 3]
    a4, a5, a6, a7 = starts[start, 4], starts[start, 5], starts[start, 6], starts[start, 7]
    for word in range(len(key_numbers)):
        arrangements = key_numbers[word] + factor * men_numbers[word]
        for i in range(4 * word, min(4 * word + 4, row_map.shape[0])):
            row = np.intp(row_map[i, np.intp(arrangements & np.uint64(0xFFFF))])
            arrangements >>= np.uint64(16)
            a0 += rows[row, 0]
            a1 += rows[row, 1]
            a2 += rows[row, 2]
            a3 += rows[row, 3]
            a4 += rows[row, 4]
            a5 += rows[row, 5]
            a6 += rows[row, 6]
            a7 += rows[row, 7]
    packed[number, 0], packed[number, 1], packed[number, 2], packed[number, 3] = a0, a1, a2, a3
    packed[number, 4], packed[number, 5], packed[number, 6], packed[number, 7] = a4, a5, a6, a7


@njit(cache=True, nogil=True, fastmath=True)
def layers(number, zero, lanes, heads, network, active, hidden, out):
    """Fill out with the three numbers of so many positions, by their lanes and heads.

    All numbers are whole and less than 2 ** 24, so that floating point, which is faster, is exact. Sums are written
    out one by one, since so they stay in the processor's registers.
    """
    first, bias, second, last = network
    for i in range(number * LANES):
        active[i] = np.float32(min(max(np.int32(lanes[i]) - np.int32(zero), np.int32(0)), np.int32(MOST)))
    for t in range(number):
        w, b = first[heads[t]], bias[heads[t]]
        a0, a1, a2, a3, a4, a5, a6, a7 = b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]
        b0, b1, b2, b3, b4, b5, b6, b7 = b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]
        for k in range(LANES):
            a = active[t * LANES + k]
            if a > 0:
                a0 += a * w[k, 0]
                a1 += a * w[k, 1]
                a2 += a * w[k, 2]
                a3 += a * w[k, 3]
                a4 += a * w[k, 4]
                a5 += a * w[k, 5]
                a6 += a * w[k, 6]
                a7 += a * w[k, 7]
                b0 += a * w[k, 8]
                b1 += a * w[k, 9]
                b2 += a * w[k, 10]
                b3 += a * w[k, 11]
                b4 += a * w[k, 12]
                b5 += a * w[k, 13]
                b6 += a * w[k, 14]
                b7 += a * w[k, 15]
        at = t * HIDDEN
        hidden[at], hidden[at + 1], hidden[at + 2], hidden[at + 3] = a0, a1, a2, a3
        hidden[at + 4], hidden[at + 5], hidden[at + 6], hidden[at + 7] = a4, a5, a6, a7
        hidden[at + 8], hidden[at + 9], hidden[at + 10], hidden[at + 11] = b0, b1, b2, b3
        hidden[at + 12], hidden[at + 13], hidden[at + 14], hidden[at + 15] = b4, b5, b6, b7
    for i in range(number * HIDDEN):
        hidden[i] = np.float32(min(max(np.int32(hidden[i]) >> np.int32(SHIFT), np.int32(0)), np.int32(MOST)))
    for t in range(number):
        w, b = second[heads[t]], last[heads[t]]
        draw, win, loss = b[0], b[1], b[2]
        for h in range(HIDDEN):
            z = hidden[t * HIDDEN + h]
            draw += z * w[h, 0]
            win += z * w[h, 1]
            loss += z * w[h, 2]
        out[t, 0], out[t, 1], out[t, 2] = draw, win, loss


@small
def ranked(draw, win, loss, levels, step):
    """Return (likeliest value, second, bucket); of equal ones the lower value is the likelier."""
    first, second, most, less = (1, 0, win, draw) if win > draw else (0, 1, draw, win)
    if loss > most:
        first, second, most, less = 2, first, loss, most
    elif loss > less:
        second, less = 2, loss
    return first, second, first * levels + min(np.int64(most - less) // step, levels - 1)


@njit(cache=True, nogil=True)
def classify(counter, g, row_sets, columns, closing, data, first, choice, predictor, starts, buckets, base, classes):
    """Fill classes, by index of a position less base; threads share the counter of rows taken.

    Args:
        buckets: (levels, step), see morris_core.tablebase.predicted.rank_values.
        closing: closing_table of all sets of as many men as those of the columns.
        first: the half that the data begin with.
        choice: see classes.Choice.
        predictor: see pack.Predictor.
        starts: by half, the number of the lanes to start with.
        base: the index of the first position, which begins a half.
    """
    numbers, row_map, rows, all_starts, network, zero = predictor
    full, last = (1 << g.points[0]) - 1, len(columns) - 1
    packed = np.zeros((TILE, LANES // 4), np.uint64)
    lanes = packed.reshape(-1).view(np.uint16)
    active, hidden = np.zeros(TILE * LANES, np.float32), np.zeros(TILE * HIDDEN, np.float32)
    out = np.zeros((TILE, 3), np.float32)
    heads, indexes_of = np.zeros(TILE, np.int64), np.zeros(TILE, np.int64)
    key_numbers, men_numbers = np.zeros(numbers.shape[2], np.uint64), np.zeros(numbers.shape[2], np.uint64)
    while True:
        taken = base // len(columns) + add(counter, 0, 1)
        if taken * len(columns) - base >= len(classes):
            return
        half, row = taken // len(row_sets), taken % len(row_sets)
        key = np.int64(row_sets[row])
        key_closing = closing_points(g, key, len(network[0]) != PLACES)
        factor = np.uint64(2 - half)
        for word in range(len(key_numbers)):
            key_numbers[word] = np.uint64(1 + half) * number_of(numbers, key, word)
        found = 0
        for column in range(len(columns)):
            index = taken * len(columns) + column
            men = spread(g, np.int64(columns[column]), full & ~key)
            own, other = (key, men) if half == 0 else (men, key)
            if is_stored(g, choice, half, own, other):
                men_closing = np.int64(closing[rank(g, men)])
                own_closing, other_closing = (key_closing, men_closing) if half == 0 else (men_closing, key_closing)
                heads[found] = head_of(len(network[0]), own_closing, other_closing, ~(own | other))
                indexes_of[found] = index
                for word in range(len(men_numbers)):
                    men_numbers[word] = number_of(numbers, men, word)
                add_rows(found, men_numbers, key_numbers, factor, row_map, rows, all_starts, starts[half], packed)
                found += 1
            else:
                classes[index - base] = NOT_STORED
            if found == TILE or (column == last and found):
                layers(found, zero, lanes, heads, network, active, hidden, out)
                for t in range(found):
                    likeliest, second, bucket = ranked(out[t, 0], out[t, 1], out[t, 2], *buckets)
                    value = read(data, 0, indexes_of[t] - first * len(row_sets) * len(columns), 2)
                    rank_found = 0 if value == likeliest else 1 if value == second else 2
                    classes[indexes_of[t] - base] = bucket + RANK * rank_found
                found = 0


@njit(cache=True, nogil=True)
def classify_alike(counter, data, class_of, base, classes):
    """Do what `classify` does where the network gives all positions the same numbers. class_of: by value."""
    while True:
        begin = add(counter, 0, 1) << 16
        if begin >= len(classes):
            return
        for i in range(begin, min(begin + (1 << 16), len(classes))):
            classes[i] = class_of[read(data, 0, base + i, 2)]


@small
def number_of(numbers, men, word):
    """Return what men add to the numbers of four arrangements."""
    return numbers[0, men & 255, word] + numbers[1, men >> 8 & 255, word] + numbers[2, men >> 16, word]


@njit(cache=True, nogil=True)
def outputs(own, other, start_numbers, closings, predictor):
    """Return the network's three numbers for each of some positions. closings: see classify, of own and of other."""
    numbers, row_map, rows, all_starts, network, zero = predictor
    packed = np.zeros((TILE, LANES // 4), np.uint64)
    lanes = packed.reshape(-1).view(np.uint16)
    active, hidden = np.zeros(TILE * LANES, np.float32), np.zeros(TILE * HIDDEN, np.float32)
    results, heads = np.zeros((len(own), 3), np.float32), np.zeros(TILE, np.int64)
    own_numbers, other_numbers = np.zeros(numbers.shape[2], np.uint64), np.zeros(numbers.shape[2], np.uint64)
    for begin in range(0, len(own), TILE):
        found = min(TILE, len(own) - begin)
        for t in range(found):
            mover, waiting = np.int64(own[begin + t]), np.int64(other[begin + t])
            for word in range(len(own_numbers)):
                own_numbers[word] = number_of(numbers, mover, word)
                other_numbers[word] = number_of(numbers, waiting, word)
            start = start_numbers[begin + t]
            add_rows(t, other_numbers, own_numbers, np.uint64(2), row_map, rows, all_starts, start, packed)
            own_closing, other_closing = closings[0][begin + t], closings[1][begin + t]
            heads[t] = head_of(len(network[0]), own_closing, other_closing, ~(mover | waiting))
        layers(found, zero, lanes, heads, network, active, hidden, results[begin : begin + found])
    return results


@njit(cache=True, nogil=True)
def tally(classes):
    """Return how many positions each class has."""
    counts = np.zeros(256, np.int64)
    for i in range(len(classes)):
        counts[classes[i]] += 1
    return counts


@njit(cache=True, nogil=True)
def indexes(classes, wanted, base):
    """Return the indexes of the positions whose class is wanted (by class, whether it is), ascending."""
    number = 0
    for i in range(len(classes)):
        number += wanted[classes[i]]
    found = np.zeros(number, np.int64)
    number = 0
    for i in range(len(classes)):
        if wanted[classes[i]]:
            found[number] = base + i
            number += 1
    return found
