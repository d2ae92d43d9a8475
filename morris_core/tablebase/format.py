"""The plain form of a table file: header, keys, blocks. docs/tablebase-format.md describes every byte.

Invariant: checksums cover every byte, so damage is found wherever it is, at the latest when the damaged part is read.
"""

from __future__ import annotations

import json
import lzma
import struct
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from ..board import Board
from ..family import BOARDS
from .index import KEPT_OPTIONS, Pair, TableError, binomial, parse_pair

MAGIC = b"MorrisTB"
VERSION = 1
MAX_HEADER = 1 << 26
"""Bytes of a header, unpacked: a few bytes of a damaged or hostile file can stand for gigabytes."""
MAX_PART = 1 << 26
"""Bytes of a part, unpacked."""
_HEAD = struct.Struct("<8sIII")
# Plain LZMA2 without a container, because we have our own checksums.
FILTERS = [
    {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 17, "lc": 0, "lp": 0, "pb": 0}
]

Read = Callable[[int, int], bytes]
"""read(offset, length) returns `length` bytes of a file from an offset on."""


class Part(NamedTuple):
    """A compressed part of a file.

    Attributes:
        offset: Where it begins in the file.
        length: Its bytes in the file.
        crc: The CRC-32 of these.
        size: Its bytes unpacked.
    """

    offset: int
    length: int
    crc: int
    size: int


class Section(NamedTuple):
    """A pair in a file.

    Attributes:
        halves: The halves in the file, in order.
        codes: The meaning of its symbols.
        width: Bytes per symbol.
        rows: The number of rows in each half.
        columns: The number of columns in each half.
    """

    pair: Pair
    halves: tuple[int, ...]
    codes: tuple[int, ...]
    width: int
    rows: int
    columns: int
    blocks: tuple[Part, ...]


class Header(NamedTuple):
    """The contents of a file.

    Attributes:
        rules: The options on which values depend.
        distances: Whether codes contain plies.
        block: The bytes of an unpacked block (the last of a pair may be shorter).
        keys: The sets of the rows, by number of men.
    """

    board: Board
    rules: dict[str, bool | int | str]
    distances: bool
    block: int
    keys: dict[int, Part]
    sections: dict[Pair, Section]


def parts_from(start: int) -> Callable[[list[int]], Part]:
    """Return a function that takes a part's length, CRC-32 and unpacked size from the header and returns the Part.

    The parts follow each other in the file from `start` on.
    """
    offset = start

    def part(facts: list[int]) -> Part:
        nonlocal offset
        length, crc, size = facts
        made = Part(offset, length, crc, size)
        offset += length
        return made

    return part


def pack_part(data: bytes) -> bytes:
    return lzma.compress(data, lzma.FORMAT_RAW, filters=FILTERS)


def read_part(name: str, what: str, part: Part, read: Read) -> bytes:
    """Return a part as it is in the file. Raises TableError, which names the file and the part, if it is damaged."""
    data = read(part.offset, part.length)
    if len(data) != part.length or zlib.crc32(data) != part.crc:
        raise TableError("The table file {name} is damaged in {part}: get it again.", name=name, part=what)
    return data


def unpack_part(name: str, what: str, part: Part, read: Read) -> bytes:
    """Return the unpacked bytes of a part. Raises TableError, which names the file and the part, if it is damaged."""
    packed = read_part(name, what, part, read)
    try:
        most = min(part.size, MAX_PART) + 1
        unpacked = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=FILTERS).decompress(packed, most)
    except lzma.LZMAError:
        unpacked = b""
    if len(unpacked) != part.size:
        raise TableError("The table file {name} is damaged in {part}: get it again.", name=name, part=what)
    return unpacked


def read_version(name: str, read: Read, magic: bytes = MAGIC) -> int:
    """Return the version of a file. Raises TableError if it does not begin as a table file, or with other signs."""
    head = read(0, _HEAD.size)
    if len(head) < _HEAD.size or head[: len(magic)] != magic:
        what = "a table file" if magic == MAGIC else "an opening book"
        raise TableError("The file {name} is not {what} of Morris.", name=name, what=what)
    version: int = _HEAD.unpack(head)[1]
    return version


def read_json(name: str, read: Read, versions: tuple[int, ...], magic: bytes = MAGIC) -> tuple[dict[str, Any], int]:
    """Return a header's JSON object, and where in the file the first part begins.

    Raises TableError if it is not a file of one of the versions with these first signs, or its header is damaged.
    """
    found = read_version(name, read, magic)
    if found not in versions:
        raise TableError(
            "The table file {name} has version {version}; this program reads version {own}.",
            name=name,
            version=found,
            own=versions[0],
        )
    _, _, length, crc = _HEAD.unpack(read(0, _HEAD.size))
    packed = read(_HEAD.size, length) if length <= MAX_HEADER else b""
    try:
        if len(packed) == length and zlib.crc32(packed) == crc:
            unpacked = zlib.decompressobj().decompress(packed, MAX_HEADER + 1)
            if len(unpacked) <= MAX_HEADER:
                return json.loads(unpacked), _HEAD.size + length
    except (zlib.error, ValueError, RecursionError):
        pass  # an empty header has the checksum 0, which zeroed bytes give too
    raise TableError("The table file {name} is damaged in its header: get it again.", name=name)


def read_header(name: str, read: Read) -> Header:
    """Read the header of a file. Raises TableError if it is not a table file, has another version, or is damaged."""
    fields, start = read_json(name, read, (VERSION,))
    with refusing_headers(name):
        board = read_board(name, fields)
        part = parts_from(start)
        points = len(board.points)
        keys = {men: part(facts) for men, facts in fields["keys"]}
        sections = {}
        for entry in fields["pairs"]:
            pair = parse_pair(entry["name"])
            columns = binomial(points - pair.first.men, pair.second.men)
            blocks = tuple(part(facts) for facts in entry["blocks"])
            halves, codes = tuple(entry["halves"]), tuple(entry["codes"])
            sections[pair] = Section(pair, halves, codes, entry["width"], entry["rows"], columns, blocks)
        rules = {option: fields["rules"][option] for option in KEPT_OPTIONS}
        return Header(board, rules, bool(fields["distances"]), int(str(fields["block"])), keys, sections)


@contextmanager
def refusing_headers(name: str) -> Iterator[None]:
    """Raise TableError instead of the errors of an unexpected JSON object."""
    try:
        yield
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise TableError(
            "The header of the table file {name} cannot be read: {reason}.", name=name, reason=str(error)
        ) from error


def read_board(name: str, fields: dict[str, Any]) -> Board:
    """Return the board of a header's JSON object. Raises TableError if its lines differ from our board's."""
    board = BOARDS[str(fields["board"])]
    if fields["lines"] != board_lines(board):
        raise TableError("The table file {name} is for a board with other lines.", name=name)
    return board


def board_lines(board: Board) -> list[list[int]]:
    """Return a board's lines in the form of a header."""
    return [list(line) for line in board.lines]


def pack_keys(sets: list[int]) -> bytes:
    """Return the ascending sets of rows as unpacked bytes: the differences between neighbours, 3 bytes each."""
    return b"".join((now - before).to_bytes(3, "little") for before, now in zip([0, *sets], sets, strict=False))


def unpack_keys(data: bytes) -> array[int]:
    """Return the sets from the bytes of pack_keys."""
    sets = array("I")
    last = 0
    for start in range(0, len(data), 3):
        last += int.from_bytes(data[start : start + 3], "little")
        sets.append(last)
    return sets


class RowFile:
    """A table file whose rows are numbered by sets of men.

    Args:
        name: Its name, for messages.
        read: Returns bytes of it.
        parts: Where its sets are, by number of men.
    """

    def __init__(self, name: str, read: Read, parts: dict[int, Part]) -> None:
        self.name = name
        self.read = read
        self._parts = parts
        self._keys: dict[int, array[int]] = {}

    def keys(self, men: int) -> array[int]:
        """Return the sets of `men` men that number the rows, ascending. Raises TableError if they are damaged."""
        if men not in self._keys:
            packed = unpack_part(self.name, f"the rows of {men} men", self._parts[men], self.read)
            self._keys[men] = unpack_keys(packed)
        return self._keys[men]

    def row(self, men: int) -> int:
        """Return the number of the row of a set, which must be the least of its mirror images.

        Raises TableError if the file has no such row.
        """
        keys = self.keys(men.bit_count())
        number = bisect_left(keys, men)
        if number == len(keys) or keys[number] != men:
            raise TableError(
                "The table file {name} has no row for a set of {men} men.", name=self.name, men=men.bit_count()
            )
        return number


def write_file(header: dict[str, object], parts: list[bytes], version: int = VERSION, magic: bytes = MAGIC) -> bytes:
    """Return a whole file; header: the JSON object, which lists the parts in the order of `parts`."""
    packed = zlib.compress(json.dumps(header, separators=(",", ":")).encode(), 9)
    return _HEAD.pack(magic, version, len(packed), zlib.crc32(packed)) + packed + b"".join(parts)


def describe_part(packed: bytes, unpacked: bytes) -> list[int]:
    """Return a part's entry in a header."""
    return [len(packed), zlib.crc32(packed), len(unpacked)]
