"""The whole of nine men's morris as files of two bits a position.

The files hold values alone, 0 for a draw, 1 for a win, 2 for a loss of the side to move, four in a byte, the low bits
first. The rules are those of `nine` without the draws by repetition and quiet moves. Sets are ranked and mirrored as in
docs/tablebase-format.md. Rows are the sets of one side's men up to symmetry, ascending by the least of each orbit. The
slots of a row are all sets of the other side's men on the remaining points, by rank. Each row fills whole bytes.

- pair_XY.wdl, X >= Y from 3 to 9 men, none in hand: rows of X men. Each row has a part for X to move and then, if
  X > Y, one for Y to move.
- place_TT.wdl, after TT placements from 0 to 17, White to move if TT is even: rows of the black men, one block after
  the other for each pair of numbers of men that play can lead to, by black men and then by white.
"""

from __future__ import annotations

import mmap
from functools import cache, lru_cache
from pathlib import Path

from morris_core import Position, Variant, find_variant
from morris_core.errors import MorrisError
from morris_core.rules import outcome
from morris_core.tablebase.index import KEPT_OPTIONS, binomial, locate
from tools.tablebase.geometry import geometry

MEN = 9
POINTS = 24
DRAW, WIN, LOSS = range(3)
VALUES = ("draw", "win", "loss")


class SolvedError(MorrisError):
    """A file of the whole game that is missing or has a wrong size."""


class SolvedGame:
    """Values of all positions that play from the empty board can lead to, and of all endgames.

    Args:
        folder: where the files are. Each is mapped on first use, which raises SolvedError if it is missing or has a
            wrong size.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._pairs: dict[tuple[int, int], mmap.mmap] = {}
        self._layers: dict[int, mmap.mmap] = {}

    @staticmethod
    def is_in(folder: Path) -> bool:
        """Return whether a folder seems to hold such files."""
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
        """Return 0 for a draw, 1 for a win, 2 for a loss of the side to move, or None if no file has the position.

        White is to move if both have the same number of men in hand.
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
        row, slot = row_and_slot(black, white)
        offset = start + row * stride(black.bit_count(), white.bit_count())
        return self._layers[placed][offset + (slot >> 2)] >> 2 * (slot & 3) & 3

    def _moving(self, own: int, other: int) -> int | None:
        most, least = own.bit_count(), other.bit_count()
        # With equal numbers of men, the side to move can always be the row's.
        part = 0
        if most < least:
            own, other, most, least, part = other, own, least, most, 1
        if most > MEN:
            return None
        if (most, least) not in self._pairs:
            self._pairs[most, least] = self._map(f"pair_{most}{least}.wdl", pair_bytes(most, least))
        row, slot = row_and_slot(own, other)
        parts = 1 if most == least else 2
        offset = (row * parts + part) * stride(most, least)
        return self._pairs[most, least][offset + (slot >> 2)] >> 2 * (slot & 3) & 3

    def probe(
        self, variant: Variant, position: Position, at_once: bool = False, at_least: str = "loss"
    ) -> tuple[str, None] | None:
        """Return (value, None) for the side to move, or None for other rules or if no file has the position.

        A look-up is quick, so `at_once` and `at_least` make no difference.
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


def row_and_slot(key_men: int, men: int) -> tuple[int, int]:
    """Return the row and the slot of a position."""
    return locate(find_variant("nine").board, row_sets(key_men.bit_count()), key_men, men)


@cache
def row_sets(men: int) -> list[int]:
    """Return the sets of `men` men that number the rows: the least of each orbit, ascending."""
    sets: list[int] = geometry(find_variant("nine").board, MEN)[1][men].sets.tolist()
    return sets


@lru_cache(maxsize=256)
def stride(key_men: int, men: int) -> int:
    """Return the bytes of a row: `men` men on the points that `key_men` men leave free."""
    return (binomial(POINTS - key_men, men) + 3) // 4


def pair_bytes(most: int, least: int) -> int:
    return len(row_sets(most)) * (1 if most == least else 2) * stride(most, least)


@cache
def placing_blocks() -> list[tuple[dict[tuple[int, int], int], int]]:
    """Return for each number of placements (the block offsets by (white, black) men, the bytes of the file)."""
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
            size += len(row_sets(black)) * stride(black, white)
        found.append((blocks, size))
    return found
