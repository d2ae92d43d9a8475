"""Solved games for the tests, each solved once; and another way to solve a small game, by the rules alone."""

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from morris_core import Position, Variant, start_position
from morris_core.rules import apply, legal_moves, outcome
from morris_core.tablebase.probe import Tablebase
from tools.tablebase.pack import pack
from tools.tablebase.plan import make_plan
from tools.tablebase.schedule import solve_all
from tools.tablebase.store import Store, open_store


@cache
def solved(variant: Variant, men: int | None, distances: bool = True) -> Store:
    """Return the solution of a game, or of its endgames with `men` men."""
    store = open_store(Path(mkdtemp(prefix="morris-solved-")), make_plan(variant, men, distances))
    solve_all(store, None, 2, lambda table, seconds: None)
    return store


@cache
def packed(variant: Variant, men: int | None, distances: bool = True) -> bytes:
    """Return a table file of a solution."""
    store = solved(variant, men, distances)
    return pack(store, store.plan.pairs())


def tables(variant: Variant, men: int | None = None) -> Tablebase:
    """Return a Tablebase of a game's solution, or of its endgames with `men` men."""
    return Tablebase([("test.mtb", packed(variant, men))])


def values_by_the_rules(variant: Variant) -> dict[Position, tuple[str, int | None]]:
    """Return value and distance of every position that legal play can reach, found by the rules of morris_core alone.

    Nothing here knows of symmetries, ranks, bitboards of more than one side or pairs of subspaces.
    """
    after: dict[Position, list[Position]] = {}
    decided: dict[Position, tuple[int | None, int]] = {}
    waiting = [start_position(variant)]
    while waiting:
        position = waiting.pop()
        if position in after:
            continue
        over = outcome(variant, position)
        after[position] = [] if over else [apply(variant, position, move) for move in legal_moves(variant, position)]
        waiting += after[position]
        if over:
            decided[position] = over.winner, 0
    open_ = [position for position in after if position not in decided]
    plies, quiet_levels = 0, 0
    # A level without news is followed by others only where a long loss is being waited for.
    while open_ and quiet_levels < 3:
        plies += 1
        found = {}
        for position in open_:
            results = [decided.get(other) for other in after[position]]
            wins = [result[1] for result in results if result and result[0] == position.side]
            if wins:
                found[position] = position.side, 1 + min(wins)
            elif all(result and result[0] == 1 - position.side for result in results):
                found[position] = 1 - position.side, 1 + max(result[1] for result in results if result)
        quiet_levels = 0 if found else quiet_levels + 1
        decided.update(found)
        open_ = [position for position in open_ if position not in decided]
    values: dict[Position, tuple[str, int | None]] = {}
    for position in after:
        winner, distance = decided.get(position, (None, None))
        if winner is None:
            values[position] = "draw", distance
        else:
            values[position] = "win" if winner == position.side else "loss", distance
    return values
