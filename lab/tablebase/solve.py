"""Solve one pair of subspaces from the tables that its moves lead to, or check a solved one.

Invariant: the result depends on the plan and the pair alone, so a solution that was interrupted and continued has the
same bytes as one that was not.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lab.tablebase import kernels, propagate, values
from lab.tablebase.plan import Plan
from lab.tablebase.store import Store, Table
from morris_core.tablebase.index import Pair, Side, pair_of
from morris_core.variants import Rules

LEVELS = 1000
"""The most plies that a win may take. The longest win known in any mill game takes some 200."""


class Setting(NamedTuple):
    """The kernels' input for one pair.

    Attributes:
        rules: a row of numbers for each half, see kernels.RULE_FIELDS.
        needed: whether each half must be solved.
        tables: (data, sets, facts): the codes of all tables that moves lead to, joined; the sets of their rows, joined;
            and for each half six descriptions, see kernels.expand.
    """

    rules: NDArray[np.int64]
    needed: NDArray[np.bool_]
    tables: tuple[NDArray[np.uint8], NDArray[np.int32], NDArray[np.int64]]


def setting(store: Store, pair: Pair, own: Table | None = None) -> Setting:
    """Return what is needed to solve a pair, or to check it, given its own table."""
    plan = store.plan
    rules = np.array([_rule_numbers(plan, *sides) for sides in _halves(pair)], np.int64)
    pairs = set(plan.pairs())
    # If both sides are alike, one half determines the other, but the solver works with both.
    needed = np.array([pair.halves == 1 or half in plan.halves[pair] for half in range(2)])
    facts = np.zeros((2, 6, len(kernels.TABLE_FIELDS)), np.int64)
    data, sets = [np.zeros(1, np.uint8)], [np.zeros(1, np.int32)]
    offsets: dict[Pair, tuple[int, int]] = {}
    for half, sides in enumerate(_halves(pair)):
        for number, (mover, other) in enumerate(_after(*sides)):
            after, half_after = pair_of(mover, other)
            table = own if after == pair else store.read(after) if after in pairs else None
            if not table or not needed[half]:
                continue
            if after not in offsets:
                offsets[after] = sum(map(len, data)), sum(map(len, sets))
                data.append(table.data)
                sets.append(plan.rows(after).sets)
            facts[half, number] = fact_of(plan, table, half_after, *offsets[after])
    return Setting(rules, needed, (np.concatenate(data), np.concatenate(sets), facts))


def fact_of(plan: Plan, table: Table, half: int, data: int = 0, sets: int = 0) -> NDArray[np.int64]:
    """Return the numbers of kernels.TABLE_FIELDS for a half of a table.

    `data` and `sets` are where its codes and the sets of its rows begin in arrays of several tables.
    """
    part = table.halves.index(half) if half in table.halves else 0
    return np.array([data, sets, *plan.shape(table.pair), table.width, half, part], np.int64)


def code_at(store: Store, pair: Pair, half: int, own: int, other: int) -> int:
    """Return the code of a position in a solution, see kernels.py; own: the men of the side to move."""
    table, sets = store.read(pair), store.plan.rows(pair).sets
    fact = fact_of(store.plan, table, half)
    return int(kernels.look_up(store.plan.geometry(), table.data, sets, fact, own, other))


def _halves(pair: Pair) -> tuple[tuple[Side, Side], tuple[Side, Side]]:
    return pair, (pair.second, pair.first)


def _after(mover: Side, other: Side) -> list[tuple[Side, Side]]:
    """Return the subspaces after a step that takes 0, 1 or 2 men, and after a placement that does."""
    placed = Side(mover.men + 1, mover.hand - 1)
    return [(Side(other.men - taken, other.hand), moved) for moved in (mover, placed) for taken in range(3)]


def leads_to(pair: Pair) -> set[Pair]:
    """Return the pairs that a pair's moves may lead to."""
    return {pair_of(*after)[0] for sides in _halves(pair) for after in _after(*sides)}


def _rule_numbers(plan: Plan, mover: Side, other: Side) -> list[int]:
    rules = Rules.from_options(plan.rules)
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


def solve(store: Store, pair: Pair, threads: int = 1) -> Table:
    """Return the table of a pair, solved by several threads if distances are not needed.

    Raises:
        ValueError: some win takes more plies than LEVELS.
    """
    plan = store.plan
    if plan.by_rows(pair) or plan.by_placements(pair):
        rules = np.array([_rule_numbers(plan, *sides) for sides in _halves(pair)], np.int64)
        if not pair.second.men:
            # A mill takes nothing from a side without men, as if they were all in mills.
            rules[:, kernels.CAPTURE] = kernels.NEVER
        return (values.solve_rows if plan.by_rows(pair) else values.solve_placing)(store, pair, rules, threads)
    made, flat = setting(store, pair), not plan.distances
    g, sets, columns = plan.geometry(), plan.rows(pair).sets, plan.columns(pair).sets
    counts = np.zeros((2, len(sets), len(columns)), np.uint8)
    when = np.zeros(counts.shape, np.uint16)
    state = counts, when, np.zeros((len(sets), 2 if flat else LEVELS), np.uint8)
    highest = propagate.start(g, made.rules, made.needed, made.tables, sets, columns, state, flat)
    first, edges = propagate.steps_between_rows(g, made.rules[0], sets)
    found = np.zeros((4, len(columns)), np.int32)
    level = 0
    while highest >= level or (flat and state[2].any()):
        reached = propagate.sweep(g, made.rules, sets, columns, state, first, edges, level, flat, found)
        highest = -1 if reached < 0 else max(highest, reached)
        level += 1
        if highest < 0:
            break
    if highest < 0:
        raise ValueError(f"Some win in {pair.name()} takes more than {LEVELS - 2} plies.")
    width = 2 if flat else 8 if 2 * highest + 2 < 256 else 16
    data = propagate.codes(counts, when, width, pair.halves)
    return values.counted(store, Table(pair, tuple(range(pair.halves)), width, data, [], []))


def check(store: Store, pair: Pair, step: int = 1) -> tuple[int, int]:
    """Compare every `step`-th row of a table with the values that the moves give: (positions compared, wrong)."""
    plan, table = store.plan, store.read(pair)
    made = setting(store, pair, table)
    parts = [table.halves.index(half) if half in plan.halves[pair] else -1 for half in range(pair.halves)]
    sets, columns = plan.rows(pair).sets, plan.columns(pair).sets
    compared, wrong = propagate.check(
        plan.geometry(), made.rules, np.array(parts, np.int64), made.tables, sets, columns, step
    )
    return int(compared), int(wrong)
