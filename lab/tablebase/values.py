"""Win, draw and loss of one pair, by several threads: row by row if men move, in one pass if they are only placed.

Invariant: the result depends on the plan and the pair alone, not on the number of threads or their order.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lab.tablebase import propagate, row_place, row_start, row_sweep
from lab.tablebase.geometry import columns_of
from lab.tablebase.row_tables import After
from lab.tablebase.store import Store, Table
from morris_core.tablebase.index import Pair, Side, pair_of

Numbers = NDArray[np.int64]


def solve_rows(store: Store, pair: Pair, rules: Numbers, threads: int) -> Table:
    """Return the table of a pair in which men move. `rules` has the numbers of kernels.RULE_FIELDS for each half."""
    plan = store.plan
    g, sets, columns = plan.geometry(), plan.rows(pair).sets, plan.columns(pair)
    shape = plan.shape(pair)
    first, second = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
    fresh = np.zeros((shape[0], -(-shape[1] // 64)), np.uint64)
    after_first, after_second = (
        _after(store, Side(other.men - 1, other.hand), mover) for mover, other in (pair, (pair.second, pair.first))
    )
    placed_first, placed_second = _placed(store, pair)
    in_threads(threads, row_start.start_rows, g, rules[0], sets, columns, after_first, placed_first, first, fresh)
    if pair.halves == 1:
        in_threads(threads, row_start.start_rows_alike, g, sets, columns, first, second)
    else:
        in_threads(
            threads, row_start.start_rows_second, g, rules[1], sets, columns, after_second, placed_second, second
        )
    first_edge, edges = propagate.steps_between_rows(g, rules[0], sets)
    state = first, second, fresh, np.ones(shape[0], np.uint8), np.zeros(shape[0], np.uint8)
    opening = True
    while sum(in_threads(threads, row_sweep.sweep, g, rules[1], columns, sets, state, edges, first_edge, opening)):
        opening = False
    del state, fresh
    data = np.zeros(-(-pair.halves * first.size // 4), np.uint8)
    for number, half in enumerate((first, second)[: pair.halves]):
        in_threads(threads, row_sweep.pack, half.reshape(-1), number * first.size, data)
    return counted(store, Table(pair, tuple(range(pair.halves)), 2, data, [], []), threads)


def solve_placing(store: Store, pair: Pair, rules: Numbers, threads: int) -> Table:
    """Return the table of a pair in which the side to move must place a man. For `rules` see solve_rows."""
    plan, halves = store.plan, store.plan.halves[pair]
    rows, columns = plan.shape(pair)
    data = np.zeros(-(-len(halves) * rows * columns // 4), np.uint8)
    arguments = plan.rows(pair).sets, plan.columns(pair), *_placed(store, pair), data
    in_threads(threads, row_place.place_rows, plan.geometry(), rules, np.array(halves), *arguments)
    return counted(store, Table(pair, halves, 2, data, [], []), threads)


def in_threads(threads: int, kernel: Callable[..., Any], *arguments: Any) -> list[Any]:
    """Run a kernel in several threads and return their results. Its first argument is a counter that they share."""
    counter = np.zeros(1, np.int64)
    with ThreadPoolExecutor(threads) as pool:
        tasks = [pool.submit(kernel, counter, *arguments) for _ in range(threads)]
        return [task.result() for task in tasks]


def counted(store: Store, table: Table, threads: int = 1) -> Table:
    """Return a table with its positions counted. Raises ValueError if mirror images have different values."""
    plan, pair = store.plan, table.pair
    needed = np.array([half in plan.halves[pair] for half in table.halves])
    arguments = plan.geometry(), *plan.rows(pair), plan.columns(pair).sets, needed, table.data, table.width
    sums, longest, unequal = zip(*in_threads(threads, propagate.tally, *arguments), strict=True)
    if sum(unequal):
        raise ValueError(f"{pair.name()}: {sum(unequal)} positions differ from their mirror images.")
    counts = dict(zip(table.halves, sum(sums).tolist(), strict=True))
    plies = dict(zip(table.halves, np.max(longest, axis=0).tolist(), strict=True))
    halves = range(pair.halves)
    return table._replace(
        counts=[counts.get(half, [0, 0, 0]) for half in halves], longest=[plies.get(half, [0, 0]) for half in halves]
    )


def _placed(store: Store, pair: Pair) -> list[tuple[After, After]]:
    """Return for each half of a pair the tables after a placement that takes no man, or one."""
    return [
        (
            _after(store, other, placed, half in store.plan.halves[pair]),
            _after(store, Side(other.men - 1, other.hand), placed, half in store.plan.halves[pair]),
        )
        for half, (mover, other) in enumerate((pair, (pair.second, pair.first)))
        for placed in [Side(mover.men + 1, mover.hand - 1)]
    ]


def _after(store: Store, mover: Side, other: Side, needed: bool = True) -> After:
    """Return the table of a subspace, or an empty one if it is not needed or no move leads to it."""
    pair, half = pair_of(mover, other)
    if not needed or half not in store.plan.halves.get(pair, ()):
        data = np.zeros(1, np.uint8)
        # Read-only like the data of stored tables, so that the kernels are compiled only once.
        data.flags.writeable = False
        return After(columns_of(1, 1), np.zeros(1, np.int32), data, 0, 0)
    table, sets = store.read(pair), store.plan.rows(pair).sets
    return After(store.plan.columns(pair), sets, table.data, half, table.halves.index(half) * len(sets))
