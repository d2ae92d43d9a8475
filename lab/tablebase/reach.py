"""Positions that legal play leads to while men are placed, ply by ply, and their values in a solution.

Invariant: a layer is an ascending array of keys without duplicates. A key is own << 24 | other of the least mirror
image of a position, where `own` is the men of the side to move. The number of plies determines whose move it is and how
many men are in hand.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from lab.tablebase.geometry import Geometry
from lab.tablebase.kernels import CAPTURE_CODES, bit_count, closes, image, look_up, targets
from lab.tablebase.solve import fact_of
from lab.tablebase.store import Store, StoreError
from morris_core.tablebase.index import Side, pair_of

Keys = NDArray[np.int64]

PIECE = 100_000
"""The positions that a thread takes at a time."""
MASK = (1 << 24) - 1
MOST_MOVES = 256


class Layer(NamedTuple):
    """How many positions legal play leads to after a number of plies, by value."""

    ply: int
    won: int
    drawn: int
    lost: int


@njit(cache=True)
def least_key(g, own, other):
    """Return the key of a position."""
    best = np.int64(1) << 60
    for symmetry in range(g.images.shape[0]):
        best = min(best, np.int64(image(g, symmetry, own)) << 24 | np.int64(image(g, symmetry, other)))
    return best


@njit(cache=True, nogil=True)
def expand(g, keys, capture, other_hand):
    """Return the keys after every placement, with duplicates, except where the game is over.

    Args:
        capture: one of kernels.CAPTURE_CODES, as a number.
        other_hand: the men in hand of the side that is not to move.
    """
    out = np.zeros(len(keys) * 20 + MOST_MOVES, np.int64)
    length = 0
    for key in keys:
        if length + MOST_MOVES > len(out):
            longer = np.zeros(2 * len(out), np.int64)
            longer[:length] = out[:length]
            out = longer
        own, other = key >> 24, key & MASK
        for point in range(g.points[0]):
            if (own | other) >> point & 1:
                continue
            after = own | np.int64(1) << point
            if not other or not closes(g, point, own):
                out[length] = least_key(g, other, after)
                length += 1
            elif bit_count(other) - 1 + other_hand >= 3:
                takes = np.int64(targets(g, other, capture))
                while takes:
                    captive = takes & -takes
                    takes ^= captive
                    out[length] = least_key(g, other ^ captive, after)
                    length += 1
    return out[:length]


@njit(cache=True, nogil=True)
def tally(g, data, sets, fact, keys):
    """Return how many of these positions, all of one table, are draws, wins and losses."""
    sums = np.zeros(3, np.int64)
    for key in keys:
        code = look_up(g, data, sets, fact, key >> 24, key & MASK)
        sums[0 if code == 0 else 2 - code % 2] += 1
    return sums


def after_all_placements(g: Geometry, keys: Keys, capture: int, other_hand: int, pool: ThreadPoolExecutor) -> Keys:
    """Return the layer after all placements in the positions of a layer. See expand."""
    pieces = [keys[start : start + PIECE] for start in range(0, len(keys), PIECE)]
    found = pool.map(lambda piece: np.unique(expand(g, piece, capture, other_hand)), pieces)
    return np.unique(np.concatenate([np.zeros(0, np.int64), *found]))


def layers(store: Store, plies: int, threads: int) -> Iterator[Layer]:
    """Yield the layers of the first plies from 1 on. Mirror images count once.

    Raises:
        StoreError: the solution does not begin with the empty board, or men do more than placing in these plies.
    """
    plan = store.plan
    men = plan.most_in_hand()
    if not men or plan.rules["moving_while_placing"] or not plan.takes_one_man():
        raise StoreError(
            "Positions are counted by ply only where the whole game is solved, every mill takes one man, and nobody "
            f"moves before all men are placed; this is not so in the folder {store.folder}."
        )
    if plies > 2 * men:
        raise StoreError(f"In {2 * men} plies all men are placed; {plies} are too many.")
    capture = CAPTURE_CODES.index(str(plan.rules["capture"]))
    keys = np.zeros(1, np.int64)
    with ThreadPoolExecutor(threads) as pool:
        for ply in range(1, plies + 1):
            hand = men - ply // 2
            keys = after_all_placements(plan.geometry(), keys, capture, hand, pool)
            drawn, won, lost = _values(store, keys, hand, men - (ply + 1) // 2)
            yield Layer(ply, won, drawn, lost)


def _values(store: Store, keys: Keys, own_hand: int, other_hand: int) -> list[int]:
    """Return how many positions of a layer are draws, wins and losses."""
    men = np.bitwise_count(keys >> 24).astype(np.int64) << 5 | np.bitwise_count(keys & MASK)
    sums = np.zeros(3, np.int64)
    for number in np.unique(men).tolist():
        pair, half = pair_of(Side(number >> 5, own_hand), Side(number & 31, other_hand))
        table, sets = store.read(pair), store.plan.rows(pair).sets
        sums += tally(store.plan.geometry(), table.data, sets, fact_of(store.plan, table, half), keys[men == number])
    store.forget_all_but(set())
    found: list[int] = sums.tolist()
    return found
