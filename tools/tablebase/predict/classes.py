"""Which positions of a pair are stored; the values of all others follow from a few plies of search.

Invariant: from a position that is not stored every quiet move comes nearer to a stored one, at most three plies
away.

Every step of a man changes the colour of his point, where the board can be coloured with two colours. So (side to move,
parity of its men on dark points, parity of the other's) runs in a cycle of four, except where men fly.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from morris_core.board import Board
from morris_core.tablebase.index import Pair
from morris_core.tablebase.predicted import ANY
from tools.tablebase.plan import Plan, board_of
from tools.tablebase.store import Store

Stored = tuple[tuple[int, int, int], ...]
"""Classes: (half, parity of the own men on dark points, parity of the other's), ANY for both parities."""
Mills = frozenset[tuple[int, int]]
"""Numbers of closed mills (of the side to move, of the other); empty for any."""
HALF, QUARTER = "half", "quarter"
SCHEMES = (HALF, QUARTER)
MOST_MILLS = 8
"""More than the mills that one side can have; four more than nine men can."""


class Choice(NamedTuple):
    """Which positions of a pair are stored, as the kernels read it.

    Attributes:
        classes: see Stored.
        dark: the dark points.
        mills: whether positions with so many mills are stored (of the side to move, of the other); without elements
            where the mills make no difference.
    """

    classes: NDArray[np.int64]
    dark: int
    mills: NDArray[np.bool_]


def choice(stored: Stored, dark: int, mills: Mills | None) -> Choice:
    """Return what the kernels read of classes and mills."""
    allowed = np.zeros((MOST_MILLS, MOST_MILLS) if mills else (0, 0), np.bool_)
    for own, other in mills or ():
        allowed[own, other] = True
    return Choice(np.array(stored, np.int64), dark, allowed)


def dark_points(board: Board) -> int:
    """Return points that are dark: each has light neighbours only, and the other way round; 0 where that cannot be.

    It is 0 too where some mirror image exchanges the colours.
    """
    dark, light, new = 0, 0, 1
    while new:
        dark, light = light, dark | new
        reached = 0
        for point in range(len(board.points)):
            if new >> point & 1:
                reached |= board.neighbours[point]
        new = reached & ~dark
    if dark & light or any(_image(symmetry, dark) != dark for symmetry in board.symmetries()):
        return 0
    return dark


def _image(symmetry: tuple[int, ...], points: int) -> int:
    return sum(1 << image for point, image in enumerate(symmetry) if points >> point & 1)


def stored_classes(work: Plan, store: Store, pair: Pair, scheme: str) -> Stored:
    """Return the classes of a pair to store: a half of its positions, or a quarter where that can be; else all."""
    if pair.hands:
        return tuple((half, ANY, ANY) for half in store.read(pair).halves)
    steps = work.rules["flying"] != pair.second.men and work.rules["flying"] != pair.first.men
    parities = bool(dark_points(board_of(work))) and steps
    if pair.halves == 1:
        if not parities:
            return ((0, ANY, ANY),)
        return ((0, 0, 0),) if scheme == QUARTER else ((0, 0, 0), (0, 1, 1))
    counts = np.array(store.read(pair).counts, float)
    cheaper = int(np.argmin([_bits(half) for half in counts]))
    return ((cheaper, 0 if scheme == QUARTER and parities else ANY, ANY),)


def _bits(counts: NDArray[np.float64]) -> float:
    """Return the entropy of values that occur so often, in bits."""
    shares = counts[counts > 0] / counts.sum()
    return float(-(shares * np.log2(shares)).sum())
