"""Make an opening book: for each ply and side, learn an order of moves and write down its exceptions.

Invariant: a layer holds every position that the book's own moves and any moves of the opponent lead to, so an order of
moves with its exceptions is right in each of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lab.book import kernels, ribbon
from lab.book.data import (
    PIECE,
    Keys,
    after_all_moves,
    hands_after,
    in_pieces,
    joined,
    of_value,
    pattern_arrays,
    solved_after,
    start_layer,
)
from lab.tablebase.geometry import geometry
from lab.tablebase.store import Store, StoreError
from morris_core import BOARDS
from morris_core.engine.opening.book import OpeningBook
from morris_core.engine.opening.format import MAGIC, NOT_LOST, VERSION
from morris_core.engine.opening.ordering import rows
from morris_core.engine.opening.retrieval import LEVELS, REST_PLANES, plane_bytes
from morris_core.tablebase.format import board_lines, describe_part, pack_keys, pack_part, write_file
from morris_core.tablebase.index import binomial

UNKNOWN = 3
STORED = (0, 2, 4, 6, 8)
"""The plies whose values are stored."""
LAST = STORED[-1]
CHOICES = (2, 2)
"""How many moves to choose from, by ply; one at later plies."""
SEED = 1
"""Determines the samples and their order."""
STEPS_PER_UNIT = 8
"""Worths are rounded to parts of this size."""
PASSES, RATE = 4, 0.4
SHARE = 0.05
"""The weight of putting the move that seems best first, compared with keeping the value."""
MEMBER_PLANES = 8
"""Bits of the hash that recognises those drawn positions."""
LEARNED_FROM = 300_000
"""The most positions to learn the order of a ply from."""
ANYWHERE_FROM = 700_000
"""The same for the orders of moves for every position of a ply."""
KEPT = (kernels.DRAW, kernels.WIN)
"""The values that a move can give away."""
Say = Callable[[str], None]


class PlyParts(NamedTuple):
    """A ply in a file: its entry in the header, and its parts."""

    entry: dict[str, Any]
    parts: list[bytes]


class Maker:
    """Makes a book from the solution of a game.

    Raises:
        StoreError: The patterns are not those of its board, or its rules are not those of the kernels.
    """

    def __init__(self, store: Store, say: Say) -> None:
        plan = store.plan
        fits = plan.board.points == BOARDS["three-ring"].points and plan.rules["capture"] == "if-all"
        if not fits or plan.rules["moving_while_placing"] or not plan.takes_one_man() or not plan.most_in_hand():
            raise StoreError(
                "A book is for the whole of a game on three rings in which men are placed before any moves, and a mill "
                f"takes a man out of a mill only if there is no other; the folder {store.folder} holds another one."
            )
        self.store = store
        self.board = plan.board
        self.men = plan.most_in_hand()
        self.choices: tuple[int, ...] = ()
        self.say = say
        self.g, self.rows = geometry(plan.board, plan.most_men())
        self.patterns = pattern_arrays(plan.board)
        self.values: list[PlyParts] = []
        self.plies: dict[int, PlyParts] = {}
        self.anywhere: list[PlyParts] = []

    def make(self, placements: Sequence[int] | None = None) -> bytes:
        """Return the bytes of a book. `placements` is how many of White and of Black have moves, by default all."""
        self.choices = CHOICES
        self._add_values()
        for side, number in enumerate(placements or (self.men, self.men)):
            layer = start_layer()
            for placed in range(2 * min(number, self.men) - 1 + side):
                layer = self._own_ply(layer, placed) if placed % 2 == side else self._after(layer, placed)
                if placed >= self._won_up_to(side):
                    layer = of_value(self.g, solved_after(self.store, placed + 1), layer)
        return self.file()

    def _won_up_to(self, side: int) -> int:
        """Return the last ply of a side with moves for won positions; later ones have them for drawn positions only."""
        return 2 * self.men - 2 - side

    def _after(self, layer: Keys, placed: int) -> Keys:
        return after_all_moves(self.g, self.men, layer, placed)

    def make_anywhere(self) -> bytes:
        """Return the bytes of a book of moves for every position of two plies: the last with values, and the next."""
        layer = start_layer()
        for placed in range(LAST):
            layer = self._after(layer, placed)
        solved = solved_after(self.store, LAST)
        for code in KEPT:
            self._add_anywhere(of_value(self.g, solved, layer, code), LAST, code)
        layer = self._after(layer, LAST)
        solved = solved_after(self.store, LAST + 1)
        layer = np.sort(np.concatenate([of_value(self.g, solved, layer, code) for code in KEPT]))
        self._add_anywhere(layer, LAST + 1, NOT_LOST)
        return self.file()

    def _add_anywhere(self, positions: Keys, placed: int, code: int) -> None:
        # Which move seems best does not matter, because the positions after it are not in the book. A seed must not be
        # negative.
        worths = self._learn(positions, placed, ANYWHERE_FROM, 0.0, code if code in KEPT else len(KEPT))
        made, _ = self._moves(positions, placed, worths)
        self.anywhere.append(made)
        made.entry["value"] = code

    def file(self) -> bytes:
        """Return the bytes of a book with everything made so far."""
        black = sorted({men for made in self.values for _, men in made.entry["blocks"]})
        packed = [(men, pack_keys(self.rows[men].sets.tolist())) for men in black]
        keys = [(men, raw, pack_part(raw)) for men, raw in packed]
        plies = [self.plies[placed] for placed in sorted(self.plies)]
        header: dict[str, object] = {
            "board": self.board.name,
            "lines": board_lines(self.board),
            "rules": {**self.store.plan.rules, "men": self.men, "mill_hold": False, "no_return": False},
            "choices": [self.choices[ply] if ply < len(self.choices) else 1 for ply in range(2 * self.men)],
            "keys": [[men, describe_part(part, raw)] for men, raw, part in keys],
            "values": [made.entry for made in self.values],
            "plies": [made.entry for made in plies],
        }
        if self.anywhere:
            header["anywhere"] = [made.entry for made in self.anywhere]
        parts = [part for _, _, part in keys]
        for made in (*self.values, *plies, *self.anywhere):
            parts += made.parts
        return write_file(header, parts, VERSION, MAGIC)

    def _add_values(self) -> None:
        """Store the values of the first plies, for the positions that play can lead to."""
        layer = start_layer()
        for placed in range(LAST + 1):
            if placed in STORED:
                self.values.append(self._values(layer, placed))
            if placed < LAST:
                layer = self._after(layer, placed)

    def _values(self, layer: Keys, placed: int) -> PlyParts:
        solved = solved_after(self.store, placed)
        number = 1 + self.men
        starts, widths = np.zeros((number, number), np.int64), np.zeros((number, number), np.int64)
        blocks, slots = self._blocks(placed), 0
        for white, black in blocks:
            starts[white, black] = slots
            widths[white, black] = -(-binomial(len(self.board.points) - black, white) // 4) * 4
            slots += len(self.rows[black].sets) * int(widths[white, black])
        codes = np.full(slots, UNKNOWN, np.uint8)
        known = np.zeros(slots, np.uint8)
        kernels.fill_values(self.g, solved, layer, placed % 2 == 0, codes, known, starts, widths)
        counts = np.bincount(codes, minlength=4)[[kernels.WIN, kernels.DRAW, kernels.LOSS]]
        entry, parts = {"placed": placed, "blocks": blocks}, []
        for name, raw in zip(("part", "known"), value_bytes(codes, known), strict=True):
            parts.append(pack_part(raw))
            entry[name] = describe_part(parts[-1], raw)
        size = sum(map(len, parts))
        self.say(f"ply {placed}: {len(layer)} positions, win/draw/loss {counts.tolist()}, {size} bytes")
        return PlyParts(entry, parts)

    def _blocks(self, placed: int) -> list[tuple[int, int]]:
        """Return the numbers of (white, black) men that a number of placements may lead to, by black and white men."""
        hands = hands_after(self.men, placed)
        found = []
        for pair, halves in self.store.plan.halves.items():
            for half in halves:
                mover, other = (pair.second, pair.first) if half else pair
                if (mover.hand, other.hand) == hands:
                    found.append((other.men, mover.men) if placed % 2 else (mover.men, other.men))
        return sorted(found, key=lambda men: men[::-1])

    def _own_ply(self, layer: Keys, placed: int) -> Keys:
        """Learn the order of a ply's moves, write down its exceptions, and return the layer after the moves."""
        # If the values are stored anyway, only the move that seems best matters.
        worths = self._learn(layer, placed, LEARNED_FROM, SHARE if placed >= LAST else 1.0)
        if placed < LAST:
            self.plies[placed] = ordered(worths, placed)
            self.say(f"ply {placed}: {len(layer)} positions, order {len(self.plies[placed].parts[0])} bytes")
            book = OpeningBook("the book being made", self.file())
            return np.unique([each for key in layer.tolist() for each in book.choices(key, placed)])
        self.plies[placed], following = self._moves(layer, placed, worths)
        if placed > self._won_up_to(placed % 2):
            self._add_members(layer, placed)
        return np.unique(following[following >= 0])

    def _moves(self, layer: Keys, placed: int, worths: NDArray[np.int64]) -> tuple[PlyParts, Keys]:
        """Return an order of moves with its exceptions in a layer, and the key after each position's move."""
        made = ordered(worths, placed)

        after = solved_after(self.store, placed + 1)

        def chosen(piece: Keys) -> tuple[Keys, Keys]:
            offsets, flags = kernels.keeping(self.g, after, piece, False)
            found: tuple[Keys, Keys] = kernels.ranks(self.g, self.patterns, worths, piece, offsets, flags)
            return found

        passed, following = joined(in_pieces(chosen, layer))
        levels, data = exceptions(layer[passed >= 0], passed[passed >= 0])
        part = b""
        if levels:
            part = pack_part(data)
            made.entry.update(levels=levels, exceptions=describe_part(part, data))
        number = int((passed > 0).sum())
        self.say(
            f"ply {placed}: {len(layer)} positions, {number} exceptions ({number / max(1, len(layer)):.2%}), "
            f"order {len(made.parts[0])} bytes, exceptions {len(part)} bytes "
            f"({8 * len(part) / max(1, number):.1f} bits each)"
        )
        made.parts.append(part)
        return made, following

    def _add_members(self, layer: Keys, placed: int) -> None:
        """Write down which positions a ply has moves for."""
        level, bits = solve_table(layer, None, MEMBER_PLANES)
        data = plane_data(bits)
        part = pack_part(data)
        self.plies[placed].entry.update(member=level, members=describe_part(part, data))
        self.plies[placed].parts.append(part)
        self.say(f"ply {placed}: {len(layer)} drawn positions are recognised by {len(part)} bytes")

    def _learn(self, layer: Keys, placed: int, most: int, share: float, *seed: int) -> NDArray[np.int64]:
        """Return the worths of patterns for the order of moves, from at most `most` positions.

        `share` is the weight of putting the move that seems best first.
        """
        random = np.random.default_rng([SEED, placed, *seed])
        shown = layer
        if len(layer) > most:
            shown = np.sort(random.choice(layer, most, replace=False))
        after = solved_after(self.store, placed + 1)
        pieces = in_pieces(lambda piece: kernels.keeping(self.g, after, piece, True), shown)
        flags = np.concatenate([each[1] for each in pieces])
        numbers = np.concatenate([np.diff(each[0]) for each in pieces])
        offsets = np.concatenate([[0], np.cumsum(numbers)])
        worths, spent = np.zeros(rows()), np.zeros(rows())
        for done in range(PASSES):
            rate = RATE * (1 - done / PASSES)
            order = random.permutation(len(shown))
            kernels.learn(self.g, self.patterns, shown, offsets, flags, order, worths, spent, rate, share)
        return np.clip(np.round(worths * STEPS_PER_UNIT), -127, 127).astype(np.int64)


def ordered(worths: NDArray[np.int64], placed: int) -> PlyParts:
    """Return a ply's order of moves in the form of a file, without exceptions yet."""
    order = worths.astype(np.int8).tobytes()
    packed = pack_part(order)
    entry = {"placed": placed, "order": describe_part(packed, order), "levels": [], "exceptions": None, "member": None}
    return PlyParts(entry, [packed])


def value_bytes(codes: NDArray[np.uint8], known: NDArray[np.uint8]) -> tuple[bytes, bytes]:
    """Return values in the form of a file, and a bit for each that is known; the others repeat the one before."""
    filled = codes[np.maximum.accumulate(np.where(codes != UNKNOWN, np.arange(len(codes)), 0))].reshape(-1, 4)
    packed = filled[:, 0] | filled[:, 1] << 2 | filled[:, 2] << 4 | filled[:, 3] << 6
    return packed.astype(np.uint8).tobytes(), np.packbits(known, bitorder="little").tobytes()


def exceptions(keys: Keys, passed: Keys) -> tuple[list[list[int]], bytes]:
    """Return the retrieval tables of a ply: [columns, planes, seed] of each, and their bytes."""
    is_exception = passed > 0
    number = int(is_exception.sum())
    if not number:
        return [], b""
    ratio = (len(keys) - number) / number
    planes = max(1, round(math.log2(max(2.0, ratio * math.log(2)))))
    level, bits = solve_table(keys[is_exception], None, planes)
    checks = ribbon.checks(keys, level[2], planes)
    table = ribbon.windows(bits)
    seen = np.concatenate(in_pieces(lambda piece: ribbon.look_up(piece, table, level[2]), keys, 10 * PIECE))
    matching = seen == checks
    keys, passed = keys[matching], passed[matching]
    levels, data = [level], plane_data(bits)
    for least in range(1, LEVELS + 1):
        level, bits = solve_table(keys, (passed >= least).astype(np.int64), 1)
        levels.append(level)
        data += plane_data(bits)
        keys, passed = keys[passed >= least], passed[passed >= least]
        if not len(keys):
            return levels, data
    level, bits = solve_table(keys, passed - LEVELS, REST_PLANES)
    return [*levels, level], data + plane_data(bits)


def solve_table(keys: Keys, values: Keys | None, planes: int) -> tuple[list[int], NDArray[np.uint8]]:
    """Return [columns, planes, seed] and the bits of a small table. If `values` is None it holds parts of hashes."""
    columns = max(ribbon.WINDOW, len(keys) + len(keys) // 50)
    seed = 1
    while True:
        right = ribbon.checks(keys, seed, planes) if values is None else values
        bits: NDArray[np.uint8] = ribbon.solve(keys, right, columns, planes, seed)
        if bits.size:
            return [columns, planes, seed], bits
        seed += 1
        columns += max(4, len(keys) // 200)


def plane_data(bits: NDArray[np.uint8]) -> bytes:
    size = plane_bytes(bits.shape[1])
    return b"".join(np.packbits(plane, bitorder="little").tobytes().ljust(size, b"\0") for plane in bits)
