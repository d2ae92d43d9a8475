"""All named boards and variants of the family. Loaded when a game needs one that variants.FIRST has not.

Where the program differs from a variant's source (sources.py), a comment says so.
"""

from __future__ import annotations

from collections import OrderedDict

from .board import FIRST_BOARDS, THREE_RINGS, THREE_ROWS, Board
from .variants import FIRST, Rules, Variant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class Names:
    """A mapping by names that only `add` adds to (MicroPython has no types.MappingProxyType)."""

    def __init__(self, named: OrderedDict[str, Board] | OrderedDict[str, Variant]) -> None:
        self._named = named
        self.get, self.keys, self.values, self.items = named.get, named.keys, named.values, named.items

    def __getitem__(self, name: str) -> Board | Variant:
        return self._named[name]

    def __contains__(self, name: object) -> bool:
        return name in self._named

    def __iter__(self) -> Iterator[str]:
        return iter(self._named)

    def __len__(self) -> int:
        return len(self._named)

    def __repr__(self) -> str:
        return "<Names " + ", ".join(self) + ">"


_DIAGONALS = "a3-b2-c1 a1-b2-c3 "
# Lines of two points allow steps but no mills.
_NEW_BOARDS = (
    Board("wheel", "A wheel", 7, "d7-d4-d1 a4-d4-g4 b6-d4-f2 b2-d4-f6 d7-f6 f6-g4 g4-f2 f2-d1 d1-b2 b2-a4 a4-b6 b6-d7"),
    Board(
        "three-home",
        "Three rows, two of them for steps",
        3,
        "a3-b3 b3-c3 a2-b2-c2 a1-b1 b1-c1 a3-a2-a1 b3-b2-b1 c3-c2-c1 " + _DIAGONALS,
    ),
    Board("three-steps", "Three rows with short diagonals", 3, THREE_ROWS + _DIAGONALS + "a2-b3 b3-c2 c2-b1 b1-a2"),
    Board(
        "four-squares",
        "Four squares with diagonals",
        5,
        "a5-c5-e5 a3-c3-e3 a1-c1-e1 a5-a3-a1 c5-c3-c1 e5-e3-e1 "
        "a5-b4-c3-d2-e1 a1-b2-c3-d4-e5 a3-b4-c5 c5-d4-e3 e3-d2-c1 c1-b2-a3",
    ),
    Board(
        "three-ring-corners",
        "Three squares with corners joined",
        7,
        THREE_RINGS + "a7-b6 b6-c5 g7-f6 f6-e5 a1-b2 b2-c3 g1-f2 f2-e3",
    ),
    Board(
        "moebius",
        "Three squares with a twist",
        7,
        "a7-d7-e7 b6-d6-f6 c5-d5-g5 a4-b4-c4 e4-f4-g4 c3-d3-e3 b2-d2-f2 a1-d1-g1 "
        "a7-a4-a1 b6-b4-b2 c5-c4-c3 d7-d6-d5 d3-d2-d1 e7-e4-e3 f6-f4-f2 g5-g4-g1",
    ),
)


_boards = OrderedDict(list(FIRST_BOARDS.items()) + [(board.name, board) for board in _NEW_BOARDS])
BOARDS: Mapping[str, Board] = Names(_boards)  # type: ignore[assignment]
"""All boards, by name, with those of own.register."""

# Name, title, board and options.
_NEW = (
    ("achi", "Achi", "three-diagonal", {"men": 4, "mill_wins": True}),
    # Murray does not say whether a side that can't move loses.
    ("achi-murray", "Achi on two squares", "two-ring", {"men": 6, "capture": "always"}),
    ("nine-holes", "Nine Holes", "three", {"men": 3, "flying": 3, "mill_wins": True}),
    ("tsoro", "Tsoro Yemutatu", "three-diagonal", {"men": 3, "flying": 3, "mill_wins": True}),
    ("wheel", "Round Merels", "wheel", {"men": 3, "mill_wins": True}),
    ("shisima", "Shisima", "wheel", {"men": 3, "mill_wins": True, "set_up": True}),
    # The source does not say whether a row on the other side's first row counts. Here it counts for nobody.
    ("tant-fant", "Tant Fant", "three-home", {"men": 3, "mill_wins": True, "set_up": True}),
    ("picaria", "Picaria", "three-steps", {"men": 3, "mill_wins": True}),
    (
        "picaria-large",
        "Picaria with thirteen points",
        "four-squares",
        {"men": 3, "mill_wins": True, "closed_centre": True},
    ),
    ("mlabalaba", "Mlabalaba", "three-ring-corners", {"men": 12, "flying": 3, "capture": "never"}),
    # Ten moves without a capture are those of each side. The cows' colours are as everywhere here: White begins.
    (
        "morabaraba-tournament",
        "Morabaraba as in tournaments",
        "three-ring-diagonal",
        {"men": 12, "flying": 3, "no_mill_return": True, "three_limit": 20},
    ),
    # In Sanmill only mills made by placing take from the hand, and the side to move takes a man from a full board. Here
    # all mills do, as long as there is a man in hand, and a full board is a draw.
    ("dooz", "Dooz", "three-ring-diagonal", {"men": 12, "flying": 3, "capture": "always", "from_hand": True}),
    ("moebius", "Möbius Morris", "moebius", {"men": 9, "flying": 3}),
)
_variants = OrderedDict(
    list(FIRST.items())
    + [
        (name, Variant(name, title, _boards[board], Rules.from_options(options)))
        for name, title, board, options in _NEW
    ]
)
VARIANTS: Mapping[str, Variant] = Names(_variants)  # type: ignore[assignment]
"""The named variants, by name, with those of own.register."""


def add(variant: Variant) -> bool:
    """Add a variant and its board, if their names are free or theirs already, and return whether they are there."""
    board = variant.board
    if _boards.get(board.name, board) != board or _variants.get(variant.name, variant) != variant:
        return False
    _boards.setdefault(board.name, board)
    _variants.setdefault(variant.name, variant)
    return True
