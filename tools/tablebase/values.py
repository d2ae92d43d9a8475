"""Win, draw and loss of one pair of endgames, a byte for each position and without levels, by several threads.

Invariant: what comes out depends on the plan and the pair alone, not on the threads nor on who came first.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from morris_core.tablebase.index import Pair, Side, pair_of
from tools.tablebase import propagate, row_start, row_sweep
from tools.tablebase.geometry import Columns, Geometry, Rows, columns_of, geometry
from tools.tablebase.plan import Plan, board_of
from tools.tablebase.store import Store, Table

Numbers = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Together = Callable[..., list[Any]]


def solve_values(work: Plan, pair: Pair, store: Store, rules: Numbers, most_men: int, threads: int) -> Table:
    """Return the table of a pair. rules: for each half what kernels.RULE_FIELDS names; see solve.solve."""
    g, rows = geometry(work.board, most_men)
    sets = rows[pair.first.men].sets
    points = len(board_of(work).points)
    columns = columns_of(points - pair.first.men, pair.second.men)
    shape = len(sets), len(columns.sets)
    first, second = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
    fresh = np.zeros((shape[0], -(-shape[1] // 64)), np.uint64)
    with team(threads) as together:
        after_first = _after(work, pair.second, pair.first, store, g, rows)
        after_second = _after(work, pair.first, pair.second, store, g, rows)
        own = int(g.key_offsets[pair.first.men])
        fewer = int(g.key_offsets[pair.first.men - 1])
        together(row_start.start_rows, g, rules[0], sets, own, columns, *after_first, first, fresh)
        if pair.halves == 1:
            together(row_start.start_rows_alike, g, sets, own, columns, first, second)
        else:
            together(row_start.start_rows_second, g, rules[1], sets, fewer, columns, *after_second, second)
        first_edge, edges = propagate.steps_between_rows(g, rules[0], sets, pair.first.men)
        dirty, locks = np.ones(shape[0], np.uint8), np.zeros(shape[0], np.uint8)
        state = first, second, fresh, dirty, locks
        opening = True
        while sum(together(row_sweep.sweep, g, rules[1], columns, sets, *state, edges, first_edge, opening)):
            opening = False
        del fresh
        halves = (first, second)[: pair.halves]
        data = np.zeros(-(-pair.halves * first.size // 4), np.uint8)
        for number, half in enumerate(halves):
            together(row_sweep.pack, half.reshape(-1), number * first.size, data)
        table = Table(pair, tuple(range(pair.halves)), 2, data, [], [])
        return counted(together, g, rows[pair.first.men], columns, table)


@contextmanager
def team(threads: int) -> Iterator[Together]:
    """Give what runs a kernel in so many threads; they share a counter of the rows taken, its first argument."""
    with ThreadPoolExecutor(threads) as pool:

        def together(kernel: Callable[..., Any], *arguments: Any) -> list[Any]:
            counter = np.zeros(1, np.int64)
            tasks = [pool.submit(kernel, counter, *arguments) for _ in range(threads)]
            return [task.result() for task in tasks]

        yield together


def counted(together: Together, g: Geometry, rows: Rows, columns: Columns, table: Table) -> Table:
    """Return a table of 2-bit codes with its positions counted. Raises ValueError where mirror images differ."""
    wanted = np.ones(len(table.halves), np.int64)
    told = together(propagate.tally, g, *rows, columns.sets, wanted, table.data, 2, len(table.halves))
    unequal = sum(unequal for _, _, unequal in told)
    if unequal:
        name = table.pair.name()
        raise ValueError(f"{name}: {unequal} positions differ from their mirror images; the solver is wrong.")
    sums = dict(zip(table.halves, sum(sums for sums, _, _ in told).tolist(), strict=True))
    halves = range(table.pair.halves)
    return table._replace(counts=[sums.get(half, [0, 0, 0]) for half in halves], longest=[[0, 0] for _ in halves])


def _after(
    work: Plan, mover: Side, other: Side, store: Store, g: Geometry, rows: dict[int, Any]
) -> tuple[Columns, Bytes, NDArray[np.int32]]:
    """Return what a capture leads to, the side that lost a man to move: columns, codes, and the rows' sets."""
    left = Side(mover.men - 1, 0)
    if left.men < 3:
        return columns_of(1, 1), np.zeros(1, np.uint8), np.zeros(1, np.int32)
    pair, _ = pair_of(left, other)
    columns = columns_of(len(board_of(work).points) - pair.first.men, pair.second.men)
    return columns, store.read(pair).data, rows[pair.first.men].sets
