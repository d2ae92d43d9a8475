"""Cells: a function from keys to bits that stores no keys (a binary fuse filter with four cells for each key).

Invariants: the kernels compute what morris_core.tablebase.retrieval and predicted compute, which the tests check; and
before a file is written, `decode` looks up every key of its cells.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from lab.tablebase.kernels import small
from lab.tablebase.predict.kernels import NOT_STORED, RANK
from morris_core.tablebase.retrieval import Cells

MOST_SEEDS = 200
MOST_SHIFT = 16
"""A key's place in a segment is 16 bits of its hash."""
CELL_FIELDS = ("bits", "seed", "shift", "starts", "offset")
BITS, SEED, SHIFT, STARTS, OFFSET = range(len(CELL_FIELDS))
SECOND, THIRD, RARE = 0, 15, 16
"""The rows of an array of cells, besides that of each filter, which is its number of bits. RARE is the filter that is
asked before THIRD.
"""


def build(keys: NDArray[np.int64], values: NDArray[np.uint16] | None, bits: int) -> Cells:
    """Return cells that give each key its value or, if `values` is None, its fingerprint.

    Raises:
        ValueError: no seed works, because some keys are equal.
    """
    number = len(keys)
    # The sizes of Graf and Lemire, "Binary Fuse Filters" (2022), for four cells a key.
    shift = max(2, min(MOST_SHIFT, int(np.floor(np.log(max(number, 2)) / np.log(2.91) - 0.5))))
    factor = max(1.075, 0.77 + 0.305 * np.log(600_000) / np.log(max(number, 10)))
    for seed in range(1, MOST_SEEDS):
        segments = max(4, -(-int(number * (factor + 0.002 * (seed - 1))) // (1 << shift)))
        starts = segments - 3
        cells = solve(keys, values if values is not None else np.zeros(0, np.uint16), bits, seed, shift, starts)
        if len(cells):
            return Cells(bits, seed, shift, starts, pack_cells(cells, bits).tobytes())
    raise ValueError(f"No seed fits {number} keys.")


def joined(cells: dict[int, Cells]) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Return an array with CELL_FIELDS of each cells, in rows by number, and the data of all, one after the other."""
    fields, data, size = np.zeros((RARE + 1, len(CELL_FIELDS)), np.int64), [], 0
    for number, one in cells.items():
        fields[number] = (*one[:4], size)
        data.append(one.data)
        size += len(one.data)
    # Reading the last cell may run two bytes past the end.
    return fields, np.frombuffer(b"".join([*data, b"\0\0"]), np.uint8)


@small
def mixed(number):
    """Compute morris_core.tablebase.retrieval.mix."""
    number = (number ^ number >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    number = (number ^ number >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return number ^ number >> np.uint64(31)


@small
def hashed(key, seed):
    """Compute morris_core.tablebase.retrieval.hashed."""
    return mixed(np.uint64(key) + np.uint64(seed) * np.uint64(0x9E3779B97F4A7C15))


@small
def fingerprint(hash_of_key, bits):
    return np.int64(hash_of_key & np.uint64((1 << bits) - 1))


@small
def cell(hash_of_key, number, shift, starts):
    """Return the place of one of the four cells of a key."""
    begin = np.int64((hash_of_key >> np.uint64(32)) * np.uint64(starts) >> np.uint64(32))
    offset = np.int64(mixed(hash_of_key) >> np.uint64(16 * number)) & ((1 << shift) - 1)
    return ((begin + number) << shift) + offset


@njit(cache=True, nogil=True)
def solve(keys, values, bits, seed, shift, starts):
    """Return the cells, or an empty array if the keys cannot be peeled off one by one."""
    hashes = np.zeros(len(keys), np.uint64)
    size = (starts + 3) << shift
    counts, keys_xor = np.zeros(size, np.int32), np.zeros(size, np.uint32)
    for i in range(len(keys)):
        hashes[i] = hashed(keys[i], seed)
        for number in range(4):
            place = cell(hashes[i], number, shift, starts)
            counts[place] += 1
            keys_xor[place] ^= np.uint32(i)
    single = np.zeros(size, np.int32)
    waiting = 0
    for place in range(size):
        if counts[place] == 1:
            single[waiting] = place
            waiting += 1
    order, at = np.zeros(len(hashes), np.int32), np.zeros(len(hashes), np.int32)
    found = 0
    while waiting:
        waiting -= 1
        place = single[waiting]
        if counts[place] != 1:
            continue
        i = np.int64(keys_xor[place])
        order[found], at[found] = i, place
        found += 1
        for number in range(4):
            other = cell(hashes[i], number, shift, starts)
            counts[other] -= 1
            keys_xor[other] ^= np.uint32(i)
            if counts[other] == 1:
                single[waiting] = other
                waiting += 1
    cells = np.zeros(size if found == len(hashes) else 0, np.uint16)
    if not len(cells):
        return cells
    for k in range(found - 1, -1, -1):
        i = order[k]
        value = values[i] if len(values) else np.uint16(fingerprint(hashes[i], bits))
        for number in range(4):
            value ^= cells[cell(hashes[i], number, shift, starts)]
        cells[at[k]] = value
    return cells


@njit(cache=True, nogil=True)
def pack_cells(cells, bits):
    """Return the cells in as few bytes as hold them, the lowest bits and bytes first."""
    data = np.zeros((len(cells) * bits + 7) // 8, np.uint8)
    for i in range(len(cells)):
        for bit in range(bits):
            if cells[i] >> bit & 1:
                data[(i * bits + bit) >> 3] |= 1 << ((i * bits + bit) & 7)
    return data


@small
def get(cells, data, hash_of_key):
    """Return the value of a key. See joined for `cells`, which is one row, and `data`."""
    result = np.int64(0)
    for number in range(4):
        bit = cell(hash_of_key, number, cells[SHIFT], cells[STARTS]) * cells[BITS]
        at = cells[OFFSET] + (bit >> 3)
        word = np.int64(data[at]) | np.int64(data[at + 1]) << 8 | np.int64(data[at + 2]) << 16
        result ^= word >> (bit & 7)
    return result & ((1 << cells[BITS]) - 1)


@small
def passes(key, cells, data):
    """Return whether a filter passes a key."""
    hash_of_key = hashed(key, cells[SEED])
    return get(cells, data, hash_of_key) == fingerprint(hash_of_key, cells[BITS])


@small
def rank_in(index, bits, thirds, cells, data):
    """Return the rank that cells give to a position's value, by the bits of its bucket's filter and its `thirds`."""
    if bits < 0 or (bits > 0 and not passes(index, cells[bits], data)):
        return 0
    if not get(cells[SECOND], data, hashed(index, cells[SECOND, SEED])):
        return 0
    if not thirds or (cells[RARE, BITS] and not passes(index, cells[RARE], data)):
        return 1
    return 2 if get(cells[THIRD], data, hashed(index, cells[THIRD, SEED])) else 1


@njit(cache=True, nogil=True)
def passing(keys, cells, data):
    """Return which keys pass a filter."""
    found = np.zeros(len(keys), np.bool_)
    for i in range(len(keys)):
        found[i] = passes(keys[i], cells, data)
    return found


@njit(cache=True, nogil=True)
def inside(classes, base, bits, cells, data):
    """Return the indexes of the positions that SECOND must hold. `bits` is by bucket."""
    found = np.zeros(len(classes), np.int64)
    number = 0
    for i in range(len(classes)):
        if classes[i] != NOT_STORED:
            own = bits[classes[i] % RANK]
            if own == 0 or (own > 0 and passes(base + i, cells[own], data)):
                found[number] = base + i
                number += 1
    return found[:number].copy()


@njit(cache=True, nogil=True)
def decode(classes, base, bits, thirds, cells, data, listed):
    """Count the stored positions and those to which a file gives another rank than their class has: (compared, wrong).

    Args:
        bits, thirds: by bucket, see predicted.PredictedSection.
        cells, data: see joined.
        listed: the indexes of the positions in the list, ascending; their class does not matter.
    """
    compared = wrong = 0
    for index in range(base, base + len(classes)):
        value = np.int64(classes[index - base])
        if value == NOT_STORED:
            continue
        compared += 1
        bucket = value % RANK
        if rank_in(index, bits[bucket], thirds[bucket], cells, data) != value // RANK:
            place = np.searchsorted(listed, index)
            wrong += place == len(listed) or listed[place] != index
    return compared, wrong
