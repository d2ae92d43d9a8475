"""Loops over moves for `derived`, compiled by Numba.

Invariant: `expand_all` finds what morris_core.tablebase.derive.successors finds; the tests compare them.
"""

import numpy as np
from numba import njit

from tools.tablebase.kernels import closes, image, rank, read, spread, squeeze, targets
from tools.tablebase.machine import bit_count
from tools.tablebase.predict.exceptions import SEED, get, hashed, is_inside, is_third
from tools.tablebase.predict.kernels import is_stored, ranked


@njit(cache=True, nogil=True)
def stored_of(g, choice, half, own, other):
    """Return which of some positions of a half are stored. choice: see classes.Choice."""
    found = np.zeros(len(own), np.bool_)
    for i in range(len(own)):
        found[i] = is_stored(g, choice, half, np.int64(own[i]), np.int64(other[i]))
    return found


@njit(cache=True, nogil=True)
def look_up_sets(g, table, sets):
    """Return what a table by rank says of each set."""
    found = np.zeros(len(sets), np.int64)
    for i in range(len(sets)):
        found[i] = table[rank(g, np.int64(sets[i]))]
    return found


@njit(cache=True, nogil=True)
def sample_others(g, row_sets, columns, data, choice, halves, number, seed):
    """Return positions that are not stored, drawn at random: (own men, other men, value)."""
    np.random.seed(seed)
    own, other, values = np.zeros(number, np.int32), np.zeros(number, np.int32), np.zeros(number, np.uint8)
    full = (1 << g.points[0]) - 1
    found = 0
    while found < number:
        row, column = np.random.randint(0, len(row_sets)), np.random.randint(0, len(columns))
        half = np.random.randint(0, halves)
        key = np.int64(row_sets[row])
        men = spread(g, np.int64(columns[column]), full & ~key)
        mover, waiting = (key, men) if half == 0 else (men, key)
        if not is_stored(g, choice, half, mover, waiting):
            own[found], other[found] = mover, waiting
            values[found] = read(data, 0, (half * len(row_sets) + row) * len(columns) + column, 2)
            found += 1
    return own, other, values


@njit(cache=True, nogil=True)
def expand_all(g, capture, flies, places, own, other):
    """Return what the moves of some positions lead to: (number of the position, men to move then, the other men).

    places: whether men are placed; otherwise they step, or fly.
    """
    size, found = 16 * len(own) + 64, 0
    parents, movers, waiting = np.zeros(size, np.int64), np.zeros(size, np.int32), np.zeros(size, np.int32)
    full = (1 << g.points[0]) - 1
    for i in range(len(own)):
        if found + 1500 > size:
            size *= 2
            parents, movers, waiting = grown(parents, size), grown(movers, size), grown(waiting, size)
        mover, opponent = np.int64(own[i]), np.int64(other[i])
        empty = full & ~(mover | opponent)
        takes = targets(g, opponent, capture)
        for number in range(1 if places else g.points[0]):
            if not places and not mover >> number & 1:
                continue
            rest = mover if places else mover ^ (1 << number)
            for point in range(g.points[0]):
                if not (empty if flies or places else g.neighbours[number] & empty) >> point & 1:
                    continue
                left = takes if closes(g, point, rest) else 0
                if not left:
                    parents[found], movers[found], waiting[found] = i, opponent, rest | 1 << point
                    found += 1
                while left:
                    captive = left & -left
                    left ^= captive
                    parents[found], movers[found], waiting[found] = i, opponent ^ captive, rest | 1 << point
                    found += 1
    return parents[:found], movers[:found], waiting[:found]


@njit(cache=True, nogil=True)
def grown(values, size):
    """Return an array with the same values and room for more."""
    larger = np.zeros(size, values.dtype)
    larger[: len(values)] = values
    return larger


@njit(cache=True, nogil=True)
def best(number, parents, after):
    """Return the values of positions by those of what their moves lead to; who has no move has lost."""
    found = np.full(number, 2, np.uint8)
    for i in range(len(parents)):
        parent = parents[i]
        if after[i] == 2:
            found[parent] = 1
        elif after[i] == 0 and found[parent] == 2:
            found[parent] = 0
    return found


@njit(cache=True, nogil=True)
def decoded(g, where, half, own, other, outputs, buckets, bits, thirds, cells, data, listed, codes):
    """Return the values of stored positions of a half.

    Args:
        where: (sets of the rows, number of columns).
        outputs: of the network, by position.
        buckets: (levels, step); bits, thirds, cells, data: see kernels.decode.
        listed, codes: the list, ascending by index.
    """
    sets, columns = where
    found = np.zeros(len(own), np.uint8)
    full = (1 << g.points[0]) - 1
    for i in range(len(own)):
        key, men = np.int64(own[i]), np.int64(other[i])
        if half:
            key, men = men, key
        entry = np.int64(g.keys[g.key_offsets[bit_count(key)] + rank(g, key)])
        row = entry >> 5
        column = rank(g, squeeze(g, image(g, entry & 31, men), full & ~np.int64(sets[row])))
        index = (half * len(sets) + row) * columns + column
        place = np.searchsorted(listed, index)
        if place < len(listed) and listed[place] == index:
            found[i] = codes[place]
            continue
        first, second, bucket = ranked(outputs[i, 0], outputs[i, 1], outputs[i, 2], *buckets)
        found[i] = first
        if is_inside(index, bits[bucket], cells, data) and get(cells[0], data, hashed(index, cells[0, SEED])):
            found[i] = second
            if thirds[bucket] and is_third(index, cells, data):
                found[i] = 3 - first - second
    return found
