"""EarlyValues: exact values of every position that the first placements can lead to.

Invariant: a value is for the side to move: 0 draw, 1 win, 2 loss, None if it is not known. For some plies the values
are stored, two bits each; those of the plies between follow from the positions after each move.
"""

from __future__ import annotations

from functools import lru_cache

from ...board import Board
from ...generator import MoveGenerator
from ...tablebase.format import Read, RowFile, unpack_part
from ...tablebase.index import TableError, binomial, column, images_of, least_images
from .format import Header

DRAW, WIN, LOSS = range(3)


class EarlyValues(RowFile):
    """The values in a book. name, read: of its file; generator: for the moves of the game."""

    def __init__(self, name: str, read: Read, header: Header, generator: MoveGenerator) -> None:
        super().__init__(name, read, header.keys)
        self.header = header
        self.generator = generator
        self.last = max(header.values, default=0)
        self.men = int(header.rules["men"])
        self._data: dict[int, tuple[bytes, bytes, dict[tuple[int, int], int]]] = {}
        self._derived = lru_cache(maxsize=1 << 15)(self._derive)

    def hand(self, placed: int) -> int:
        """Return how many men the side to move has in hand after `placed` placements."""
        return self.men - placed // 2

    def successors(self, own: int, other: int, placed: int) -> list[tuple[int, int]]:
        """Return (own, other) after each placement in the book's order: by own men ascending, other descending."""
        pairs = self.generator.successors(own, other, self.hand(placed), self.hand(placed + 1), 0, 0)
        return sorted(pairs, key=lambda pair: (pair[0], -pair[1]))

    def code(self, own: int, other: int, placed: int) -> int | None:
        """Return the value of a position; own: the men of the side to move."""
        if placed not in self.header.values:
            return self._derived(own, other, placed) if placed < self.last else None
        data, known, offsets = self._values(placed)
        white, black = (other, own) if placed % 2 else (own, other)
        numbers = white.bit_count(), black.bit_count()
        if numbers not in offsets:
            return None
        board = self.header.board
        least, symmetries = least_images(board, black)
        place = min([column(image, least) for image in images_of(board, white, symmetries)])
        width = (binomial(len(board.points) - numbers[1], numbers[0]) + 3) // 4
        slot = 4 * (offsets[numbers] + self.row(least) * width) + place
        if not known[slot >> 3] >> (slot & 7) & 1:
            return None
        return data[slot >> 2] >> 2 * (slot & 3) & 3

    def _derive(self, own: int, other: int, placed: int) -> int | None:
        """Return a value from those of the next ply; None unless there is a win or all are known."""
        draws = unknown = False
        for left, moved in self.successors(own, other, placed):
            code = self.code(moved, left, placed + 1)
            if code == LOSS:
                return WIN
            draws |= code == DRAW
            unknown |= code is None
        return None if unknown else DRAW if draws else LOSS

    def _values(self, placed: int) -> tuple[bytes, bytes, dict[tuple[int, int], int]]:
        """Return the values of a stored ply, a mask of the known ones, and the offsets of its blocks."""
        if placed not in self._data:
            blocks, part, known_part = self.header.values[placed]
            data = unpack_part(self.name, f"the values of ply {placed}", part, self.read)
            known = unpack_part(self.name, f"the known values of ply {placed}", known_part, self.read)
            offsets, offset = {}, 0
            points = len(self.header.board.points)
            for white, black in blocks:
                offsets[white, black] = offset
                offset += len(self.keys(black)) * ((binomial(points - black, white) + 3) // 4)
            if offset != len(data) or len(known) < len(data) / 2:
                raise TableError(
                    "The opening book {name} has values of ply {placed} of another size.", name=self.name, placed=placed
                )
            self._data[placed] = data, known, offsets
        return self._data[placed]


def least_key(board: Board, own: int, other: int) -> int:
    """Return a position's key: the least own << 24 | other of all its mirror images."""
    least, symmetries = least_images(board, own)
    return least << 24 | min(images_of(board, other, symmetries))
