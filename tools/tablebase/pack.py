"""Make a table file of a solved folder, and compare one with it.

Invariant: the same solution gives the same bytes.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from morris_core.tablebase.format import (
    Header,
    Read,
    board_lines,
    describe_part,
    pack_keys,
    pack_part,
    read_header,
    unpack_part,
    write_file,
)
from morris_core.tablebase.index import Pair, binomial
from tools.tablebase.geometry import geometry
from tools.tablebase.plan import Plan, board_of
from tools.tablebase.solve import most_men
from tools.tablebase.store import Store, StoreError, Table

BLOCK = 1 << 15
"""Bytes of an unpacked block: smaller ones pack worse, larger ones take longer to unpack for one position."""


def pack(work: Plan, store: Store, pairs: Iterable[Pair], distances: bool = True) -> bytes:
    """Return a table file of some pairs of a solution; without distances it tells win, draw and loss alone."""
    chosen = sorted(pairs)
    _, rows = geometry(work.board, most_men(work))
    keys, parts = [], []
    for men in sorted({pair.first.men for pair in chosen}):
        unpacked = pack_keys([int(men_set) for men_set in rows[men].sets])
        packed = pack_part(unpacked)
        keys.append([men, describe_part(packed, unpacked)])
        parts.append(packed)
    entries = []
    for pair in chosen:
        codes, data = _symbols(wanted_codes(work, store.read(pair), distances))
        blocks = []
        for start in range(0, data.nbytes, BLOCK):
            unpacked = data.view(np.uint8)[start : start + BLOCK].tobytes()
            packed = pack_part(unpacked)
            blocks.append(describe_part(packed, unpacked))
            parts.append(packed)
        entries.append(
            {
                "name": pair.name(),
                "halves": work.halves[pair],
                "codes": codes,
                "width": data.itemsize,
                "rows": len(rows[pair.first.men].sets),
                "blocks": blocks,
            }
        )
    header = {
        "board": work.board,
        "lines": board_lines(board_of(work)),
        "rules": work.rules,
        "distances": work.distances and distances,
        "block": BLOCK,
        "keys": keys,
        "pairs": entries,
    }
    return write_file(header, parts)


def all_codes(table: Table) -> NDArray[np.uint16]:
    """Return every code of a table, one after the other."""
    if table.width == 2:
        spread = np.stack([table.data >> shift & 3 for shift in (0, 2, 4, 6)], axis=1).reshape(-1)
        return spread.astype(np.uint16)
    return table.data.view("<u2") if table.width == 16 else table.data.astype(np.uint16)


def wanted_codes(work: Plan, table: Table, distances: bool) -> NDArray[np.uint16]:
    """Return the codes of the halves that a plan wants, one after the other; without distances of 0 plies all."""
    codes = all_codes(table)
    if not distances:
        codes = _without_distances(codes)
    first, second = table.pair
    _, rows = geometry(work.board, most_men(work))
    size = len(rows[first.men].sets) * binomial(len(board_of(work).points) - first.men, second.men)
    codes = codes[: len(table.halves) * size].reshape(len(table.halves), size)
    return np.concatenate([codes[table.halves.index(half)] for half in work.halves[table.pair]])


def _without_distances(codes: NDArray[np.uint16]) -> NDArray[np.uint16]:
    return np.where(codes == 0, 0, 2 - codes % 2).astype(np.uint16)


def _symbols(found: NDArray[np.uint16]) -> tuple[list[int], NDArray[np.uint8] | NDArray[np.uint16]]:
    """Return the codes that occur, the most frequent first, and for every position the number of its code there."""
    values, counts = np.unique(found, return_counts=True)
    order = np.lexsort((values, -counts))
    numbers = np.zeros(int(values.max()) + 1, np.uint16)
    numbers[values[order]] = np.arange(len(values))
    symbols = numbers[found]
    codes = [int(code) for code in values[order]]
    return codes, symbols.astype(np.uint8) if len(codes) <= 256 else symbols


def compare(name: str, read: Read, work: Plan, store: Store) -> tuple[int, int]:
    """Unpack a table file and compare every code with the solution; return (positions compared, how many are wrong).

    Distances are compared where both have them.

    Raises StoreError when the file is of another game, TableError when it is damaged.
    """
    header: Header = read_header(name, read)
    if header.board.name != work.board or header.rules != work.rules or not set(header.sections) <= set(work.pairs()):
        raise StoreError(f"The table file {name} is not made from the solution in {store.folder}.")
    compared = wrong = 0
    for pair, section in header.sections.items():
        data = b"".join(
            unpack_part(name, f"block {number} of {pair.name()}", part, read)
            for number, part in enumerate(section.blocks)
        )
        symbols = np.frombuffer(data, np.uint8 if section.width == 1 else "<u2")
        found = np.array(section.codes, np.uint16)[symbols]
        if not work.distances:
            found = _without_distances(found)
        expected = wanted_codes(work, store.read(pair), header.distances)
        compared += len(expected)
        wrong += int((found != expected).sum()) if len(found) == len(expected) else len(expected)
    return compared, wrong
