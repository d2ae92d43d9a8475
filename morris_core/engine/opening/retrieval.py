"""Retrieval tables: a few bits for each key of a set, without the keys. For any other key they give any bits.

A table is a number of columns of bits, in one or more planes. A key's hash gives a start and 64 coefficients; a bit of
its value is the parity of the plane's bits there that have a coefficient (a ribbon filter: Dillinger and Walzer, 2021).
A table of n keys takes little more than n bits a plane. tools/solving/book makes them.

Which move is played instead of the first one is asked of several tables in turn. The first one holds part of each
exception's hash; nearly all other positions fail to match. The second says which of those that match are exceptions,
each further one whether yet another move is to be passed over, and the last how many more.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...tablebase.retrieval import hashed, mix
from .format import Level

WINDOW = 64
LEVELS = 8
"""Tables of one bit that follow the first, at most; then comes one of REST_PLANES."""
REST_PLANES = 6


class Exceptions:
    """Which move is played in a position, by its place in the order of the moves.

    Args:
        levels: the tables.
        data: their planes, one behind the other, each filling whole bytes, the low bits first.
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
        """Return how many moves are passed over in the position of a key."""
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
        """Return whether the first table matches a key: always if it was made of it, else by chance."""
        bits, check = self._look_up(0, key)
        return bits == check

    def _look_up(self, number: int, key: int) -> tuple[int, int]:
        """Return what a table gives for a key, and the part of the key's hash that the first table is compared with."""
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
    """Return the bytes of a plane; one more than its columns need, so that a window never ends behind it."""
    return (columns + 7) // 8 + 1
