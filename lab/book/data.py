"""The data for the kernels, as arrays: the values of a solved game, the patterns, and layers of positions.

Invariant: a layer is an ascending array of keys (lab/tablebase/reach.py) without duplicates.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from lab.book import kernels
from lab.tablebase.geometry import Geometry, geometry
from lab.tablebase.kernels import TABLE_FIELDS
from lab.tablebase.reach import after_all_placements
from lab.tablebase.solve import fact_of
from lab.tablebase.store import Store
from morris_core.board import Board
from morris_core.engine.opening import ordering

Keys = NDArray[np.int64]
Found = TypeVar("Found")

PIECE = 20_000
"""The positions that a thread takes at a time."""
PROCESSORS = 2
_POOL = ThreadPoolExecutor(PROCESSORS)


class Solved(NamedTuple):
    """The values of a solved game after a number of placements.

    Attributes:
        data: The tables, by NUMBERS * men of the side to move + men of the other side.
        facts: How to read each of them, see look_up in lab/tablebase/kernels.py.
        sets: The sets of all rows, by number of men.
        hands: The men in hand of the side to move and of the other side.
    """

    data: tuple[NDArray[np.uint8], ...]
    facts: NDArray[np.int64]
    sets: NDArray[np.int32]
    hands: tuple[int, int]


class Patterns(NamedTuple):
    """The patterns of morris_core/engine/opening/ordering.py.

    Attributes:
        parts: [pattern, byte of a set, its value] -> its part of a number.
        groups: the group of each pattern.
        rows: [group, number] -> row.
    """

    parts: NDArray[np.int32]
    groups: NDArray[np.int64]
    rows: NDArray[np.int32]


def hands_after(men: int, placed: int) -> tuple[int, int]:
    """Return the men in hand of the side to move and of the other side after a number of placements."""
    return men - placed // 2, men - (placed + 1) // 2


def solved_after(store: Store, placed: int) -> Solved:
    """Map the values after a number of placements. Raises StoreError if they are not solved."""
    plan = store.plan
    rows = [each.sets for each in geometry(plan.board, plan.most_men())[1]]
    starts = np.cumsum([0, *map(len, rows)]).tolist()
    data = [np.frombuffer(b"\0", np.uint8)] * kernels.NUMBERS**2
    facts = np.zeros((len(data), len(TABLE_FIELDS)), np.int64)
    hands = hands_after(plan.most_in_hand(), placed)
    for pair, halves in plan.halves.items():
        for half in halves:
            mover, other = (pair.second, pair.first) if half else pair
            if (mover.hand, other.hand) == hands:
                table, number = store.read(pair), kernels.NUMBERS * mover.men + other.men
                data[number] = table.data
                facts[number] = fact_of(plan, table, half, sets=starts[pair.first.men])
    return Solved(tuple(data), facts, np.concatenate(rows), hands)


def pattern_arrays(board: Board) -> Patterns:
    """Return the patterns on a board with the points of the three-ring board."""
    groups, numbers, _ = ordering.groups()
    longest = max(map(len, groups))
    rows = np.zeros((len(groups), longest), np.int32)
    for group, numbered in enumerate(groups):
        rows[group, : len(numbered)] = numbered
    own, _ = ordering.code_tables(board)
    return Patterns(np.array(own.parts, np.int32), np.array(numbers, np.int64), rows)


def in_pieces(work: Callable[[Keys], Found], keys: Keys, piece: int = PIECE) -> list[Found]:
    """Return the results of a kernel for each piece of a layer, computed by several threads."""
    return list(_POOL.map(work, [keys[start : start + piece] for start in range(0, len(keys), piece)]))


def after_all_moves(g: Geometry, men: int, keys: Keys, placed: int) -> Keys:
    """Return the layer after all moves in the positions of a layer. men: how many men the game begins with."""
    return after_all_placements(g, keys, kernels.IF_ALL, hands_after(men, placed)[1], _POOL)


def of_value(g: Geometry, solved: Solved, keys: Keys, code: int = kernels.DRAW) -> Keys:
    """Return the positions of a layer with a value, by default the drawn ones."""
    pieces = in_pieces(lambda piece: kernels.values(g, solved, piece), keys)
    found: Keys = keys[np.concatenate([np.zeros(0, np.uint8), *pieces]) == code]
    return found


def start_layer() -> Keys:
    return np.zeros(1, np.int64)


def joined(pieces: list[tuple[Any, ...]]) -> list[Any]:
    return [np.concatenate(arrays) for arrays in zip(*pieces, strict=True)]
