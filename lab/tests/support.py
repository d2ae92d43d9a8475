"""Games that are solved once for all tests."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import numpy as np
from numpy.typing import NDArray

from lab.tablebase.pack import pack
from lab.tablebase.plan import make_plan
from lab.tablebase.schedule import solve_all
from lab.tablebase.store import Store, open_store
from morris_core import Board, Variant
from morris_core.tablebase.index import Pair, column, images_of, least_image
from morris_core.tablebase.probe import Tablebase

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
