"""Solve one pair of subspaces from the tables of those that it leads to.

Invariant: what comes out depends on the plan and the pair alone, so that a solve that was stopped and taken up
again leaves the same bytes as one that was not.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from morris_core.tablebase.index import Pair, Side, binomial, pair_of
from tools.tablebase import kernels, placing, propagate, values
from tools.tablebase.geometry import Geometry, Rows, geometry, sets_of_size
from tools.tablebase.plan import Plan, board_of, by_placements, by_rows
from tools.tablebase.store import Store, Table

LEVELS = 1000
"""Plies that a win may take at most: a mill game that takes longer has not been seen, the longest has some 200."""


class Setting(NamedTuple):
    """What the kernels get for one pair. rules: a row of numbers for each half; wanted: 1 for
    each half to be solved. data, sets: the tables that moves lead
    to and the sets of their rows, one behind the other; facts: where they are, six for each half, see kernels.expand.
    """

    g: Geometry
    rows: Rows
    columns: NDArray[np.int32]
    rules: NDArray[np.int64]
    wanted: NDArray[np.int64]
    data: NDArray[np.uint8]
    sets: NDArray[np.int32]
    facts: NDArray[np.int64]


def setting(work: Plan, pair: Pair, store: Store, own: Table | None = None) -> Setting:
    """Return what is needed to solve a pair, or, given its own table, to check it."""
    g, rows = geometry(work.board, most_men(work))
    points = len(board_of(work).points)
    rules = np.array([_rule_numbers(work, *sides) for sides in _halves(pair)], np.int64)
    known = set(work.pairs())
    # Where both sides are alike one half tells all, but the solver works with both.
    wanted = np.array([pair.halves == 1 or half in work.halves[pair] for half in range(2)], np.int64)
    facts = np.zeros((2, 6, len(kernels.TABLE_FIELDS)), np.int64)
    tables: dict[Pair, tuple[int, Table]] = {}
    sets: dict[int, tuple[int, NDArray[np.int32]]] = {}
    for half, sides in enumerate(_halves(pair)):
        for number, (mover, other) in enumerate(_after(*sides)):
            after, half_after = pair_of(mover, other)
            table = own if after == pair else store.read(after) if after in known else None
            if not table or not wanted[half]:
                continue
            men = after.first.men
            tables.setdefault(after, (sum(len(known.data) for _, known in tables.values()), table))
            sets.setdefault(men, (sum(len(known) for _, known in sets.values()), rows[men].sets))
            facts[half, number] = fact_of(work, table, half_after, tables[after][0], sets[men][0])
    return Setting(
        g,
        rows[pair.first.men],
        sets_of_size(points - pair.first.men, pair.second.men),
        rules,
        wanted,
        np.concatenate([table.data for _, table in tables.values()] or [np.zeros(1, np.uint8)]),
        np.concatenate([known for _, known in sets.values()] or [np.zeros(1, np.int32)]),
        facts,
    )


def fact_of(work: Plan, table: Table, half: int, data: int, sets: int) -> tuple[int, ...]:
    """Return what kernels.TABLE_FIELDS names. data, sets: where the table's codes and its rows' sets begin."""
    first, second = table.pair
    _, rows = geometry(work.board, most_men(work))
    columns = binomial(len(board_of(work).points) - first.men, second.men)
    part = table.halves.index(half) if half in table.halves else 0
    return data, sets, first.men, len(rows[first.men].sets), columns, table.width, half, part


def most_men(work: Plan) -> int:
    """Return how many men a side has on the board at most."""
    return max(pair.first.men for pair in work.pairs())


def _halves(pair: Pair) -> tuple[tuple[Side, Side], tuple[Side, Side]]:
    return pair, (pair.second, pair.first)


def _after(mover: Side, other: Side) -> list[tuple[Side, Side]]:
    """Return the subspaces after a step that takes 0, 1 or 2 men, and after a placement that does."""
    placed = Side(mover.men + 1, mover.hand - 1)
    return [(Side(other.men - taken, other.hand), moved) for moved in (mover, placed) for taken in range(3)]


def leads_to(pair: Pair) -> set[Pair]:
    """Return the pairs that a pair's moves may lead to."""
    return {pair_of(*after)[0] for sides in _halves(pair) for after in _after(*sides)}


def _rule_numbers(work: Plan, mover: Side, other: Side) -> list[int]:
    rules = work.full_rules()
    numbers = {
        "steps": not mover.hand or rules.moving_while_placing,
        "flies": not mover.hand and mover.men == rules.flying,
        "places": mover.hand > 0,
        "captures": 0 if rules.mill_wins else rules.double_mill,
        "capture": kernels.CAPTURE_CODES.index(rules.capture),
        "mill_wins": rules.mill_wins,
        "passes": rules.stuck == "passes",
        "kills": sum(other) - 1 < 3,
        "kills_twice": sum(other) - 2 < 3,
    }
    return [int(numbers[name]) for name in kernels.RULE_FIELDS]


def solve(work: Plan, pair: Pair, store: Store, threads: int = 1) -> Table:
    """Return the table of a pair. Raises ValueError when a win takes more plies than LEVELS.

    threads: how many work at it, where only win, draw and loss are wanted.
    """
    if by_rows(work, pair) or by_placements(work, pair):
        rules = np.array([_rule_numbers(work, *sides) for sides in _halves(pair)], np.int64)
        by_values = values.solve_values if by_rows(work, pair) else placing.solve_placing
        return by_values(work, pair, store, rules, most_men(work), threads)
    made = setting(work, pair, store)
    g, flat = made.g, not work.distances
    shape = (2, len(made.rows.sets), len(made.columns))
    counts = np.zeros(shape, np.uint8)
    when = np.zeros(shape, np.uint16)
    pending = np.zeros((shape[1], 2 if flat else LEVELS), np.uint8)
    sets = made.rows.sets
    highest = propagate.start(
        g, made.rules, made.wanted, made.data, made.sets, made.facts, sets, made.columns, counts, when, pending, flat
    )
    first, edges = propagate.steps_between_rows(g, made.rules[0], sets, pair.first.men)
    found = np.zeros((4, len(made.columns)), np.int32)
    level = 0
    while highest >= level or (flat and pending.any()):
        known = propagate.sweep(
            g, made.rules, sets, made.columns, counts, when, pending, first, edges, level, flat, found
        )
        highest = -1 if known < 0 else max(highest, known)
        level += 1
        if highest < 0:
            break
    if highest < 0:
        raise ValueError(f"Some win in {pair.name()} takes more than {LEVELS - 2} plies.")
    width = 2 if flat else 8 if 2 * highest + 2 < 256 else 16
    data, _ = propagate.codes(counts, when, width, pair.halves)
    sums, longest, unequal = propagate.tally(
        np.zeros(1, np.int64), g, sets, made.rows.stabilisers, made.columns, made.wanted, data, width, pair.halves
    )
    if unequal:
        raise ValueError(f"{pair.name()}: {unequal} positions differ from their mirror images; the solver is wrong.")
    return Table(pair, tuple(range(pair.halves)), width, data, sums.tolist(), longest.tolist())


def check(work: Plan, pair: Pair, store: Store, step: int = 1) -> tuple[int, int]:
    """Compare a table with what the moves say, every `step`-th row; return (positions compared, how many are wrong)."""
    table = store.read(pair)
    made = setting(work, pair, store, table)
    parts = [table.halves.index(half) if half in work.halves[pair] else -1 for half in range(pair.halves)]
    compared, wrong = propagate.check(
        made.g,
        made.rules,
        np.array(parts, np.int64),
        made.data,
        made.sets,
        made.facts,
        made.rows.sets,
        made.columns,
        step,
    )
    return int(compared), int(wrong)
