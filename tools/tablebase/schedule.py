"""Spread the pairs of a plan over processes: of this machine, or of a Dask cluster.

Invariant: a pair is begun only when all pairs that it leads to have their files. A process gets the folder's
name and reads what it needs itself, so a cluster's machines must share the folder.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter

from morris_core.errors import MorrisError
from morris_core.tablebase.index import Pair
from tools.tablebase.plan import Plan, positions
from tools.tablebase.solve import check, leads_to, solve
from tools.tablebase.store import Store, Table, load_plan

Tell = Callable[[Pair, Table, float], None]


@contextmanager
def executor(processes: int, scheduler: str | None) -> Iterator[Executor | None]:
    """Give what runs tasks: the Dask cluster of a scheduler's address, else processes; None for this process alone.

    Raises MorrisError when Dask is not installed.
    """
    if scheduler:
        try:
            from distributed import Client
        except ImportError as error:
            raise MorrisError("--scheduler needs Dask: pip install -r requirements-tablebase.txt") from error
        with Client(scheduler) as client:  # type: ignore[no-untyped-call]
            yield client.get_executor(pure=False)
    elif processes > 1:
        # A fresh process: what was compiled or read in this one is not copied into it half-used.
        with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
            yield pool
    else:
        yield None


def solve_all(store: Store, work: Plan, pool: Executor | None, threads: int, tell: Tell) -> None:
    """Solve every pair of a plan that has no file yet; call `tell` after each. threads: see solve.solve."""
    for stage in work.stages:
        # The largest first: the last to end should be a short one.
        missing = sorted((pair for pair in stage if not store.has(pair)), key=lambda pair: -positions(work, pair))
        store.keep_only({after for pair in missing for after in leads_to(pair)})
        if pool is None:
            for pair in missing:
                began = perf_counter()
                table = solve(work, pair, store, threads)
                store.write(table)
                tell(pair, table, perf_counter() - began)
            continue
        tasks = {pool.submit(solve_pair, os.fspath(store.folder.absolute()), pair, threads): pair for pair in missing}
        for task in as_completed(tasks):
            pair = tasks[task]
            seconds = task.result()
            tell(pair, store.read(pair), seconds)


def check_all(store: Store, work: Plan, step: int) -> Iterator[tuple[Pair, int, int]]:
    """Compare each solved pair with what its moves say; yield (pair, positions compared, how many are wrong)."""
    for pair in work.pairs():
        if store.has(pair):
            yield pair, *check(work, pair, store, step)


def solve_pair(folder: str, pair: Pair, threads: int) -> float:
    """Solve and write one pair, in whatever process this runs; return the seconds it took."""
    began = perf_counter()
    store = Store(Path(folder))
    store.write(solve(load_plan(Path(folder)), Pair(*pair), store, threads))
    return perf_counter() - began
