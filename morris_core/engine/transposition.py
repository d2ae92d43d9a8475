"""The transposition table: what earlier visits found out about a position, in bounded memory.

May import nothing. The one invariant: the two dicts together never hold more than `capacity` entries by more than what
is stored between two calls of `tidy`.

An entry is one integer (the smallest thing that CPython can keep): from bit 0 the value plus HALF (18 bits), then the
bound (2), the depth (6), the symmetry under which the best turn is told (5), and what the best turn adds to the state
of its side plus OFFSET. Values of won and lost positions count plies from the position, not from the root.
"""

EXACT, LOWER, UPPER = 0, 1, 2
HALF = 1 << 17
BOUND, DEPTH, SYMMETRY, ADDED = 18, 20, 26, 31
OFFSET = 1 << 40
BYTES_PER_ENTRY = 150
"""On the safe side: 99 to 127 were measured in CPython 3.11 for key, entry and their share of the dict."""


def pack(value: int, bound: int, depth: int, symmetry: int, added: int) -> int:
    """Return an entry; the search takes it apart by itself, to save a call."""
    return added + OFFSET << ADDED | symmetry << SYMMETRY | depth << DEPTH | bound << BOUND | value + HALF


class TranspositionTable:
    """Two dicts: new entries go into `young`; when that is half the capacity, it becomes `old` and the old one goes.

    So what was not met again for long is forgotten, and the search never waits for a table to be cleaned up. memory: in
    bytes.
    """

    def __init__(self, memory: int) -> None:
        self.capacity = max(memory // BYTES_PER_ENTRY, 2)
        self.young: dict[int, int] = {}
        self.old: dict[int, int] = {}

    def tidy(self) -> bool:
        """Forget the older half if the younger one is full; return whether `young` and `old` are other dicts now."""
        if len(self.young) < self.capacity // 2:
            return False
        self.old = self.young
        self.young = {}
        return True

    def __len__(self) -> int:
        return len(self.young) + len(self.old)

    def clear(self) -> None:
        """Forget everything."""
        self.young = {}
        self.old = {}
