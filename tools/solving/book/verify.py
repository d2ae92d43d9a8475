"""Check an opening book against the whole game: every value and every move in it.

For each side, the check goes through all positions that the book's own moves and any moves of the opponent lead to,
from the empty board to the last placement. It reads the moves from the book's file, and the values from the files of
the whole game. It also looks up a sample of each layer with morris_core.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from morris_core.engine.opening.book import OPPOSITE, OpeningBook
from morris_core.engine.opening.format import NOT_LOST, Level, Ply
from morris_core.engine.opening.retrieval import plane_bytes
from morris_core.position import SIDES
from morris_core.tablebase.format import unpack_part
from tools.solving.book import kernels, ribbon
from tools.solving.book.data import (
    Keys,
    Solved,
    after_all_moves,
    board_geometry,
    in_pieces,
    of_value,
    pattern_arrays,
    start_layer,
)
from tools.solving.book.make import KEPT, UNKNOWN
from tools.solving.perfect.solved import MEN, row_sets, stride

VALUES = "values"
MOVES_ANYWHERE = "anywhere"
PARTS = (VALUES, *SIDES, MOVES_ANYWHERE)
Say = Callable[[str], None]
Tables = list[tuple[Level, NDArray[np.uint64]]]
"""The retrieval tables of a ply, each as ribbon.windows gives it."""


class Verdict(NamedTuple):
    """The result of a check: positions whose value or move was checked, and how many of these are wrong."""

    values: int
    moves: int
    wrong: int


class Checker:
    """Checks one book. `sample` is the number of positions of each layer to look up with morris_core as well."""

    def __init__(self, book: OpeningBook, solved: Solved, sample: int, say: Say) -> None:
        self.book = book
        self.solved = solved
        self.sample = sample
        self.say = say
        self.random = np.random.default_rng(1)
        self.g = board_geometry()
        self.patterns = pattern_arrays()

    def check(self, only: str | None = None) -> Verdict:
        """Check everything, or one of PARTS."""
        values = moves = wrong = 0
        if only in (None, VALUES) and self.book.header.values:
            values, wrong = self._check_values()
        if only in (None, MOVES_ANYWHERE):
            moves, wrong = self._check_anywhere(wrong)
        for side, name in enumerate(SIDES):
            if only not in (None, name) or not self.book.header.plies:
                continue
            layer = start_layer()
            for placed in range(2 * MEN - 1 + side):
                if placed % 2 != side:
                    layer = after_all_moves(self.g, layer, placed)
                else:
                    moves += len(layer)
                    layer, faults = self._check_moves(layer, placed)
                    wrong += faults
                layer = self._covered(layer, placed + 1, side)
        return Verdict(values, moves, wrong)

    def _check_values(self) -> tuple[int, int]:
        """Compare the values of all positions that play can lead to, or of a sample at plies that are not stored."""
        values, layer, looked, wrong = self.book.early, start_layer(), 0, 0
        for placed in range(values.last + 1):
            faults = 0
            if placed in self.book.header.values:
                faults += self._check_stored(layer, placed)
                looked += len(layer)
            shown = self._sample(layer)
            for key in shown.tolist():
                own, other = key >> 24, key & kernels.FULL
                right = kernels.value(self.g, self.solved, own, other, placed)
                faults += values.code(own, other, placed) != right
            looked, wrong = looked + len(shown), wrong + faults
            self.say(f"ply {placed}: {len(layer)} positions, values of {len(shown)} read, {faults} wrong")
            if placed < values.last:
                layer = after_all_moves(self.g, layer, placed)
        return looked, wrong

    def _check_stored(self, layer: Keys, placed: int) -> int:
        """Return how many of a layer's stored values are wrong."""
        blocks, part, marks = self.book.header.values[placed]
        packed = np.frombuffer(unpack_part(self.book.name, "values", part, self.book.read), np.uint8)
        bits = np.frombuffer(unpack_part(self.book.name, "known values", marks, self.book.read), np.uint8)
        stored = np.stack([packed >> shift & 3 for shift in (0, 2, 4, 6)], 1).ravel()
        shown = np.unpackbits(bits, bitorder="little")[: len(stored)]
        right = np.full(len(stored), UNKNOWN, np.uint8)
        starts, slots = np.full((MEN + 1, MEN + 1), -1, np.int64), 0
        for white, black in blocks:
            starts[white, black] = slots
            slots += len(row_sets(black)) * stride(black, white) * 4
        reached = np.zeros(len(stored), np.uint8)
        kernels.fill_values(self.g, self.solved, layer, placed, right, reached, starts)
        return int(((stored != right) & (right != UNKNOWN)).sum() + (shown != reached).sum())

    def _covered(self, layer: Keys, placed: int, side: int) -> Keys:
        """Return the positions of a layer that the book covers: all, or the drawn ones."""
        own = placed if placed % 2 == side else placed + 1
        if own in self.book.header.plies and self.book.header.plies[own].member:
            return of_value(self.g, self.solved, layer, placed)
        return layer

    def _check_moves(self, layer: Keys, placed: int) -> tuple[Keys, int]:
        """Return the layer after the book's moves, and how many of these are wrong."""
        if placed < self.book.early.last:
            following, wrong = self._check_choices(layer, placed)
            self.say(f"ply {placed}: all moves in {len(layer)} positions, {wrong} wrong")
            return following, wrong
        return self._check_ply(self.book.header.plies[placed], layer, placed)

    def _check_anywhere(self, wrong: int) -> tuple[int, int]:
        """Check the moves for every position. Return the number of positions, and `wrong` plus the wrong moves."""
        looked = 0
        for (last, value), ply in self.book.header.anywhere.items():
            layer = start_layer()
            for placed in range(last):
                layer = after_all_moves(self.g, layer, placed)
            codes = KEPT if value == NOT_LOST else (value,)
            layer = np.concatenate([of_value(self.g, self.solved, layer, last, code) for code in codes])
            looked += len(layer)
            wrong += self._check_ply(ply, layer, last, value)[1]
        return looked, wrong

    def _check_ply(self, ply: Ply, layer: Keys, placed: int, value: int | None = None) -> tuple[Keys, int]:
        """Do what _check_moves does for an order of moves and its exceptions. See OpeningBook.choices for `value`."""
        worths = np.frombuffer(unpack_part(self.book.name, "an order", ply.order, self.book.read), np.int8)
        tables = self._tables(ply)

        def played(piece: Keys) -> tuple[Keys, int, int]:
            passed = ranks(tables, piece)
            passed[~self._are_members(ply, piece)] = kernels.MOST_MOVES  # counts as a wrong move
            found: tuple[Keys, int, int] = kernels.play(
                self.g, self.solved, self.patterns, worths.astype(np.int64), piece, placed, passed
            )
            return found

        pieces = in_pieces(played, layer)
        chosen = np.concatenate([np.zeros(0, np.int64), *(each[0] for each in pieces)])
        wrong, won = sum(each[1] for each in pieces), sum(each[2] for each in pieces)
        misread = sum(
            self.book.choices(int(layer[at]), placed, value) != (int(chosen[at]),)
            for at in self._sample(np.flatnonzero(chosen >= 0))
        )
        self.say(f"ply {placed}: {len(layer)} positions, {won} of them won; {wrong} moves wrong, {misread} misread")
        return np.unique(chosen[chosen >= 0]), wrong + misread

    def _check_choices(self, layer: Keys, placed: int) -> tuple[Keys, int]:
        """Do what _check_moves does for a ply whose moves follow from the stored values."""
        following: set[int] = set()
        wrong = 0
        for key in layer.tolist():
            right = kernels.value(self.g, self.solved, key >> 24, key & kernels.FULL, placed)
            choices = self.book.choices(key, placed)
            for each in choices:
                code = kernels.value(self.g, self.solved, each >> 24, each & kernels.FULL, placed + 1)
                wrong += OPPOSITE[code] != right
            wrong += not choices
            following.update(choices)
        return np.array(sorted(following), np.int64), wrong

    def _sample(self, layer: Keys) -> Keys:
        return layer if len(layer) <= self.sample else self.random.choice(layer, self.sample, replace=False)

    def _are_members(self, ply: Ply, keys: Keys) -> NDArray[np.bool_]:
        """Return for which positions a ply has moves, by the file."""
        if ply.member is None or ply.members is None:
            return np.ones(len(keys), np.bool_)
        level = ply.member
        data = np.frombuffer(unpack_part(self.book.name, "positions", ply.members, self.book.read), np.uint8)
        bits = np.unpackbits(data.reshape(level.planes, -1), axis=1, count=level.columns, bitorder="little")
        seen = ribbon.look_up(keys, ribbon.windows(bits), level.seed)
        members: NDArray[np.bool_] = seen == ribbon.checks(keys, level.seed, level.planes)
        return members

    def _tables(self, ply: Ply) -> Tables:
        if ply.exceptions is None:
            return []
        data = np.frombuffer(unpack_part(self.book.name, "exceptions", ply.exceptions, self.book.read), np.uint8)
        tables, first = [], 0
        for level in ply.levels:
            size = plane_bytes(level.columns)
            planes = data[first : first + level.planes * size].reshape(level.planes, size)
            bits = np.unpackbits(planes, axis=1, count=level.columns, bitorder="little")
            tables.append((level, ribbon.windows(bits)))
            first += level.planes * size
        return tables


def ranks(tables: Tables, keys: Keys) -> Keys:
    """Return how many moves to pass over in each position. See morris_core/engine/opening/retrieval.py."""
    passed = np.zeros(len(keys), np.int64)
    if not tables:
        return passed
    level, table = tables[0]
    left = np.flatnonzero(ribbon.look_up(keys, table, level.seed) == ribbon.checks(keys, level.seed, level.planes))
    for level, table in tables[1:]:
        bits = ribbon.look_up(keys[left], table, level.seed)
        passed[left] += bits
        left = left[bits > 0]
    return passed
