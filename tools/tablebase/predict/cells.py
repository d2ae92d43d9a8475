"""Make cells: a function from keys to bits that stores no keys (a binary fuse of four).

Invariant: what is made is asked for each of its keys in `decode` before a file is written.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from tools.tablebase.predict.exceptions import cell, hashed

MOST_SEEDS = 200
MOST_SHIFT = 16
"""A key's place in a segment is 16 bits of its hash."""


class Built(NamedTuple):
    """Cells as a file holds them, see morris_core.tablebase.retrieval.Cells."""

    bits: int
    seed: int
    shift: int
    starts: int
    data: bytes


def build(keys: NDArray[np.int64], values: NDArray[np.uint16] | None, bits: int) -> Built:
    """Return cells that give each key its value, or, without values, its fingerprint.

    Raises ValueError when no seed works, which says that there are equal keys.
    """
    number = len(keys)
    # Sizes as in Graf and Lemire, "Binary Fuse Filters" (2022), for four cells a key.
    shift = max(2, min(MOST_SHIFT, int(np.floor(np.log(max(number, 2)) / np.log(2.91) - 0.5))))
    factor = max(1.075, 0.77 + 0.305 * np.log(600_000) / np.log(max(number, 10)))
    for seed in range(1, MOST_SEEDS):
        segments = max(4, -(-int(number * (factor + 0.002 * (seed - 1))) // (1 << shift)))
        starts = segments - 3
        hashes = hash_all(keys, seed)
        cells = solve(hashes, values if values is not None else np.zeros(0, np.uint16), bits, shift, starts)
        if len(cells):
            return Built(bits, seed, shift, starts, pack_cells(cells, bits).tobytes())
    raise ValueError(f"No seed fits {number} keys.")


@njit(cache=True, nogil=True)
def hash_all(keys, seed):
    hashes = np.zeros(len(keys), np.uint64)
    for i in range(len(keys)):
        hashes[i] = hashed(keys[i], seed)
    return hashes


@njit(cache=True, nogil=True)
def solve(hashes, values, bits, shift, starts):
    """Return the cells, or nothing where the keys cannot be peeled one by one."""
    size = (starts + 3) << shift
    counts, keys_xor = np.zeros(size, np.int32), np.zeros(size, np.uint32)
    for i in range(len(hashes)):
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
        value = values[i] if len(values) else np.uint16(hashes[i] & np.uint64((1 << bits) - 1))
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
