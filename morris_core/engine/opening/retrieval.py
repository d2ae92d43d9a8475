"""Retrieval tables: a few bits for each key of a set, without storing the keys. For any other key the bits are random.

A table is a number of columns of bits, in one or more planes. A key's hash gives a start and 64 coefficients; a bit of
its value is the parity of the plane's bits there that have a coefficient (a ribbon filter: Dillinger and Walzer, 2021).
A table of n keys takes little more than n bits per plane. lab/book makes them.

Several tables in turn decide which move is played instead of the first one. The first table holds part of each
exception's hash, which hardly any other position matches. The second says which of the matching positions are
exceptions, each further one whether to pass over one more move, and the last how many more.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...tablebase.retrieval import hashed, mix
from .format import Level

WINDOW = 64
LEVELS = 8
"""The most tables of one bit after the first; the last table has REST_PLANES."""
REST_PLANES = 6


class Exceptions:
    """Which move is played in a position, by its place in the order of moves.

    Args:
        levels: The tables.
        data: Their planes in sequence, each filling whole bytes, the low bits first.
    """

    def __init__(self, levels: Sequence[Level], data: bytes) -> None:
        self.levels = levels
        self.data = data
        self.starts = []
        start = 0
        for level in levels:
            self.starts.append(start)
            start += level.planes * plane_bytes(level.columns)

    def rank(self, key: int) -> int:
        """Return how many moves to pass over in the position of a key."""
        if not self.levels or not self.holds(key):
            return 0
        for number in range(1, len(self.levels)):
            bits, _ = self._look_up(number, key)
            if self.levels[number].planes > 1:
                return number - 1 + bits
            if not bits:
                return number - 1
        return len(self.levels) - 1

    def holds(self, key: int) -> bool:
        """Return whether the first table matches a key: always if the key is in it, otherwise by chance."""
        bits, check = self._look_up(0, key)
        return bits == check

    def _look_up(self, number: int, key: int) -> tuple[int, int]:
        """Return a table's value for a key, and the part of the key's hash to compare with the first table."""
        level = self.levels[number]
        hash_of_key = hashed(key, level.seed)
        start = (hash_of_key >> 32) * (level.columns - WINDOW + 1) >> 32
        coefficients = mix(hash_of_key) | 1
        size = plane_bytes(level.columns)
        first = self.starts[number] + (start >> 3)
        bits = 0
        for plane in range(level.planes):
            window = int.from_bytes(self.data[first + plane * size : first + plane * size + 9], "little") >> (start & 7)
            bits |= ((window & coefficients).bit_count() & 1) << plane
        return bits, hash_of_key & (1 << level.planes) - 1


def plane_bytes(columns: int) -> int:
    """Return the bytes of a plane: one more than its columns need, so that no window ends after it."""
    return (columns + 7) // 8 + 1
