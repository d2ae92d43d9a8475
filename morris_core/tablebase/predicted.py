"""The predicted form of a table file: a network predicts values, and tables of exceptions correct it.

Invariant: only positions of the stored classes are looked up; for others the answer would mean nothing.
docs/tablebase-format.md describes the format.
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left
from functools import partial
from typing import NamedTuple

from ..board import Board
from .format import Part, Read, RowFile, parts_from, read_board, read_json, read_part, refusing_headers, unpack_part
from .index import KEPT_OPTIONS, Pair, TableError, binomial, parse_pair
from .kept import Cache, Kept
from .network import MOST_SETS, Network, pattern, unpack_weights
from .retrieval import Cells, hashed, size
from .rows import Rows
from .search import LOST, Source

VERSION, PLACING_VERSION = 2, 3
"""The versions of files for endgames, and for positions with men in hand."""
VERSIONS = (VERSION, PLACING_VERSION)
ANY = -1
"""In a class: either parity."""
NONE = -1
"""In place of a filter's bits: no filter, because there is no exception."""
LISTED = 6
"""Bytes of an entry in a list of single positions: five of its index, one of its value."""


class Described(NamedTuple):
    """Where cells are and how to read them; see retrieval.Cells."""

    bits: int
    seed: int
    shift: int
    starts: int
    part: Part


class PredictedSection(NamedTuple):
    """A pair in a file.

    Attributes:
        stored: Its classes in the file, as (half, parity of the own men on the board's dark points, parity of the other
            side's), or ANY for both.
        mills: The numbers of closed mills, of the side to move and of the other, in the stored positions; None for any.
        bits: For each bucket the number of bits of the filter of its exceptions, 0 if all its positions are in
            `second`, NONE if there is no exception.
        thirds: Buckets with exceptions in `third`.
        rare: The filter of the positions to look up in `third`, unless it is all of them.
    """

    pair: Pair
    halves: tuple[int, ...]
    stored: tuple[tuple[int, int, int], ...]
    mills: frozenset[tuple[int, int]] | None
    rows: int
    columns: int
    bits: tuple[int, ...]
    thirds: frozenset[int]
    filters: dict[int, Described]
    second: Described | None
    third: Described | None
    rare: Described | None
    listed: Part


class PredictedHeader(NamedTuple):
    """The contents of a file; see also format.Header.

    Attributes:
        dark: The points whose men are counted for the classes.
        levels: The number of levels of the network's certainty.
        step: The difference of its outputs from one level to the next.
    """

    board: Board
    rules: dict[str, bool | int | str]
    distances: bool
    dark: int
    levels: int
    step: int
    patterns: list[tuple[int, ...]]
    lanes: int
    hidden: int
    heads: int
    men: list[tuple[int, int]]
    network: Part
    keys: dict[int, Part]
    sections: dict[Pair, PredictedSection]


def parity(men: int, dark: int) -> int:
    """Return 1 if an odd number of men is on the dark points, otherwise 0."""
    return (men & dark).bit_count() & 1


def rank_values(outputs: tuple[int, int, int], levels: int, step: int) -> tuple[int, int, int]:
    """Return (the likeliest value by the outputs, the second likeliest, the bucket); values are 0 to 2."""
    draw, win, loss = outputs
    # Ties go to the lower value.
    if draw >= win:
        first, second = (0, 1) if win >= loss else (0, 2) if draw >= loss else (2, 0)
    else:
        first, second = (1, 0) if draw >= loss else (1, 2) if win >= loss else (2, 1)
    level = (outputs[first] - outputs[second]) // step
    return first, second, first * levels + (level if level < levels else levels - 1)


class Loaded(NamedTuple):
    """The data of a pair, read from a file.

    Attributes:
        listed: The indexes of single positions, ascending.
        values: Their values.
        filters: By bucket: None if there is no exception; otherwise the filter to ask first, or None to ask `second` at
            once, with the bits of its fingerprints.
    """

    listed: array[int]
    values: bytes
    filters: list[tuple[Cells | None, int] | None]
    second: Cells | None
    third: Cells | None
    rare: Cells | None


class PredictedFile(RowFile):
    """One file of the predicted form.

    Args:
        name: Its name, for messages.
        read: Returns bytes of it, see format.Read.
        kept: The cache for its data, which files may share.

    Raises TableError if the file is damaged.
    """

    def __init__(self, name: str, read: Read, kept: Kept | None = None) -> None:
        self.header = read_predicted(name, read)
        super().__init__(name, read, self.header.keys)
        self.kept = kept or Kept()
        mills = self.header.board.mills
        self._closed = Cache(lambda men: sum(men & mill == mill for mill in mills), MOST_SETS)

    def check(self) -> None:
        """Read the whole file. Raises TableError if it is damaged anywhere."""
        self.network()
        for men in self.header.keys:
            self.keys(men)
        for section in self.header.sections.values():
            self.loaded(section)

    def holds(self, section: PredictedSection, half: int, own: int, other: int) -> bool:
        """Return whether a position belongs to a stored class."""
        for stored, own_parity, other_parity in section.stored:
            if stored == half and own_parity in (ANY, parity(own, self.header.dark)):
                if other_parity in (ANY, parity(other, self.header.dark)):
                    mills = section.mills
                    return mills is None or (self._closed[own], self._closed[other]) in mills
        return False

    def code(self, section: PredictedSection, index: int, own: int, other: int) -> int:
        """Return the value of a stored position: 0 draw, 1 win, 2 loss. index: among all of the pair, both halves."""
        loaded = self.loaded(section)
        listed = loaded.listed
        if listed:
            place = bisect_left(listed, index)
            if place < len(listed) and listed[place] == index:
                return loaded.values[place]
        header = self.header
        outputs = self.network().outputs(own, other)
        first, second, bucket = rank_values(outputs, header.levels, header.step)
        chosen = loaded.filters[bucket]
        if chosen is None:
            return first
        cells, fingerprint = chosen
        if cells is not None:
            found = hashed(index, cells.seed)
            if cells.get(found) != found & fingerprint:
                return first
        cells = loaded.second
        if cells is None or not cells.get(hashed(index, cells.seed)):
            return first
        if bucket not in section.thirds:
            return second
        cells = loaded.rare
        if cells is not None:
            found = hashed(index, cells.seed)
            if cells.get(found) != found & ((1 << cells.bits) - 1):
                return second
        cells = loaded.third
        return 3 - first - second if cells and cells.get(hashed(index, cells.seed)) else second

    def source(self, pair: Pair, half: int, rows: Rows) -> Source:
        """Return the values of half of a pair. rows: of the file's board."""
        section = self.header.sections[pair]
        begin = section.halves.index(half) * section.rows * section.columns
        number, code = rows.numbering(self, begin, section.columns, half), self.code

        def look_up(own: int, other: int) -> int:
            found = code(section, number(own, other), own, other)
            return LOST if found == 2 else found

        # The classes of endgames depend on these parities alone.
        dark = self.header.dark
        man = dark & -dark
        stored = tuple(self.holds(section, half, man * (kind & 1), man * (kind >> 1)) for kind in range(4))
        return Source(look_up, partial(self.holds, section, half), stored, dark, None, False)

    def network(self) -> Network:
        """Return the network, read on first use."""
        made: Network = self.kept.get(id(self), self._read_network)
        return made

    def _read_network(self) -> tuple[Network, int]:
        header = self.header
        data = unpack_part(self.name, "the network", header.network, self.read)
        rows = sum(pattern(header.board, points).size for points in header.patterns)
        weights = unpack_weights(data, header.lanes, header.hidden, header.heads, header.men, rows)
        network = Network(header.board, header.patterns, weights)
        return network, network.size()

    def loaded(self, section: PredictedSection) -> Loaded:
        """Return the data of a pair, read on first use."""
        made: Loaded = self.kept.get(id(section), lambda: self._read_section(section))
        return made

    def _read_section(self, section: PredictedSection) -> tuple[Loaded, int]:
        filters = {bits: self._read_cells(section, bits, one) for bits, one in section.filters.items()}
        missing = set(section.bits) - {NONE, 0} - set(filters)
        if missing or (max(section.bits) > NONE and not section.second) or (section.thirds and not section.third):
            raise TableError(
                "The table file {name} has no {part}.", name=self.name, part=f"cells of {section.pair.name()}"
            )
        by_bucket = [
            None if bits == NONE else (filters.get(bits), (1 << bits) - 1 if bits else 0) for bits in section.bits
        ]
        second = section.second and self._read_cells(section, "second", section.second)
        third = section.third and self._read_cells(section, "third", section.third)
        rare = section.rare and self._read_cells(section, "rare", section.rare)
        data = read_part(self.name, f"the list of {section.pair.name()}", section.listed, self.read)
        listed = unpack_indexes(data)
        cells = [one for one in (*filters.values(), second, third, rare) if one]
        size = sum(len(one.data) for one in cells) + 9 * len(listed)
        return Loaded(listed, data[LISTED - 1 :: LISTED], by_bucket, second, third, rare), size

    def _read_cells(self, section: PredictedSection, which: int | str, one: Described) -> Cells:
        data = read_part(self.name, f"the cells {which} of {section.pair.name()}", one.part, self.read)
        return Cells(*one[:4], data)


def unpack_indexes(data: bytes) -> array[int]:
    """Return the indexes in the bytes of a list of single positions."""
    wide = bytearray(len(data) // LISTED * 8)
    for byte in range(LISTED - 1):
        wide[byte::8] = data[byte::LISTED]
    indexes = array("Q", bytes(wide))
    if sys.byteorder == "big":
        indexes.byteswap()
    return indexes


def read_predicted(name: str, read: Read) -> PredictedHeader:
    """Read the header of a file. Raises TableError if it is not such a file, or is damaged."""
    fields, start = read_json(name, read, VERSIONS)
    with refusing_headers(name):
        board = read_board(name, fields)
        part = parts_from(start)

        def described(bits: int, facts: list[int]) -> Described:
            seed, shift, starts, crc = facts
            length = size(bits, shift, starts)
            return Described(bits, seed, shift, starts, part([length, crc, length]))

        keys = {men: part(facts) for men, facts in fields["keys"]}
        network = fields["network"]
        network_part = part(network["part"])
        sections = {}
        for entry in fields["pairs"]:
            pair = parse_pair(entry["name"])
            filters = {bits: described(bits, facts) for bits, facts in entry["filters"]}
            sections[pair] = PredictedSection(
                pair,
                tuple(range(pair.halves)),
                tuple((half, own, other) for half, own, other in entry["stored"]),
                frozenset((own, other) for own, other in entry["mills"]) if "mills" in entry else None,
                entry["rows"],
                binomial(len(board.points) - pair.first.men, pair.second.men),
                tuple(entry["bits"]),
                frozenset(entry["thirds"]),
                filters,
                described(1, entry["second"]) if entry["second"] else None,
                described(1, entry["third"]) if entry["third"] else None,
                described(*entry["rare"]) if entry.get("rare") else None,
                part(entry["list"]),
            )
        return PredictedHeader(
            board,
            {option: fields["rules"][option] for option in KEPT_OPTIONS},
            False,
            int(str(fields["dark"])),
            int(str(fields["levels"])),
            int(str(fields["step"])),
            [tuple(points) for points in network["patterns"]],
            network["lanes"],
            network["hidden"],
            network.get("heads", 1),
            [(own, other) for own, other in network["men"]],
            network_part,
            keys,
            sections,
        )
