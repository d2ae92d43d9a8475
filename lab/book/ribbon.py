"""Kernels that make and read the tables of morris_core/engine/opening/retrieval.py, compiled by Numba."""

import numpy as np
from numba import njit

from lab.tablebase.predict.cells import hashed as hash_of
from lab.tablebase.predict.cells import mixed as mix

WINDOW = 64
_ONE = np.uint64(1)
_ZERO = np.uint64(0)


@njit(cache=True)
def start_of(hashed, columns):
    return np.int64((hashed >> np.uint64(32)) * np.uint64(columns - WINDOW + 1) >> np.uint64(32))


@njit(cache=True)
def checks(keys, seed, planes):
    """Return the part of each key's hash that the first table holds."""
    found = np.zeros(len(keys), np.int64)
    for i in range(len(keys)):
        found[i] = np.int64(hash_of(keys[i], seed) & np.uint64((1 << planes) - 1))
    return found


@njit(cache=True)
def parity(number):
    number ^= number >> np.uint64(32)
    number ^= number >> np.uint64(16)
    number ^= number >> np.uint64(8)
    number ^= number >> np.uint64(4)
    number ^= number >> np.uint64(2)
    return np.int64((number ^ number >> _ONE) & _ONE)


@njit(cache=True, nogil=True)
def solve(keys, values, columns, planes, seed):
    """Return the bits [plane, column] of a table, or an empty array if there are too few columns."""
    rows = np.zeros(columns, np.uint64)
    right = np.zeros(columns, np.int64)
    for i in range(len(keys)):
        hashed = hash_of(keys[i], seed)
        at = start_of(hashed, columns)
        row = mix(hashed) | _ONE
        bits = values[i]
        while True:
            if rows[at] == _ZERO:
                rows[at], right[at] = row, bits
                break
            row ^= rows[at]
            bits ^= right[at]
            if row == _ZERO:
                if bits:
                    return np.zeros((0, 0), np.uint8)
                break
            while not row & _ONE:
                row >>= _ONE
                at += 1
    found = np.zeros((planes, columns), np.uint8)
    for plane in range(planes):
        window = _ZERO
        for at in range(columns - 1, -1, -1):
            window = window << _ONE
            if rows[at] != _ZERO and parity(rows[at] & window) != right[at] >> plane & 1:
                window |= _ONE
            found[plane, at] = window & _ONE
    return found


@njit(cache=True)
def windows(bits):
    """Return for each bit of each plane the 64 bits from there on."""
    found = np.zeros(bits.shape, np.uint64)
    for plane in range(bits.shape[0]):
        window = _ZERO
        for at in range(bits.shape[1] - 1, -1, -1):
            window = window << _ONE | np.uint64(bits[plane, at])
            found[plane, at] = window
    return found


@njit(cache=True, nogil=True)
def look_up(keys, table, seed):
    """Return the value of each key in a table in the form of `windows`."""
    planes, columns = table.shape
    found = np.zeros(len(keys), np.int64)
    for i in range(len(keys)):
        hashed = hash_of(keys[i], seed)
        at = start_of(hashed, columns)
        row = mix(hashed) | _ONE
        for plane in range(planes):
            found[i] |= parity(row & table[plane, at]) << plane
    return found
