"""The working folder of a solve: what is to be solved, and a file for each pair that is.

Invariant: a file is there whole or not at all; it is written under another name, forced to the disk and then
renamed. So whoever is killed goes on with the pairs that have no file yet.

A file is one line of JSON, filled up with spaces to DATA_AT bytes, and the codes of all positions: halves, rows,
columns, each code in 2, 8 or 16 bits, low bits and bytes first. The JSON names the halves that are there; all zero are
the codes of one that is there and not wanted.
"""

import json
import os
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from morris_core.board import BOARDS
from morris_core.errors import MorrisError
from morris_core.tablebase.index import Pair, parse_pair
from tools.tablebase.plan import Plan

DATA_AT = 4096
FORM = 1


class StoreError(MorrisError):
    """A working folder that belongs to something else, or a file in it that is damaged."""


class Table(NamedTuple):
    """A solved pair. halves: those that data holds. width: bits of a code. counts: draws, wins and losses of each half
    of the pair, each position counted once with its mirror images. longest: plies of the longest win and loss of each.
    """

    pair: Pair
    halves: tuple[int, ...]
    width: int
    data: NDArray[np.uint8]
    counts: list[list[int]]
    longest: list[list[int]]


class Store:
    """A working folder for one plan. keep: whether tables that were read are remembered."""

    def __init__(self, folder: Path, keep: bool = True) -> None:
        self.folder = folder
        self.keep = keep
        self._tables: dict[Pair, Table] = {}

    def path(self, pair: Pair) -> Path:
        """Return where a pair's file is."""
        return self.folder / f"{pair.name()}.codes"

    def has(self, pair: Pair) -> bool:
        """Return whether a pair is solved."""
        return self.path(pair).exists()

    def read(self, pair: Pair) -> Table:
        """Return a pair's table. Raises StoreError when its file is missing or damaged."""
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
        if self.keep:
            self._tables[pair] = table
        return table

    def keep_only(self, pairs: set[Pair]) -> None:
        """Forget all tables that were read but these."""
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
        write_whole(self.path(table.pair), json.dumps(head).encode().ljust(DATA_AT), table.data.tobytes())


def write_whole(path: Path, *parts: bytes) -> None:
    """Write a file so that it is there whole or not at all."""
    write_in_parts(path, parts)


def write_in_parts(path: Path, parts: Iterable[bytes]) -> None:
    """Do the same with parts that are made one after the other."""
    other = path.with_name(f"{path.name}.{os.getpid()}.part")
    with other.open("wb") as file:
        for part in parts:
            file.write(part)
        file.flush()
        os.fsync(file.fileno())
    other.replace(path)


def open_folder(folder: Path, work: Plan) -> Store:
    """Return the store of a plan in a folder, new or begun before; what was left half-written is removed.

    A folder with the endgames of a game can go on with the whole game, and one with the whole game has its endgames.

    Raises StoreError when the folder belongs to another plan.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "plan.json"
    if path.exists():
        held = load_plan(folder)
        if _holds(work, held):
            write_whole(path, _plan_text(work).encode())
        elif not _holds(held, work):
            raise StoreError(f"The folder {folder} holds the solution of something else; name another one.")
    elif any(folder.iterdir()):
        raise StoreError(f"The folder {folder} is not empty and holds no solution; name another one.")
    else:
        write_whole(path, _plan_text(work).encode())
    for part in folder.glob("*.part"):
        part.unlink()
    return Store(folder)


def _holds(larger: Plan, smaller: Plan) -> bool:
    """Return whether the files of a plan are files of a larger one."""
    same = larger.board == smaller.board and larger.rules == smaller.rules and larger.distances == smaller.distances
    return same and all(larger.halves.get(pair) == halves for pair, halves in smaller.halves.items())


def load_plan(folder: Path) -> Plan:
    """Return the plan that a working folder was begun with. Raises StoreError when there is none."""
    try:
        told = json.loads((folder / "plan.json").read_text(encoding="utf-8"))
        stages = tuple(tuple(parse_pair(name) for name in stage) for stage in told["stages"])
        halves = {parse_pair(name): tuple(wanted) for name, wanted in told["halves"].items()}
        if told["board"] != BOARDS[told["board"]].name or told["form"] != FORM:
            raise ValueError
        return Plan(told["board"], told["rules"], told["distances"], stages, halves)
    except OSError as error:
        raise StoreError(f"The folder {folder} holds no solution: it has no file plan.json.") from error
    except (ValueError, KeyError, TypeError) as error:
        raise StoreError(f"The file {folder / 'plan.json'} is damaged.") from error


def _plan_text(work: Plan) -> str:
    stages = [[pair.name() for pair in stage] for stage in work.stages]
    halves = {pair.name(): wanted for pair, wanted in work.halves.items()}
    told = {"form": FORM, "board": work.board, "rules": work.rules, "distances": work.distances}
    return json.dumps({**told, "stages": stages, "halves": halves}, indent=1)
