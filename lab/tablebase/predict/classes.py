"""Which positions of a pair a predicted file stores. The values of the others follow from a few plies of search.

Invariants: from a position that is not stored, every quiet move comes nearer to a stored one, at most three plies away.
While men are placed, every position that legal play leads to is stored.

If the points of a board can be coloured dark and light so that every step changes the colour, then (side to move,
parity of its men on dark points, parity of the other side's) runs in a cycle of four, except when men fly.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lab.tablebase.plan import Plan
from lab.tablebase.store import Store, StoreError, Table
from morris_core.board import Board
from morris_core.symmetry import image_of
from morris_core.tablebase.index import Pair
from morris_core.tablebase.predicted import ANY

Stored = tuple[tuple[int, int, int], ...]
"""Classes: (half, parity of the mover's men on dark points, parity of the other side's); both parities may be ANY."""
Mills = frozenset[tuple[int, int]]
"""Numbers of closed mills (of the side to move, of the other)."""
HALF, QUARTER = "half", "quarter"
SCHEMES = (HALF, QUARTER)
MOST_MILLS = 8
"""More than the mills that one side can have: nine men have four at most."""


class Choice(NamedTuple):
    """The positions of a pair that are stored, for the kernels.

    Attributes:
        classes: see Stored.
        dark: the dark points.
        mills: whether positions with these numbers of mills are stored [of the side to move, of the other]; without
            elements if mills make no difference.
    """

    classes: NDArray[np.int64]
    dark: int
    mills: NDArray[np.bool_]


def choice(stored: Stored, dark: int, mills: Mills | None) -> Choice:
    """Return classes and mills in the form for the kernels."""
    allowed = np.zeros((MOST_MILLS, MOST_MILLS) if mills else (0, 0), np.bool_)
    for own, other in mills or ():
        allowed[own, other] = True
    return Choice(np.array(stored, np.int64), dark, allowed)


def dark_points(board: Board) -> int:
    """Return a set of points so that each step leads from or to it, or 0 if there is none.

    It is 0 too if some symmetry of the board exchanges the colours.
    """
    dark, light, new = 0, 0, 1
    while new:
        dark, light = light, dark | new
        reached = 0
        for point in range(len(board.points)):
            if new >> point & 1:
                reached |= board.neighbours[point]
        new = reached & ~dark
    if dark & light or any(image_of(dark, symmetry) != dark for symmetry in board.symmetries()):
        return 0
    return dark


def stored_classes(store: Store, pair: Pair, scheme: str) -> Stored:
    """Return the classes of a pair to store: half of its positions, a quarter if possible and chosen, or else all."""
    if pair.hands:
        return tuple((half, ANY, ANY) for half in store.read(pair).halves)
    plan = store.plan
    parities = bool(dark_points(plan.board)) and plan.rules["flying"] not in (pair.first.men, pair.second.men)
    if pair.halves == 1:
        if not parities:
            return ((0, ANY, ANY),)
        return ((0, 0, 0),) if scheme == QUARTER else ((0, 0, 0), (0, 1, 1))
    counts = np.array(store.read(pair).counts, float)
    cheaper = int(np.argmin([_entropy(half) for half in counts]))
    return ((cheaper, 0 if scheme == QUARTER and parities else ANY, ANY),)


def _entropy(counts: NDArray[np.float64]) -> float:
    """Return the bits that a value takes on average, by how often each value occurs."""
    shares = counts[counts > 0] / counts.sum()
    return float(-(shares * np.log2(shares)).sum())


def mills_of(plan: Plan, table: Table) -> Mills:
    """Return the numbers of mills that legal play can lead to in a pair with men in hand.

    Each man that a side has lost was taken by a placement that closed at least one mill of the other side, and at most
    as many as lead through a point. A side that has lost no man still has all its mills, and the mill that was closed
    last is still there too.

    Raises:
        StoreError: men move before all are placed, or a mill takes more than one man.
    """
    if not plan.takes_one_man() or plan.rules["moving_while_placing"]:
        raise StoreError(
            "Placing is predicted only where a mill takes one man, and no man moves before all are placed."
        )
    men, board = plan.most_in_hand(), plan.board
    found = set()
    for half in table.halves:
        own, other = (table.pair.second, table.pair.first) if half else table.pair
        own_lost, other_lost = (men - side.hand - side.men for side in (own, other))
        found |= {
            (mine, theirs)
            for mine in _possible_mills(board, own_lost, other_lost)
            for theirs in _possible_mills(board, other_lost, own_lost)
            if mine or theirs or not own_lost + other_lost
        }
    return frozenset(found)


def _possible_mills(board: Board, lost: int, taken: int) -> range:
    """Return how many mills a side can have that has lost and taken these numbers of men."""
    most = taken * max(len(mills) for mills in board.mills_at)
    return range(0 if lost else taken, min(most, MOST_MILLS - 1) + 1)
