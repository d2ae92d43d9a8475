"""The transposition table: results of earlier visits to a position, in bounded memory.

An entry is a single integer, the smallest object that CPython can store. From bit 0:

    value + VALUE_OFFSET   18 bits   counted from the position: a win in n plies is MATE - n wherever the root is
    bound                   2 bits   EXACT, LOWER or UPPER
    depth                   6 bits   plies searched below the position
    symmetry                5 bits   the symmetry of the board under which the best move is stored
    best + MOVE_OFFSET               the number that the best move adds to its side's state (see tables.py)

Positions searched one ply deep, a quarter of all nodes, have their own table, whose shorter entries have no move: from
bit 0 the bound, then the value, which is never a proven win or loss.
"""

from __future__ import annotations

from .limits import WON

EXACT, LOWER, UPPER = 0, 1, 2

VALUE_BITS, BOUND_BITS, DEPTH_BITS, SYMMETRY_BITS = 18, 2, 6, 5
BOUND_SHIFT = VALUE_BITS
DEPTH_SHIFT = BOUND_SHIFT + BOUND_BITS
SYMMETRY_SHIFT = DEPTH_SHIFT + DEPTH_BITS
MOVE_SHIFT = SYMMETRY_SHIFT + SYMMETRY_BITS
VALUE_MASK = (1 << VALUE_BITS) - 1
BOUND_MASK = (1 << BOUND_BITS) - 1
DEPTH_MASK = (1 << DEPTH_BITS) - 1
SYMMETRY_MASK = (1 << SYMMETRY_BITS) - 1

VALUE_OFFSET = 1 << VALUE_BITS - 1
"""Added to a value so that it is never negative; as a value it means "unknown"."""
MOVE_OFFSET = 1 << 48
"""The same for what a move adds to a state."""
NO_DEPTH = DEPTH_MASK + 1
"""Greater than the depth of any entry."""
BYTES_PER_ENTRY = 150
"""An upper bound: in CPython 3.11 a key, its entry and their share of the dict took 99 to 127 bytes."""


def pack(value: int, bound: int, depth: int, symmetry: int, best: int) -> int:
    """Return an entry with these fields; the search unpacks entries itself, which saves calls."""
    return (
        best + MOVE_OFFSET << MOVE_SHIFT
        | symmetry << SYMMETRY_SHIFT
        | depth << DEPTH_SHIFT
        | bound << BOUND_SHIFT
        | value + VALUE_OFFSET
    )


def from_position(value: int, ply: int) -> int:
    """Convert a value that counts plies from a position to count from the root, `ply` plies earlier."""
    return value - ply if value > WON else value + ply if value < -WON else value


class TranspositionTable:
    """Two dicts: new entries go into `young`; when it is full, it becomes `old`, and the former `old` is dropped.

    So positions not met again for a long time are forgotten, and the search never waits for a table to be cleaned up. A
    third dict, `frontier`, is for positions searched one ply deep and is emptied when it is full. It may hold a quarter
    of the `capacity`, and the others three eighths each, plus the entries stored between two calls of `make_room`.

    Args:
        memory: The bytes that the table may take.
    """

    def __init__(self, memory: int) -> None:
        self.capacity = max(memory // BYTES_PER_ENTRY, 8)
        self.young: dict[int, int] = {}
        self.old: dict[int, int] = {}
        self.frontier: dict[int, int] = {}

    def find(self, key: int) -> int | None:
        """Return the entry of a position, or None."""
        return self.young.get(key) or self.old.get(key)

    def make_room(self) -> None:
        """Forget the older half if the younger one is full, and the positions searched one ply deep if they are too
        many.
        """
        if len(self.young) >= self.capacity * 3 // 8:
            self.old = self.young
            self.young = {}
        if len(self.frontier) >= self.capacity // 4:
            self.frontier.clear()  # a search keeps a reference to this dict

    def __len__(self) -> int:
        return len(self.young) + len(self.old) + len(self.frontier)
