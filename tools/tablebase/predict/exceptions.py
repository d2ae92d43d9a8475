"""Loops over cells, compiled by Numba: what a file says of where its network is wrong.

Invariant: `decode` does what morris_core.tablebase.predicted does; the tests compare them.
"""

import numpy as np
from numba import njit

from tools.tablebase.kernels import small
from tools.tablebase.predict.kernels import NOT_STORED, RANK

CELL_FIELDS = ("bits", "seed", "shift", "starts", "offset")
BITS, SEED, CELL_SHIFT, STARTS, OFFSET = range(len(CELL_FIELDS))


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


@small
def is_inside(index, bits, cells, data):
    """Return whether `second` holds a position, by the bits of its bucket's filter."""
    if bits <= 0:
        return bits == 0
    hash_of_key = hashed(index, cells[bits, SEED])
    return get(cells[bits], data, hash_of_key) == np.int64(hash_of_key & np.uint64((1 << bits) - 1))


@small
def is_third(index, cells, data):
    """Return whether a file gives the third rank to a position of which the first is wrong, in a bucket in thirds."""
    if cells[16, BITS]:
        hash_of_key = hashed(index, cells[16, SEED])
        if get(cells[16], data, hash_of_key) != np.int64(hash_of_key & np.uint64((1 << cells[16, BITS]) - 1)):
            return False
    return get(cells[15], data, hashed(index, cells[15, SEED])) != 0


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
def inside(classes, base, bits, cells, data):
    """Return the indexes of the positions that `second` holds. bits: by bucket; cells: see decode."""
    found = np.zeros(len(classes), np.int64)
    number = 0
    for i in range(len(classes)):
        if classes[i] != NOT_STORED and is_inside(base + i, bits[classes[i] % RANK], cells, data):
            found[number] = base + i
            number += 1
    return found[:number].copy()


@njit(cache=True, nogil=True)
def decode(classes, base, bits, thirds, cells, data, listed):
    """Count the stored positions of which a file gives another rank than their class has: (compared, wrong).

    Args:
        bits, thirds: by bucket, see predicted.PredictedSection.
        cells: [bits] the filters, [0] the second, [15] the third, [16] the filter that is asked before the third.
        listed: indexes of the positions that stand in the list, ascending, whatever their class.
    """
    compared = wrong = 0
    for index in range(base, base + len(classes)):
        known = np.int64(classes[index - base])
        if known == NOT_STORED:
            continue
        compared += 1
        bucket, rank_found = known % RANK, 0
        if is_inside(index, bits[bucket], cells, data) and get(cells[0], data, hashed(index, cells[0, SEED])):
            rank_found = 2 if thirds[bucket] and is_third(index, cells, data) else 1
        if rank_found != known // RANK:
            place = np.searchsorted(listed, index)
            wrong += place == len(listed) or listed[place] != index
    return compared, wrong
