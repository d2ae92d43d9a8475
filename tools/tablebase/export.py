"""Write a solution of nine men's morris in the form that tools/solving/perfect/solved.py describes and reads.

Invariant: a file exists whole or not at all.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from morris_core.tablebase.index import Side, pair_of, stored_rules
from morris_core.variants import find_variant
from tools.solving.perfect.solved import MEN, pair_bytes, placing_blocks, stride
from tools.tablebase.geometry import columns_of, geometry
from tools.tablebase.kernels import add, all_points, look_up, spread
from tools.tablebase.solve import fact_of
from tools.tablebase.store import Store, StoreError, write_whole
from tools.tablebase.values import in_threads


class Block(NamedTuple):
    """Rows of one side's men.

    Attributes:
        key: the side whose men the rows are.
        other: the other side.
        parts: for each part of a row whether `key` is to move.
    """

    key: Side
    other: Side
    parts: tuple[bool, ...]


Files = dict[str, tuple[list[Block], int]]
"""By file name the blocks, in their order, and the size in bytes."""


def files_of(store: Store) -> Files:
    """Return the files that can be made from a solution. Raises StoreError if it is of another kind."""
    nine, plan = find_variant("nine"), store.plan
    if plan.board is not nine.board or plan.rules != stored_rules(nine) or plan.distances:
        raise StoreError(f"The folder {store.folder} holds no solution of nine men's morris without distances.")
    return {name: (blocks, size) for name, (blocks, size) in all_files().items() if _solved(store, blocks)}


def all_files() -> Files:
    """Return all files of the whole game."""
    files: Files = {}
    for most in range(3, MEN + 1):
        for least in range(3, most + 1):
            parts = (True,) if most == least else (True, False)
            files[f"pair_{most}{least}.wdl"] = [Block(Side(most, 0), Side(least, 0), parts)], pair_bytes(most, least)
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


def _solved(store: Store, blocks: list[Block]) -> bool:
    pairs = {pair_of(block.key, block.other)[0] for block in blocks}
    return all(pair in store.plan.halves and store.has(pair) for pair in pairs)


@njit(cache=True, nogil=True)
def fill_rows(counter, g, data, sets, fact, row_sets, columns, key_moves, part, parts, block):
    """Fill one part of every row of a block; the threads that run this at once share the counter of rows.

    `data`, `sets` and `fact` describe the table, see kernels.look_up.
    """
    while True:
        row = add(counter, 0, 1)
        if row >= len(row_sets):
            return
        key = np.int64(row_sets[row])
        filled = block[row * parts + part]
        for column in range(len(columns)):
            men = spread(g, np.int64(columns[column]), all_points(g) & ~key)
            own, other = (key, men) if key_moves else (men, key)
            filled[column >> 2] |= look_up(g, data, sets, fact, own, other) << ((column & 3) * 2)


def block_bytes(store: Store, block: Block, threads: int) -> NDArray[np.uint8]:
    """Return the bytes of a block as an array with a line for each part of a row."""
    plan = store.plan
    row_sets, columns = _sets(store, block)
    filled = np.zeros((len(row_sets) * len(block.parts), stride(block.key.men, block.other.men)), np.uint8)
    for part, key_moves in enumerate(block.parts):
        pair, half = pair_of(*((block.key, block.other) if key_moves else (block.other, block.key)))
        table = store.read(pair)
        source = table.data, plan.rows(pair).sets, fact_of(plan, table, half)
        target = row_sets, columns, key_moves, part, len(block.parts), filled
        in_threads(threads, fill_rows, plan.geometry(), *source, *target)
    store.forget_all_but(set())
    return filled


def _sets(store: Store, block: Block) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the sets of a block's rows and of its columns."""
    board, most_men = store.plan.board, store.plan.most_men()
    columns = columns_of(len(board.points) - block.key.men, block.other.men).sets
    return geometry(board, most_men)[1][block.key.men].sets, columns


def export(store: Store, folder: Path, threads: int) -> Iterator[tuple[str, int]]:
    """Write the files that do not exist yet. Yield the name and the bytes of each file."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, (blocks, size) in files_of(store).items():
        path = folder / name
        if not path.exists():
            write_whole(path, (block_bytes(store, block, threads).tobytes() for block in blocks))
        _check_size(path, size)
        yield name, size


def compare_files(store: Store, folder: Path, threads: int) -> Iterator[tuple[str, int, int]]:
    """Compare every value of the files that exist with the solution.

    Yield (name, values compared, wrong). Mirror images that have slots of their own count each.
    """
    for name, (blocks, size) in files_of(store).items():
        path = folder / name
        if not path.exists():
            continue
        _check_size(path, size)
        data = np.memmap(path, np.uint8, "r")
        at = values = wrong = 0
        for block in blocks:
            expected = block_bytes(store, block, threads)
            values += len(expected) * len(_sets(store, block)[1])
            different = expected.reshape(-1) ^ data[at : at + expected.size]
            wrong += int(sum(np.count_nonzero(different & 3 << shift) for shift in (0, 2, 4, 6)))
            at += expected.size
        yield name, values, wrong


def _check_size(path: Path, size: int) -> None:
    if path.stat().st_size != size:
        raise StoreError(f"The file {path} has {path.stat().st_size} bytes instead of {size}. Remove it.")
