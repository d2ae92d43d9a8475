"""Write a solution of nine men's morris in the form that the tools of tools/solving read.

Invariant: a file is what tools/solving/perfect/solved.py describes, whole or not there.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from morris_core.tablebase.index import Side, kept_rules, pair_of
from morris_core.variants import find_variant
from tools.solving.perfect.solved import MEN, pair_bytes, placing_blocks, stride
from tools.tablebase.export_kernels import export_rows
from tools.tablebase.geometry import columns_of, geometry
from tools.tablebase.plan import Plan, board_of
from tools.tablebase.solve import fact_of, most_men
from tools.tablebase.store import Store, StoreError, write_in_parts
from tools.tablebase.values import team


class Block(NamedTuple):
    """Rows of one side's men. key, other: the side of the rows and the other one; parts: for each part of a row whether
    the side of the rows is to move there.
    """

    key: Side
    other: Side
    parts: tuple[bool, ...]


class Compared(NamedTuple):
    """What a comparison of one file came to. values: positions, those that are mirror images of each other too."""

    name: str
    values: int
    wrong: int


Files = dict[str, tuple[list[Block], int]]
"""By name the blocks of a file, in their order, and its bytes."""


def files_of(work: Plan, store: Store) -> Files:
    """Return the files that a solution is enough for.

    Raises:
        StoreError: the solution is not one of nine men's morris without distances.
    """
    nine = find_variant("nine")
    if work.board != nine.board.name or work.rules != kept_rules(nine) or work.distances:
        raise StoreError(f"The folder {store.folder} holds no solution of nine men's morris without distances.")
    return {name: (blocks, size) for name, (blocks, size) in all_files().items() if _solved(work, store, blocks)}


def all_files() -> Files:
    """Return all files of the whole game."""
    files: Files = {}
    for most in range(3, MEN + 1):
        for least in range(3, most + 1):
            parts = (True,) if most == least else (True, False)
            block = Block(Side(most, 0), Side(least, 0), parts)
            files[f"pair_{most}{least}.wdl"] = [block], pair_bytes(most, least)
    for placed, (found, size) in enumerate(placing_blocks()):
        white_hand, black_hand = MEN - (placed + 1) // 2, MEN - placed // 2
        files[f"place_{placed:02}.wdl"] = (
            [
                Block(Side(black, black_hand), Side(white, white_hand), (bool(placed % 2),))
                for white, black in sorted(found, key=lambda men: men[::-1])
            ],
            size,
        )
    return files


def _solved(work: Plan, store: Store, blocks: list[Block]) -> bool:
    pairs = {pair_of(block.key, block.other)[0] for block in blocks}
    return all(pair in work.halves and store.has(pair) for pair in pairs)


def block_bytes(work: Plan, store: Store, block: Block, threads: int) -> NDArray[np.uint8]:
    """Return a block's bytes, a line for each part of a row."""
    g, rows = geometry(work.board, most_men(work))
    row_sets = rows[block.key.men].sets
    columns = columns_of(len(board_of(work).points) - block.key.men, block.other.men).sets
    filled = np.zeros((len(row_sets) * len(block.parts), stride(block.key.men, block.other.men)), np.uint8)
    with team(threads) as together:
        for part, key_moves in enumerate(block.parts):
            mover, other = (block.key, block.other) if key_moves else (block.other, block.key)
            pair, half = pair_of(mover, other)
            table = store.read(pair)
            fact = np.array(fact_of(work, table, half, 0, 0), np.int64)
            sets = rows[pair.first.men].sets
            parts = part, len(block.parts)
            together(export_rows, g, table.data, sets, fact, row_sets, columns, key_moves, *parts, filled)
    store.keep_only(set())
    return filled


def export(work: Plan, store: Store, folder: Path, threads: int) -> Iterator[tuple[str, int]]:
    """Write the files that are not there yet; yield name and bytes of each."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, (blocks, size) in files_of(work, store).items():
        path = folder / name
        if not path.exists():
            write_in_parts(path, (block_bytes(work, store, block, threads).tobytes() for block in blocks))
        if path.stat().st_size != size:
            raise StoreError(f"The file {path} has {path.stat().st_size} bytes; {size} are right. Remove it.")
        yield name, size


def compare_files(work: Plan, store: Store, folder: Path, threads: int) -> Iterator[Compared]:
    """Compare every value of the files that are there with the solution."""
    for name, (blocks, size) in files_of(work, store).items():
        path = folder / name
        if not path.exists():
            continue
        if path.stat().st_size != size:
            raise StoreError(f"The file {path} has {path.stat().st_size} bytes; {size} are right.")
        known = np.memmap(path, np.uint8, "r")
        at = values = wrong = 0
        for block in blocks:
            found = block_bytes(work, store, block, threads).reshape(-1)
            different = found ^ known[at : at + len(found)]
            wrong += int(sum(np.count_nonzero(different & 3 << shift) for shift in (0, 2, 4, 6)))
            columns = columns_of(len(board_of(work).points) - block.key.men, block.other.men).sets
            values += len(columns) * len(found) // stride(block.key.men, block.other.men)
            at += len(found)
        yield Compared(name, values, wrong)
