"""Cells: a function from keys to a few bits each that stores no keys and is defined only for the keys it was made for.

Invariant: the value of a key is the exclusive or of four cells whose places depend only on the key and the seed.
docs/tablebase-format.md describes the hash.
"""

from typing import NamedTuple

_WORD = (1 << 64) - 1
SEGMENTS = 4
"""The number of consecutive segments with one of a key's cells each."""


def mix(number: int) -> int:
    """Return 64 bits that look random (the finalizer of SplitMix64)."""
    number &= _WORD
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    number = (number ^ number >> 27) * 0x94D049BB133111EB & _WORD
    return number ^ number >> 31


def hashed(key: int, seed: int) -> int:
    """Return the hash of a key; its lowest bits are the key's fingerprint in a filter."""
    return mix(key + seed * 0x9E3779B97F4A7C15)


class Cells(NamedTuple):
    """Cells of `bits` bits.

    Attributes:
        shift: A segment has 2 ** shift cells.
        starts: The number of segments for a key's first cell.
        data: The cells, the lowest bits and bytes first.
    """

    bits: int
    seed: int
    shift: int
    starts: int
    data: bytes

    def get(self, hash_of_key: int) -> int:
        """Return the value of a key, given its hash with this seed."""
        bits, shift, data = self.bits, self.shift, self.data
        place = (hash_of_key >> 32) * self.starts >> 32
        offsets = mix(hash_of_key)
        in_segment = (1 << shift) - 1
        result = 0
        for _ in range(SEGMENTS):
            bit = ((place << shift) + (offsets & in_segment)) * bits
            result ^= int.from_bytes(data[bit >> 3 : (bit >> 3) + 3], "little") >> (bit & 7)
            place += 1
            offsets >>= 16
        return result & ((1 << bits) - 1)


def size(bits: int, shift: int, starts: int) -> int:
    """Return how many bytes cells take."""
    return (((starts + SEGMENTS - 1) << shift) * bits + 7) // 8
