"""The working folder of a solver: the plan, and a file for each solved pair.

Invariant: a file exists whole or not at all. It is written under another name, forced to the disk and then renamed, so
after an interruption the solver continues with the pairs that have no file yet.

A file is one line of JSON, padded with spaces to DATA_AT bytes, and the codes of all positions: halves, rows, columns,
each code in 2, 8 or 16 bits, low bits and bytes first. The JSON names the halves in the file. A half that the plan does
not need may be there too, filled with zeros.
"""

import json
import os
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lab.tablebase.plan import Plan
from morris_core import BOARDS
from morris_core.errors import MorrisError
from morris_core.tablebase.index import Pair, parse_pair

DATA_AT = 4096
FORM = 1


class StoreError(MorrisError):
    """A working folder that belongs to another plan, or a damaged file in it."""


class Table(NamedTuple):
    """A solved pair.

    `halves` are those in `data`, whose codes have `width` bits. `counts` are draws, wins and losses of each half,
    mirror images counted once, and `longest` the plies of its longest win and loss.
    """

    pair: Pair
    halves: tuple[int, ...]
    width: int
    data: NDArray[np.uint8]
    counts: list[list[int]]
    longest: list[list[int]]


class Store:
    """The working folder of a plan. It remembers the tables that it has read."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder = folder
        self.plan = plan
        self._tables: dict[Pair, Table] = {}

    def path(self, pair: Pair) -> Path:
        """Return the path of a pair's file."""
        return self.folder / f"{pair.name()}.codes"

    def has(self, pair: Pair) -> bool:
        """Return whether a pair is solved."""
        return self.path(pair).exists()

    def read(self, pair: Pair) -> Table:
        """Return a pair's table. Raises StoreError if its file is missing or damaged."""
        if pair in self._tables:
            return self._tables[pair]
        path = self.path(pair)
        try:
            data = np.memmap(path, np.uint8, "r")
        except (OSError, ValueError) as error:
            raise StoreError(f"The file {path} cannot be read: {error}.") from error
        try:
            head = json.loads(bytes(data[:DATA_AT]))
            body = data[DATA_AT:]
            right = head["form"] == FORM and head["pair"] == pair.name() and head["bytes"] == len(body)
        except (ValueError, KeyError, TypeError):
            right = False
        if not right or zlib.crc32(body.data) != head["crc32"]:
            raise StoreError(f"The file {path} is damaged; remove it, and it will be solved again.")
        halves = tuple(head.get("halves", range(pair.halves)))
        table = Table(pair, halves, head["width"], np.asarray(body), head["counts"], head["longest"])
        self._tables[pair] = table
        return table

    def forget_all_but(self, pairs: set[Pair]) -> None:
        """Forget the tables that were read, except those of `pairs`."""
        self._tables = {pair: table for pair, table in self._tables.items() if pair in pairs}

    def write(self, table: Table) -> None:
        """Write a pair's table."""
        head = {
            "form": FORM,
            "pair": table.pair.name(),
            "halves": table.halves,
            "width": table.width,
            "bytes": len(table.data),
            "crc32": zlib.crc32(table.data.data),
            "counts": table.counts,
            "longest": table.longest,
        }
        write_whole(self.path(table.pair), [json.dumps(head).encode().ljust(DATA_AT), table.data.tobytes()])


def write_whole(path: Path, parts: Iterable[bytes]) -> None:
    """Write a file that consists of these parts, so that it exists whole or not at all."""
    other = path.with_name(f"{path.name}.{os.getpid()}.part")
    with other.open("wb") as file:
        file.writelines(parts)
        file.flush()
        os.fsync(file.fileno())
    other.replace(path)


def open_store(folder: Path, plan: Plan | None = None) -> Store:
    """Open a working folder and remove files that were left half-written.

    Args:
        folder: the folder; a new or an empty one can begin a plan.
        plan: the plan to work on, or None for the plan that the folder holds. A folder with the endgames of a game can
            go on with the whole game, and one with the whole game also serves for its endgames.

    Raises:
        StoreError: the folder holds no plan, or another one.
    """
    path = folder / "plan.json"
    if plan is None:
        plan = load_plan(folder)
    else:
        folder.mkdir(parents=True, exist_ok=True)
        stored = load_plan(folder) if path.exists() else None
        if stored is None and any(folder.iterdir()):
            raise StoreError(f"The folder {folder} is not empty and holds no solution; name another one.")
        if stored is None or _holds(plan, stored):
            write_whole(path, [_plan_text(plan).encode()])
        elif not _holds(stored, plan):
            raise StoreError(f"The folder {folder} holds the solution of something else; name another one.")
    for part in folder.glob("*.part"):
        part.unlink()
    return Store(folder, plan)


def link_tables(store: Store) -> None:
    """Add the tables that the folders beside this one have of the same positions, as links to their files. Games that
    differ only in the number of men share most of their tables.
    """
    for path in store.folder.parent.glob("*/plan.json"):
        other = Store(path.parent, load_plan(path.parent))
        for pair, halves in store.plan.halves.items() if _alike(store.plan, other.plan) else ():
            if other.plan.halves.get(pair) == halves and other.has(pair) and not store.has(pair):
                store.path(pair).hardlink_to(other.path(pair))


def _alike(plan: Plan, other: Plan) -> bool:
    """Return whether two plans have the same board, rules and distances."""
    return plan[:3] == other[:3]


def _holds(larger: Plan, smaller: Plan) -> bool:
    """Return whether the files of a plan serve a larger one too."""
    return _alike(larger, smaller) and all(larger.halves.get(pair) == halves for pair, halves in smaller.halves.items())


def load_plan(folder: Path) -> Plan:
    """Return the plan in a working folder. Raises StoreError if there is none."""
    try:
        fields = json.loads((folder / "plan.json").read_text(encoding="utf-8"))
        stages = tuple(tuple(parse_pair(name) for name in stage) for stage in fields["stages"])
        halves = {parse_pair(name): tuple(numbers) for name, numbers in fields["halves"].items()}
        if fields["form"] != FORM:
            raise ValueError
        return Plan(BOARDS[fields["board"]], fields["rules"], fields["distances"], stages, halves)
    except OSError as error:
        raise StoreError(f"The folder {folder} holds no solution: it has no file plan.json.") from error
    except (ValueError, KeyError, TypeError) as error:
        raise StoreError(f"The file {folder / 'plan.json'} is damaged.") from error


def _plan_text(plan: Plan) -> str:
    fields = {
        "form": FORM,
        "board": plan.board.name,
        "rules": plan.rules,
        "distances": plan.distances,
        "stages": [[pair.name() for pair in stage] for stage in plan.stages],
        "halves": {pair.name(): numbers for pair, numbers in plan.halves.items()},
    }
    return json.dumps(fields, indent=1)
