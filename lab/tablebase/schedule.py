"""Solve the pairs of a plan in several processes, on this machine or on a Dask cluster.

Invariant: a pair is started only when all pairs that it leads to have their files. A process gets the folder's name and
reads what it needs itself, so a cluster's machines must share the folder.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter

from lab.tablebase.solve import leads_to, solve
from lab.tablebase.store import Store, Table, load_plan
from morris_core.errors import MorrisError
from morris_core.tablebase.index import Pair

Report = Callable[[Table, float], None]


@contextmanager
def executor(processes: int, scheduler: str | None) -> Iterator[Executor | None]:
    """Open a pool for tasks: the Dask cluster of a scheduler, or else processes. None if this process must work
    alone.
    """
    if scheduler:
        try:
            from distributed import Client
        except ImportError as error:
            raise MorrisError("--scheduler needs Dask: pip install -r lab/requirements.txt") from error
        with Client(scheduler) as client:
            yield client.get_executor(pure=False)
    elif processes > 1:
        # A forked process would inherit locks and compiled code in any state.
        with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
            yield pool
    else:
        yield None


def solve_all(store: Store, pool: Executor | None, threads: int, report: Report) -> None:
    """Solve every pair of a plan that has no file yet. Call `report` with each table and the seconds that it took."""
    plan = store.plan
    for stage in plan.stages:
        # The largest first, so that the last to end is a short one.
        missing = sorted((pair for pair in stage if not store.has(pair)), key=lambda pair: -plan.positions(pair))
        store.forget_all_but({after for pair in missing for after in leads_to(pair)})
        if pool is None:
            for pair in missing:
                report(*solve_pair(store, pair, threads))
            continue
        folder = os.fspath(store.folder.absolute())
        tasks = {pool.submit(_solve_elsewhere, folder, pair, threads): pair for pair in missing}
        for task in as_completed(tasks):
            seconds = task.result()  # first, because a task that failed has no file
            report(store.read(tasks[task]), seconds)


def solve_pair(store: Store, pair: Pair, threads: int) -> tuple[Table, float]:
    """Solve a pair and write its file. Return the table and the seconds that it took."""
    began = perf_counter()
    table = solve(store, pair, threads)
    store.write(table)
    return table, perf_counter() - began


def _solve_elsewhere(folder: str, pair: Pair, threads: int) -> float:
    """Solve a pair in another process, which must not clean up the folder. Return the seconds that it took."""
    return solve_pair(Store(Path(folder), load_plan(Path(folder))), Pair(*pair), threads)[1]
