"""The data for the kernels, as arrays: the files of the whole game, the patterns, and layers of positions.

Invariant: a layer is an ascending array of keys (tools/tablebase/reach.py) without duplicates.
"""

from __future__ import annotations

import mmap
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from morris_core.board import BOARDS
from morris_core.engine.opening import ordering
from morris_core.tablebase.index import binomial
from tools.solving.book import kernels
from tools.solving.perfect.solved import MEN, POINTS, placing_blocks, row_sets
from tools.tablebase.geometry import Geometry, geometry
from tools.tablebase.reach import after_all_placements

Keys = NDArray[np.int64]
Found = TypeVar("Found")

BOARD = BOARDS["three-ring"]
PIECE = 20_000
"""The positions that a thread takes at a time."""
PROCESSORS = 2
_POOL = ThreadPoolExecutor(PROCESSORS)


class Solved(NamedTuple):
    """The whole game (perfect/solved.py).

    Attributes:
        data: the bytes of the files: by placements, then by 18 + 10 * men of the rows + men of the other side.
        blocks: [placements, white men, black men] -> offset of a block, or -1 if there is none.
        sets: the rows' sets of all numbers of men, from set_offsets[men] on.
        set_offsets: see `sets`.
        binomials: [n, k].
    """

    data: tuple[NDArray[np.uint8], ...]
    blocks: NDArray[np.int64]
    sets: NDArray[np.int32]
    set_offsets: NDArray[np.int64]
    binomials: NDArray[np.int64]


class Patterns(NamedTuple):
    """The patterns of morris_core/engine/opening/ordering.py.

    Attributes:
        parts: [pattern, byte of a set, its value] -> its part of a number.
        groups: the group of each pattern.
        rows: [group, number] -> row.
    """

    parts: NDArray[np.int32]
    groups: NDArray[np.int64]
    rows: NDArray[np.int32]


def board_geometry() -> Geometry:
    """Return the board in the form for the kernels."""
    return geometry(BOARD, MEN)[0]


def open_solved(folder: Path) -> Solved:
    """Map the files of the whole game. Raises OSError if one cannot be read."""
    nothing = np.frombuffer(b"\0", np.uint8)
    data = [nothing] * (2 * MEN + 100)
    for placed in range(2 * MEN):
        data[placed] = _map(folder / f"place_{placed:02}.wdl")
    for most in range(3, MEN + 1):
        for least in range(3, most + 1):
            data[2 * MEN + 10 * most + least] = _map(folder / f"pair_{most}{least}.wdl")
    blocks = np.full((2 * MEN, MEN + 1, MEN + 1), -1, np.int64)
    for placed, (offsets, _) in enumerate(placing_blocks()):
        for (white, black), offset in offsets.items():
            blocks[placed, white, black] = offset
    sets = [np.array(row_sets(men), np.int32) for men in range(MEN + 1)]
    offsets_of_sets = np.cumsum([0, *(len(each) for each in sets[:-1])])
    binomials = np.array([[binomial(n, k) for k in range(MEN + 1)] for n in range(POINTS + 1)], np.int64)
    return Solved(tuple(data), blocks, np.concatenate(sets), offsets_of_sets.astype(np.int64), binomials)


def _map(path: Path) -> NDArray[np.uint8]:
    with path.open("rb") as file:
        return np.frombuffer(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), np.uint8)


def pattern_arrays() -> Patterns:
    """Return the patterns."""
    groups, numbers = ordering.groups()
    longest = max(len(rows) for rows, _ in groups)
    rows = np.zeros((len(groups), longest), np.int32)
    for group, (numbered, _) in enumerate(groups):
        rows[group, : len(numbered)] = numbered
    own, _ = ordering.code_tables(BOARD)
    return Patterns(np.array(own.parts, np.int32), np.array(numbers, np.int64), rows)


def in_pieces(work: Callable[[Keys], Found], keys: Keys, piece: int = PIECE) -> list[Found]:
    """Return the results of a kernel for each piece of a layer, computed by several threads."""
    return list(_POOL.map(work, [keys[start : start + piece] for start in range(0, len(keys), piece)]))


def after_all_moves(g: Geometry, keys: Keys, placed: int) -> Keys:
    """Return the layer after all moves in the positions of a layer."""
    return after_all_placements(g, keys, kernels.IF_ALL, MEN - (placed + 1) // 2, _POOL)


def of_value(g: Geometry, solved: Solved, keys: Keys, placed: int, code: int = kernels.DRAW) -> Keys:
    """Return the positions of a layer with a value, by default the drawn ones."""
    pieces = in_pieces(lambda piece: kernels.values(g, solved, piece, placed), keys)
    found: Keys = keys[np.concatenate([np.zeros(0, np.uint8), *pieces]) == code]
    return found


def start_layer() -> Keys:
    """Return the layer of the empty board."""
    return np.zeros(1, np.int64)


def joined(pieces: list[tuple[Any, ...]]) -> list[Any]:
    """Return the arrays of several pieces, joined."""
    return [np.concatenate(arrays) for arrays in zip(*pieces, strict=True)]
