"""The whole of nine men's morris as files of two bits a position, made by another solver.

The files hold values alone, 0 draw, 1 win, 2 loss for the side to move, four in a byte, the low bits first, by the
rules of `nine` without the draws by repetition and quiet moves. Sets are ranked and mirrored as in
docs/tablebase-format.md. Rows are the sets of one side's men up to symmetry, ascending by the least of each orbit; the
slots of a row are all sets of the other side's men on the points left, by rank, and each row fills whole bytes.

- pair_XY.wdl, X >= Y from 3 to 9 men, nobody having men in hand: rows of X men; each has a part for X to move and then,
  if X > Y, one for Y to move.
- place_TT.wdl, after TT placements from 0 to 17, White to move when TT is even: rows of the black men, one block behind
  the other for each pair of numbers of men that play can lead to, by black men and then by white.
"""

from __future__ import annotations

import mmap
from bisect import bisect_left
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from morris_core import Position, Variant, find_variant
from morris_core.errors import MorrisError
from morris_core.rules import outcome
from morris_core.tablebase.index import KEPT_OPTIONS, binomial, image_tables, least_image, rank, squeeze

MEN = 9
POINTS = 24
DRAW, WIN, LOSS = range(3)
VALUES = ("draw", "win", "loss")


class SolvedError(MorrisError):
    """Files of the whole game that are missing or not what they should be."""


class SolvedGame:
    """Values of every position of nine men's morris that play from the empty board can lead to, and of all endgames.

    Args:
        folder: where the files are. Each is mapped when first asked; if it is missing, or has another size than it
            should, SolvedError is raised then.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._pairs: dict[tuple[int, int], mmap.mmap] = {}
        self._layers: dict[int, mmap.mmap] = {}

    @staticmethod
    def is_in(folder: Path) -> bool:
        """Return whether a folder looks like one of such files."""
        return (folder / "pair_33.wdl").is_file()

    def _map(self, name: str, size: int) -> mmap.mmap:
        path = self.folder / name
        try:
            found = path.stat().st_size
            if found != size:
                raise SolvedError(f"The file {path} has {found} bytes; {size} are right.")
            with path.open("rb") as file:
                return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError as error:
            raise SolvedError(f"The file {path} cannot be read: {error.strerror}.") from error

    def code(self, own: int, other: int, own_hand: int, other_hand: int) -> int | None:
        """Return 0 for a draw, 1 for a win, 2 for a loss of the side to move; None where no file tells it.

        Args:
            own: the men on the board of the side to move.
            other: those of its opponent.
            own_hand, other_hand: how many each has still to place. White is to move when they are equal.
        """
        if own.bit_count() + own_hand < 3:
            return LOSS
        if other.bit_count() + other_hand < 3:
            return WIN
        if not own_hand and not other_hand:
            return self._moving(own, other)
        if own_hand - other_hand not in (0, 1) or own_hand > MEN:
            return None
        white, black = (own, other) if own_hand == other_hand else (other, own)
        placed = 2 * MEN - own_hand - other_hand
        blocks, size = placing_blocks()[placed]
        start = blocks.get((white.bit_count(), black.bit_count()))
        if start is None:
            return None
        if placed not in self._layers:
            self._layers[placed] = self._map(f"place_{placed:02}.wdl", size)
        row, slot = _row_and_slot(black, white)
        offset = start + row * stride(black.bit_count(), white.bit_count())
        return self._layers[placed][offset + (slot >> 2)] >> 2 * (slot & 3) & 3

    def _moving(self, own: int, other: int) -> int | None:
        most, least = own.bit_count(), other.bit_count()
        # For equal men only the part of the side whose men are the row's is there.
        part = 0
        if most < least:
            own, other, most, least, part = other, own, least, most, 1
        if most > MEN:
            return None
        if (most, least) not in self._pairs:
            self._pairs[most, least] = self._map(f"pair_{most}{least}.wdl", pair_bytes(most, least))
        row, slot = _row_and_slot(own, other)
        parts = 1 if most == least else 2
        offset = (row * parts + part) * stride(most, least)
        return self._pairs[most, least][offset + (slot >> 2)] >> 2 * (slot & 3) & 3

    def probe(
        self, variant: Variant, position: Position, at_once: bool = False, at_least: str = "loss"
    ) -> tuple[str, None] | None:
        """Return (value, None) for the side to move; None for other rules, and for what no file tells.

        It is found at once, whatever is known already.
        """
        if not _has_these_values(variant):
            return None
        if not position.white_hand and not position.black_hand:
            over = outcome(variant, position)
            if over and over.winner is not None:
                return ("win" if over.winner == position.side else "loss"), None
        side = position.side
        hands = position.hand(side), position.hand(1 - side)
        if any(hands) and side != hands[0] - hands[1]:
            return None
        code = self.code(position.men(side), position.men(1 - side), *hands)
        return None if code is None else (VALUES[code], None)


@cache
def _has_these_values(variant: Variant) -> bool:
    nine = find_variant("nine")
    ours, theirs = variant.rules, nine.rules
    return (
        variant.board is nine.board
        and not ours.remembers
        and ours.men == theirs.men
        and all(getattr(ours, option) == getattr(theirs, option) for option in KEPT_OPTIONS)
    )


def _row_and_slot(key_men: int, men: int) -> tuple[int, int]:
    board = find_variant("nine").board
    least, symmetry = least_image(board, key_men)
    keys = row_sets(key_men.bit_count())
    return bisect_left(keys, least), rank(squeeze(_image(men, symmetry), board.full & ~least))


def _image(men: int, symmetry: int) -> int:
    first, second, third = image_tables(find_variant("nine").board)[symmetry]
    return first[men & 255] | second[men >> 8 & 255] | third[men >> 16]


@cache
def row_sets(men: int) -> list[int]:
    """Return the sets of so many men that number the rows: the least of each orbit, ascending."""
    every = np.arange(1 << POINTS, dtype=np.uint32)
    every = every[np.bitwise_count(every) == men]
    least = every.copy()
    for tables in image_tables(find_variant("nine").board):
        first, second, third = (np.array(table, np.uint32) for table in tables)
        np.minimum(least, first[every & 255] | second[every >> 8 & 255] | third[every >> 16], out=least)
    found: list[int] = np.unique(least).tolist()
    return found


def rows(men: int) -> int:
    """Return how many rows there are of so many men."""
    return len(row_sets(men))


@lru_cache(maxsize=256)
def stride(key_men: int, men: int) -> int:
    """Return the bytes of a row: so many men on the points that the row's leave."""
    return (binomial(POINTS - key_men, men) + 3) // 4


def pair_bytes(most: int, least: int) -> int:
    return rows(most) * (1 if most == least else 2) * stride(most, least)


@cache
def placing_blocks() -> list[tuple[dict[tuple[int, int], int], int]]:
    """Return, by placements made, (the offset in the file of each block by (white, black) men, the file's bytes)."""
    numbers = [{(0, 0)}]
    for placed in range(2 * MEN - 1):
        hands = MEN - (placed + 2) // 2, MEN - (placed + 1) // 2
        following = set()
        for white, black in numbers[-1]:
            mover, other = (black, white) if placed % 2 else (white, black)
            for taken in (0, 1) if mover >= 2 and other else (0,):
                after = (other - taken, mover + 1) if placed % 2 else (mover + 1, other - taken)
                if after[0] + hands[0] >= 3 and after[1] + hands[1] >= 3:
                    following.add(after)
        numbers.append(following)
    found = []
    for reached in numbers:
        size, blocks = 0, {}
        for white, black in sorted(reached, key=lambda pair: pair[::-1]):
            blocks[white, black] = size
            size += rows(black) * stride(black, white)
        found.append((blocks, size))
    return found
