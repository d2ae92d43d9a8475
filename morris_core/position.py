"""Position (who stands where, who is to move) and Move (one whole turn): values that never change.

May import board and variants. Keeps to the MicroPython subset. The one invariant: a turn is one Move, its captures
included; there are no half turns here. Repetition and quiet turns belong to Game.
"""

from __future__ import annotations

from collections import namedtuple

from .errors import MorrisError
from .variants import Variant

WHITE = 0
BLACK = 1
SIDES = ("white", "black")
NAMES = ("White", "Black")

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple

    class _Move(NamedTuple):
        origin: int | None
        to: int
        captures: tuple[int, ...]

    class _Position(NamedTuple):
        white: int
        black: int
        white_hand: int
        black_hand: int
        side: int
        white_last: tuple[int, int] | None
        black_last: tuple[int, int] | None
else:
    _Move = namedtuple("Move", ("origin", "to", "captures"))
    _Position = namedtuple(
        "Position", ("white", "black", "white_hand", "black_hand", "side", "white_last", "black_last")
    )


class Move(_Move):
    """One turn. origin: point the man leaves, None when placing; to: where it goes; captures: points of the men taken.

    Points are numbers in board order. Captures stand in board order where that order is legal, else in the first
    legal order.
    """


class Position(_Position):
    """Who stands where.

    white, black: masks of points; white_hand, black_hand: men still to place; side: WHITE or BLACK, whose turn it is.
    white_last, black_last: (origin, to) of each side's last turn when that was a move and the rules look at it.
    """

    def men(self, side: int) -> int:
        """Return the mask of a side's men on the board."""
        return self.black if side else self.white

    def man_at(self, point: int) -> int | None:
        """Return whose man stands on a point: WHITE, BLACK, or None where there is none.

        WHITE is 0, so compare with `is None`, `== WHITE`, `== BLACK`.

        Args:
            point: A point by its index in board order.

        Raises:
            MorrisError: No board has such a point.

        >>> position = Position(0b1, 0b10, 8, 8, WHITE, None, None)
        >>> position.man_at(0) == WHITE, position.man_at(1) == BLACK, position.man_at(2) is None
        (True, True, True)
        """
        if point < 0:
            raise MorrisError("Points are numbered from 0, not {point}.", point=point)
        return WHITE if self.white >> point & 1 else BLACK if self.black >> point & 1 else None

    def hand(self, side: int) -> int:
        """Return how many men a side still has to place."""
        return self.black_hand if side else self.white_hand

    def last(self, side: int) -> tuple[int, int] | None:
        """Return (origin, to) of a side's remembered last move, or None."""
        return self.black_last if side else self.white_last


def start_position(variant: Variant) -> Position:
    """Return the empty board with all men in hand, White to begin."""
    men = variant.rules.men
    return Position(0, 0, men, men, WHITE, None, None)
