"""Make a table file from a solution, and compare a table file with one.

Invariant: the same solution gives the same bytes.
"""

from collections.abc import Collection, Iterable

import numpy as np
from numpy.typing import NDArray

from lab.tablebase.plan import Plan
from lab.tablebase.store import Store, StoreError, Table
from morris_core.board import Board
from morris_core.tablebase.format import (
    Read,
    board_lines,
    describe_part,
    pack_keys,
    pack_part,
    read_header,
    unpack_part,
    write_file,
)
from morris_core.tablebase.index import Pair

BLOCK = 1 << 15
"""Bytes of an unpacked block: smaller ones pack worse, larger ones take longer to unpack for one position."""


def pack(store: Store, pairs: Iterable[Pair], distances: bool = True) -> bytes:
    """Return a table file of some pairs of a solution, with win, draw and loss alone unless `distances`."""
    plan, chosen = store.plan, sorted(pairs)
    keys, parts = pack_rows(plan, chosen)
    entries = []
    for pair in chosen:
        codes, data = _symbols(codes_of(plan, store.read(pair), distances))
        blocks = []
        for start in range(0, data.nbytes, BLOCK):
            unpacked = data.view(np.uint8)[start : start + BLOCK].tobytes()
            parts.append(pack_part(unpacked))
            blocks.append(describe_part(parts[-1], unpacked))
        entries.append(
            {
                "name": pair.name(),
                "halves": plan.halves[pair],
                "codes": codes,
                "width": data.itemsize,
                "rows": plan.shape(pair)[0],
                "blocks": blocks,
            }
        )
    header = {
        **game_fields(plan),
        "distances": plan.distances and distances,
        "block": BLOCK,
        "keys": keys,
        "pairs": entries,
    }
    return write_file(header, parts)


def game_fields(plan: Plan) -> dict[str, object]:
    """Return the fields of a file's header that describe the game."""
    return {"board": plan.board.name, "lines": board_lines(plan.board), "rules": plan.rules}


def pack_rows(plan: Plan, pairs: list[Pair]) -> tuple[list[list[object]], list[bytes]]:
    """Return the header's entries for the rows' sets of some pairs, by number of men, and the parts of the file."""
    keys: list[list[object]] = []
    parts = []
    for men, pair in sorted({pair.first.men: pair for pair in pairs}.items()):
        unpacked = pack_keys([int(men_set) for men_set in plan.rows(pair).sets])
        parts.append(pack_part(unpacked))
        keys.append([men, describe_part(parts[-1], unpacked)])
    return keys, parts


def codes_of(plan: Plan, table: Table, distances: bool = True) -> NDArray[np.uint16]:
    """Return the codes of the halves in a plan, one half after the other, with 0 plies for all unless `distances`."""
    if table.width == 2:
        codes = np.stack([table.data >> shift & 3 for shift in (0, 2, 4, 6)], axis=1).reshape(-1).astype(np.uint16)
    else:
        codes = table.data.view("<u2") if table.width == 16 else table.data.astype(np.uint16)
    if not distances:
        codes = _without_distances(codes)
    rows, columns = plan.shape(table.pair)
    by_half = codes[: len(table.halves) * rows * columns].reshape(len(table.halves), rows * columns)
    return np.concatenate([by_half[table.halves.index(half)] for half in plan.halves[table.pair]])


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


def check_source(
    store: Store, name: str, board: Board, rules: dict[str, bool | int | str], pairs: Collection[Pair]
) -> None:
    """Raise StoreError if a table file is of another game than a solution, or has pairs that the solution has not."""
    plan = store.plan
    if board is not plan.board or rules != plan.rules or not set(pairs) <= set(plan.pairs()):
        raise StoreError(f"The table file {name} is not made from the solution in {store.folder}.")


def compare(store: Store, name: str, read: Read) -> tuple[int, int]:
    """Unpack a table file and compare every code with the solution: (positions compared, wrong).

    Distances are compared if both have them.
    """
    header = read_header(name, read)
    check_source(store, name, header.board, header.rules, header.sections)
    compared = wrong = 0
    for pair, section in header.sections.items():
        data = b"".join(
            unpack_part(name, f"block {number} of {pair.name()}", part, read)
            for number, part in enumerate(section.blocks)
        )
        symbols = np.frombuffer(data, np.uint8 if section.width == 1 else "<u2")
        found = np.array(section.codes, np.uint16)[symbols]
        if not store.plan.distances:
            found = _without_distances(found)
        expected = codes_of(store.plan, store.read(pair), header.distances)
        compared += len(expected)
        wrong += int((found != expected).sum()) if len(found) == len(expected) else len(expected)
    return compared, wrong
