"""The file of an opening book: a header, and parts that are unpacked on first use (docs/opening-book.md).

Invariant: checksums cover every byte, so damage is found wherever it is, at the latest when the damaged part is read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ...board import Board
from ...tablebase.format import Part, Read, parts_from, read_board, read_json, refusing_headers

MAGIC = b"MorrisOB"
VERSION = 1


class Values(NamedTuple):
    """Exact values of a ply. blocks: numbers of (white, black) men, in the order of the file; known: a mask of known
    values.
    """

    blocks: tuple[tuple[int, int], ...]
    part: Part
    known: Part


class Level(NamedTuple):
    """One retrieval table. columns: bits in each of its planes; planes: how many there are; seed: of its hashes."""

    columns: int
    planes: int
    seed: int


class Ply(NamedTuple):
    """How the moves of a ply are ordered.

    Attributes:
        order: The weights of patterns.
        levels: The tables of the exceptions, where not the first move is played.
        exceptions: The data of these tables.
        member: The table of the positions that the moves are for, or None for all that the book leads to.
        members: The data of that table.
    """

    order: Part
    levels: tuple[Level, ...]
    exceptions: Part | None
    member: Level | None
    members: Part | None


NOT_LOST = -1
"""In place of a value's code: the moves serve every position that is not lost, whether drawn or won."""


class Header(NamedTuple):
    """The contents of a book.

    Attributes:
        rules: The rules it is for.
        keys: The sets of the rows, by number of men.
        choices: How many moves to choose from, by ply.
        values: Exact values, by placements made.
        plies: The book's own moves, by placements made.
        anywhere: Moves for every position that play can lead to, by placements made and the code of the value, or
            NOT_LOST.
    """

    board: Board
    rules: dict[str, bool | int | str]
    keys: dict[int, Part]
    choices: tuple[int, ...]
    values: dict[int, Values]
    plies: dict[int, Ply]
    anywhere: dict[tuple[int, int], Ply]


def read_header(name: str, read: Read) -> Header:
    """Read the header of a file. Raises TableError if it is not an opening book, has another version, or is damaged."""
    fields, start = read_json(name, read, (VERSION,), MAGIC)
    with refusing_headers(name):
        board = read_board(name, fields)
        part = parts_from(start)
        keys = {men: part(facts) for men, facts in fields["keys"]}
        values = {
            entry["placed"]: Values(
                tuple((white, black) for white, black in entry["blocks"]), part(entry["part"]), part(entry["known"])
            )
            for entry in fields["values"]
        }
        plies = {entry["placed"]: _ply(entry, part) for entry in fields["plies"]}
        anywhere = {(entry["placed"], entry["value"]): _ply(entry, part) for entry in fields.get("anywhere", [])}
        return Header(board, fields["rules"], keys, tuple(fields["choices"]), values, plies, anywhere)


def _ply(entry: dict[str, Any], part: Callable[[list[int]], Part]) -> Ply:
    return Ply(
        part(entry["order"]),
        tuple(Level(*level) for level in entry["levels"]),
        part(entry["exceptions"]) if entry["levels"] else None,
        Level(*entry["member"]) if entry["member"] else None,
        part(entry["members"]) if entry["member"] else None,
    )
