"""Positions that legal play leads to while men are placed, ply by ply, and their values in a solution.

Invariant: a layer is an ascending array of keys (reach_kernels.py), each once.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from morris_core.tablebase.index import Side, pair_of
from tools.tablebase.geometry import Geometry, geometry
from tools.tablebase.kernels import CAPTURE_CODES
from tools.tablebase.plan import Plan, most_in_hand, takes_one_man
from tools.tablebase.reach_kernels import MASK, expand, tally_keys
from tools.tablebase.solve import fact_of, most_men
from tools.tablebase.store import Store, StoreError

Keys = NDArray[np.int64]

PIECE = 100_000
"""Positions that a thread looks at in one go."""


class Layer(NamedTuple):
    """How many positions legal play leads to in so many plies, and how many of them have each value."""

    ply: int
    won: int
    drawn: int
    lost: int


def after_all_placements(g: Geometry, keys: Keys, capture: int, other_hand: int, pool: ThreadPoolExecutor) -> Keys:
    """Return the layer that all placements lead to from a layer, see expand."""
    pieces = [keys[start : start + PIECE] for start in range(0, len(keys), PIECE)]
    found = pool.map(lambda piece: np.unique(expand(g, piece, capture, other_hand)), pieces)
    return np.unique(np.concatenate([np.zeros(0, np.int64), *found]))


def layers(work: Plan, store: Store, plies: int, threads: int) -> Iterator[Layer]:
    """Yield the layers of the first plies from 1 on, each position counted once with its mirror images.

    Raises:
        StoreError: the solution does not begin with the empty board, or there is more than placing in the first plies.
    """
    men = most_in_hand(work)
    if not men or work.rules["moving_while_placing"] or not takes_one_man(work):
        raise StoreError(
            "Positions are counted by ply only where the whole game is solved, every mill takes one man, and nobody "
            f"moves before all men are placed; this is not so in the folder {store.folder}."
        )
    if plies > 2 * men:
        raise StoreError(f"In {2 * men} plies all men are placed; {plies} are too many.")
    g, _ = geometry(work.board, most_men(work))
    capture = CAPTURE_CODES.index(str(work.rules["capture"]))
    keys = np.zeros(1, np.int64)
    with ThreadPoolExecutor(threads) as pool:
        for ply in range(1, plies + 1):
            keys = after_all_placements(g, keys, capture, men - ply // 2, pool)
            drawn, won, lost = _values(work, store, g, keys, Side(0, men - ply // 2), Side(0, men - (ply + 1) // 2))
            yield Layer(ply, won, drawn, lost)


def _values(work: Plan, store: Store, g: Geometry, keys: Keys, mover: Side, other: Side) -> list[int]:
    """Return how many positions of a layer are draws, wins and losses."""
    _, rows = geometry(work.board, most_men(work))
    numbers = np.bitwise_count(keys >> 24).astype(np.int64) << 5 | np.bitwise_count(keys & MASK)
    sums = np.zeros(3, np.int64)
    for number in np.unique(numbers).tolist():
        own, opposite = mover._replace(men=number >> 5), other._replace(men=number & 31)
        pair, half = pair_of(own, opposite)
        table = store.read(pair)
        fact = fact_of(work, table, half, 0, 0)
        sums += tally_keys(g, table.data, rows[pair.first.men].sets, np.array(fact, np.int64), keys[numbers == number])
    store.keep_only(set())
    found: list[int] = sums.tolist()
    return found
