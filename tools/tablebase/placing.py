"""Win, draw and loss of one pair in which men are placed, in one pass over its rows, by several threads.

Invariant: what comes out depends on the plan and the pair alone, not on the threads.
"""

import numpy as np
from numpy.typing import NDArray

from morris_core.tablebase.index import Pair, Side, pair_of
from tools.tablebase import row_place
from tools.tablebase.geometry import Rows, columns_of, geometry
from tools.tablebase.plan import Plan, board_of
from tools.tablebase.row_place import After
from tools.tablebase.store import Store, Table
from tools.tablebase.values import counted, team


def solve_placing(work: Plan, pair: Pair, store: Store, rules: NDArray[np.int64], most_men: int, threads: int) -> Table:
    """Return the table of a pair. rules: for each half what kernels.RULE_FIELDS names; see solve.solve."""
    g, rows = geometry(work.board, most_men)
    own = rows[pair.first.men]
    columns = columns_of(len(board_of(work).points) - pair.first.men, pair.second.men)
    halves = work.halves[pair]
    data = np.zeros(-(-len(halves) * len(own.sets) * len(columns.sets) // 4), np.uint8)
    after = [
        tuple(_after(work, store, rows, mover, other, taken) if half in halves else _nothing() for taken in (0, 1))
        for half, (mover, other) in enumerate((pair, (pair.second, pair.first)))
    ]
    with team(threads) as together:
        together(row_place.place_rows, g, rules, np.array(halves), own.sets, columns, *after, data)
        return counted(together, g, own, columns, Table(pair, halves, 2, data, [], []))


def _after(work: Plan, store: Store, rows: dict[int, Rows], mover: Side, other: Side, taken: int) -> After:
    """Return what a placement leads to that takes so many men."""
    pair, half = pair_of(Side(other.men - taken, other.hand), Side(mover.men + 1, mover.hand - 1))
    if half not in work.halves.get(pair, ()):
        # No such move: the other side has nothing to take, or would have too few men, which the rules say already.
        return _nothing()
    table = store.read(pair)
    sets = rows[pair.first.men].sets
    columns = columns_of(len(board_of(work).points) - pair.first.men, pair.second.men)
    return After(columns, sets, table.data, table.halves.index(half) * len(sets), half)


def _nothing() -> After:
    data = np.zeros(1, np.uint8)
    # As the tables' data are, so that the kernels are compiled once.
    data.flags.writeable = False
    return After(columns_of(1, 1), np.zeros(1, np.int32), data, 0, 0)
