"""Games that are solved once for all tests, and another way to solve a small game, by the rules alone."""

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp

import numpy as np
from numpy.typing import NDArray

from morris_core import Board, Position, Variant, start_position
from morris_core.rules import apply, legal_moves, outcome
from morris_core.tablebase.index import Pair, column, images_of, least_image
from morris_core.tablebase.probe import Tablebase
from tools.tablebase.pack import pack
from tools.tablebase.plan import make_plan
from tools.tablebase.schedule import solve_all
from tools.tablebase.store import Store, open_store

Bytes = NDArray[np.uint8]


@cache
def solved(variant: Variant, men: int | None, distances: bool = True) -> Store:
    """Return the solution of a game, or of its endgames with up to `men` men."""
    store = open_store(Path(mkdtemp(prefix="morris-solved-")), make_plan(variant, men, distances))
    solve_all(store, None, 2, lambda table, seconds: None)
    return store


@cache
def packed(variant: Variant, men: int | None, distances: bool = True) -> bytes:
    store = solved(variant, men, distances)
    return pack(store, store.plan.pairs())


def tables(variant: Variant, men: int | None = None) -> Tablebase:
    """Return a Tablebase with a game's solution, or with its endgames of up to `men` men."""
    return Tablebase([("test.mtb", packed(variant, men))])


def values_by_the_rules(variant: Variant) -> dict[Position, tuple[str, int | None]]:
    """Return value and distance of every position that legal play can reach.

    They are found by the rules of morris_core, without symmetries, ranks or pairs of subspaces.
    """
    before: dict[Position, list[Position]] = {start_position(variant): []}
    left: dict[Position, int] = {}
    decided: dict[Position, tuple[int | None, int]] = {}
    waiting = list(before)
    while waiting:
        position = waiting.pop()
        over = outcome(variant, position)
        if over:
            decided[position] = over.winner, 0
            continue
        moves = legal_moves(variant, position)
        left[position] = len(moves)
        for move in moves:
            after = apply(variant, position, move)
            if after not in before:
                before[after] = []
                waiting.append(after)
            before[after].append(position)
    # Those decided in fewer plies come first.
    found = deque(decided)
    while found:
        position = found.popleft()
        winner, plies = decided[position]
        for earlier in before[position] if winner is not None else ():
            left[earlier] -= 1
            if earlier not in decided and (earlier.side == winner or not left[earlier]):
                decided[earlier] = winner, plies + 1
                found.append(earlier)
    values: dict[Position, tuple[str, int | None]] = {}
    for position in before:
        winner, distance = decided.get(position, (None, None))
        value = "draw" if winner is None else "win" if winner == position.side else "loss"
        values[position] = value, distance
    return values


def random_sets(random: Random, own: int, other: int) -> tuple[int, int]:
    """Return random sets of men of both sides on 24 points."""
    points = random.sample(range(24), own + other)
    return sum(1 << point for point in points[:own]), sum(1 << point for point in points[own:])


@contextmanager
def changed(store: Store, pair: Pair, change: Callable[[Bytes], Bytes]) -> Iterator[None]:
    """Change the codes of a pair in a solution for a while."""
    table = store.read(pair)
    store._tables[pair] = table._replace(data=change(table.data.copy()))
    try:
        yield
    finally:
        store._tables[pair] = table


def locate(board: Board, keys: Sequence[int], key_men: int, men: int) -> tuple[int, int]:
    """Return the row and the column of a position; `keys`: the rows' sets."""
    least, symmetry = least_image(board, key_men)
    return bisect_left(keys, least), column(images_of(board, men, (symmetry,))[0], least)
