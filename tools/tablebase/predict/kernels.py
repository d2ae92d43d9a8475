"""Loops of the predicted form, compiled by Numba: samples, training, classification of every position, and decoding.

The one invariant: `outputs` does in machine integers what morris_core.tablebase.network does, and `decode` what
morris_core.tablebase.predicted does; the tests compare them.
"""

import numpy as np
from numba import njit

from tools.tablebase.kernels import read, small, spread
from tools.tablebase.machine import add, bit_count

MOST = 127
SHIFT = 5
NOT_STORED = 255
RANK = 64
"""A class is bucket + RANK * rank of the value among the network's three."""
TOP = MOST / 16
CELL_FIELDS = ("bits", "seed", "shift", "starts", "offset")
BITS, SEED, CELL_SHIFT, STARTS, OFFSET = range(len(CELL_FIELDS))


@small
def is_stored(stored, half, own, other, dark):
    """Return whether a position is of one of the classes (half, parity of own, parity of other), -1 for any parity."""
    for i in range(stored.shape[0]):
        if stored[i, 0] != half:
            continue
        if stored[i, 1] >= 0 and stored[i, 1] != bit_count(own & dark) & 1:
            continue
        if stored[i, 2] >= 0 and stored[i, 2] != bit_count(other & dark) & 1:
            continue
        return True
    return False


@small
def rows_of(parts, row_map, own, other, rows):
    """Fill rows with the network's rows of a position. parts: [byte, value, look-up]; row_map: [look-up, number]."""
    for i in range(parts.shape[2]):
        mine = parts[0, own & 255, i] + parts[1, own >> 8 & 255, i] + parts[2, own >> 16, i]
        theirs = parts[0, other & 255, i] + parts[1, other >> 8 & 255, i] + parts[2, other >> 16, i]
        rows[i] = row_map[i, mine + 2 * theirs]


@njit(cache=True, nogil=True)
def sample(g, row_sets, columns, data, stored, dark, number, seed):
    """Return stored positions drawn at random: (own men, other men, value)."""
    np.random.seed(seed)
    own, other, values = np.zeros(number, np.int32), np.zeros(number, np.int32), np.zeros(number, np.uint8)
    full = (1 << g.points[0]) - 1
    found = 0
    while found < number:
        row, column = np.random.randint(0, len(row_sets)), np.random.randint(0, len(columns))
        half = stored[np.random.randint(0, stored.shape[0]), 0]
        key = np.int64(row_sets[row])
        men = spread(g, np.int64(columns[column]), full & ~key)
        mover, waiting = (key, men) if half == 0 else (men, key)
        if is_stored(stored, half, mover, waiting, dark):
            own[found], other[found] = mover, waiting
            values[found] = read(data, 0, (half * len(row_sets) + row) * len(columns) + column, 2)
            found += 1
    return own, other, values


@njit(cache=True, nogil=True, fastmath=True)
def train(parts, row_map, own, other, starts, values, lanes, sums, weights, rates, learn):
    """Walk through positions once, and learn from each (Adagrad, one step a position); return the mean loss in bits.

    Args:
        starts: by position, the row of its numbers of men.
        lanes, sums: the rows, and what their squared gradients add up to.
        weights: (first, first bias, second, second bias, and the sums of squares of each).
        rates: learning rates at the beginning and at the end.
    """
    first, bias, second, last, first_sums, bias_sums, second_sums, last_sums = weights
    size, hidden = first.shape
    number = parts.shape[2]
    rows = np.zeros(number + 1, np.int64)
    lane, active = np.zeros(size, np.float32), np.zeros(size, np.float32)
    hidden_in, z = np.zeros(hidden, np.float32), np.zeros(hidden, np.float32)
    slope, gradient = np.zeros(size, np.float32), np.zeros(hidden, np.float32)
    output, wrong = np.zeros(3, np.float32), np.zeros(3, np.float32)
    loss = 0.0
    for at in range(len(own)):
        rate = np.float32(rates[0] + (rates[1] - rates[0]) * at / len(own))
        rows_of(parts, row_map, own[at], other[at], rows)
        rows[number] = starts[at]
        lane[:] = 0
        for i in range(number + 1):
            row = rows[i]
            for k in range(size):
                lane[k] += lanes[row, k]
        for h in range(hidden):
            hidden_in[h] = bias[h]
        for k in range(size):
            active[k] = min(max(lane[k], np.float32(0)), np.float32(TOP))
            if active[k]:
                for h in range(hidden):
                    hidden_in[h] += active[k] * first[k, h]
        for c in range(3):
            output[c] = last[c]
        for h in range(hidden):
            z[h] = min(max(hidden_in[h], np.float32(0)), np.float32(TOP))
            for c in range(3):
                output[c] += z[h] * second[h, c]
        top = max(output[0], output[1], output[2])
        total = np.float32(0)
        for c in range(3):
            wrong[c] = np.exp(output[c] - top)
            total += wrong[c]
        value = values[at]
        loss -= np.log2(max(wrong[value] / total, 1e-9))
        if not learn:
            continue
        for c in range(3):
            wrong[c] /= total
        wrong[value] -= 1
        slow = rate * np.float32(0.3)
        for h in range(hidden):
            gradient[h] = 0
            inside = 0 < hidden_in[h] < TOP
            for c in range(3):
                if inside:
                    gradient[h] += wrong[c] * second[h, c]
                step = wrong[c] * z[h]
                second_sums[h, c] += step * step
                second[h, c] -= slow * step / np.sqrt(second_sums[h, c])
        for c in range(3):
            last_sums[c] += wrong[c] * wrong[c]
            last[c] -= slow * wrong[c] / np.sqrt(last_sums[c])
        for h in range(hidden):
            bias_sums[h] += gradient[h] * gradient[h]
            bias[h] -= slow * gradient[h] / np.sqrt(bias_sums[h])
        squares = np.float32(0)
        for k in range(size):
            slope[k] = 0
            if active[k] > 0:
                back = np.float32(0)
                for h in range(hidden):
                    back += gradient[h] * first[k, h]
                if active[k] < TOP:
                    slope[k] = back
                    squares += back * back
                for h in range(hidden):
                    step = active[k] * gradient[h]
                    first_sums[k, h] += step * step
                    first[k, h] -= slow * step / np.sqrt(first_sums[k, h])
        if squares:
            for i in range(number + 1):
                row = rows[i]
                sums[row] += squares / size
                step = rate / np.sqrt(sums[row])
                for k in range(size):
                    lanes[row, k] -= step * slope[k]
    return loss / len(own)


@small
def outputs(parts, row_map, network, own, other, start, rows, lane, hidden, out):
    """Fill out with the network's three numbers for a position, all in integers."""
    lanes, first, bias, second, last = network
    rows_of(parts, row_map, own, other, rows)
    rows[parts.shape[2]] = start
    lane[:] = 0
    for i in range(parts.shape[2] + 1):
        row = rows[i]
        for k in range(lanes.shape[1]):
            lane[k] += lanes[row, k]
    for h in range(len(bias)):
        hidden[h] = bias[h]
    for k in range(lanes.shape[1]):
        active = min(max(lane[k], np.int32(0)), np.int32(MOST))
        for h in range(len(bias)):
            hidden[h] += active * first[k, h]
    for c in range(3):
        out[c] = last[c]
    for h in range(len(bias)):
        z = min(max(hidden[h] >> SHIFT, np.int32(0)), np.int32(MOST))
        for c in range(3):
            out[c] += z * second[h, c]


@njit(cache=True)
def outputs_of(parts, row_map, network, own, other, start, rows, lane, hidden, out):
    """Do what `outputs` does, for calls from outside."""
    outputs(parts, row_map, network, own, other, start, rows, lane, hidden, out)


@small
def ranked(out, levels, step):
    """Return (likeliest value, second, bucket); of equal ones the lower value is the likelier."""
    first = 0
    for c in range(1, 3):
        if out[c] > out[first]:
            first = c
    second = 1 if first == 0 else 0
    for c in range(second + 1, 3):
        if c != first and out[c] > out[second]:
            second = c
    return first, second, first * levels + min((out[first] - out[second]) // step, levels - 1)


@njit(cache=True, nogil=True)
def classify(counter, g, row_sets, columns, data, stored, dark, parts, row_map, network, starts, levels, step, classes):
    """Fill classes, by index of a position; threads share the counter of rows taken. starts: by half."""
    full = (1 << g.points[0]) - 1
    rows = np.zeros(parts.shape[2] + 1, np.int64)
    lane, hidden = np.zeros(network[0].shape[1], np.int32), np.zeros(len(network[2]), np.int32)
    out = np.zeros(3, np.int64)
    while True:
        taken = add(counter, 0, 1)
        if taken * len(columns) >= len(classes):
            return
        half, row = taken // len(row_sets), taken % len(row_sets)
        key = np.int64(row_sets[row])
        for column in range(len(columns)):
            index = taken * len(columns) + column
            men = spread(g, np.int64(columns[column]), full & ~key)
            own, other = (key, men) if half == 0 else (men, key)
            if not is_stored(stored, half, own, other, dark):
                classes[index] = NOT_STORED
                continue
            outputs(parts, row_map, network, own, other, starts[half], rows, lane, hidden, out)
            first, second, bucket = ranked(out, levels, step)
            value = read(data, 0, index, 2)
            classes[index] = bucket + RANK * (0 if value == first else 1 if value == second else 2)


@small
def mixed(number):
    """See morris_core.tablebase.retrieval.mix."""
    number = (number ^ number >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    number = (number ^ number >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return number ^ number >> np.uint64(31)


@small
def hashed(key, seed):
    """See morris_core.tablebase.retrieval.hashed."""
    return mixed(np.uint64(key) + np.uint64(seed) * np.uint64(0x9E3779B97F4A7C15))


@small
def cell(hash_of_key, number, shift, starts):
    """Return the place of one of the four cells of a key."""
    begin = np.int64((hash_of_key >> np.uint64(32)) * np.uint64(starts) >> np.uint64(32))
    offset = np.int64(mixed(hash_of_key) >> np.uint64(16 * number)) & ((1 << shift) - 1)
    return ((begin + number) << shift) + offset


@small
def get(cells, data, hash_of_key):
    """Return what a key gives. cells: CELL_FIELDS; data: of all cells, one behind the other."""
    result = np.int64(0)
    for number in range(4):
        bit = cell(hash_of_key, number, cells[CELL_SHIFT], cells[STARTS]) * cells[BITS]
        at = cells[OFFSET] + (bit >> 3)
        word = np.int64(data[at]) | np.int64(data[at + 1]) << 8 | np.int64(data[at + 2]) << 16
        result ^= word >> (bit & 7)
    return result & ((1 << cells[BITS]) - 1)


@njit(cache=True, nogil=True)
def passes(keys, cells, data):
    """Return which keys pass a filter."""
    found = np.zeros(len(keys), np.bool_)
    for i in range(len(keys)):
        hash_of_key = hashed(keys[i], cells[SEED])
        fingerprint = np.int64(hash_of_key & np.uint64((1 << cells[BITS]) - 1))
        found[i] = get(cells, data, hash_of_key) == fingerprint
    return found


@njit(cache=True, nogil=True)
def decode(counter, classes, bits, thirds, cells, data, listed):
    """Count the stored positions of which a file gives another rank than their class has: (compared, wrong).

    Args:
        bits, thirds: by bucket, see predicted.PredictedSection.
        cells: [bits] the filters, [0] the second, [15] the third.
        listed: indexes of the positions that stand in the list, ascending, whatever their class.
    """
    compared = wrong = 0
    piece = 1 << 16
    while True:
        begin = add(counter, 0, piece)
        if begin >= len(classes):
            return compared, wrong
        for index in range(begin, min(begin + piece, len(classes))):
            known = np.int64(classes[index])
            if known == NOT_STORED:
                continue
            compared += 1
            bucket, rank = known % RANK, 0
            inside = bits[bucket] >= 0
            if bits[bucket] > 0:
                found = hashed(index, cells[bits[bucket], SEED])
                fingerprint = np.int64(found & np.uint64((1 << bits[bucket]) - 1))
                inside = get(cells[bits[bucket]], data, found) == fingerprint
            if inside and get(cells[0], data, hashed(index, cells[0, SEED])):
                rank = 1
                if thirds[bucket]:
                    rank += get(cells[15], data, hashed(index, cells[15, SEED]))
            if rank != known // RANK:
                place = np.searchsorted(listed, index)
                wrong += place == len(listed) or listed[place] != index
