"""Position (who stands where, who is to move) and Move (one whole move): values that never change.

The one invariant: a move is one Move, its captures included; there are no half moves here. Repetition and quiet plies
belong to Game.
"""

from __future__ import annotations

from collections import namedtuple

from .errors import MorrisError
from .variants import Variant

WHITE = 0
"""The side that begins. It is 0: compare with `==` and `is None`, do not ask whether it is true."""
BLACK = 1
"""The other side."""
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
    """One move, its captures included. Points are indices in board order.

    Attributes:
        origin: The point that the man leaves, None when a man is placed.
        to: The point where it goes.
        captures: The points of the men captured, in board order where that order is legal, else in the first legal
            order.
    """


class Position(_Position):
    """Who stands where, and who is to move.

    Attributes:
        white: A mask of the points where White's men stand, bit i for point i.
        black: The same for Black.
        white_hand: How many men White still has to place.
        black_hand: The same for Black.
        side: WHITE or BLACK, who is to move.
        white_last: (origin, to) of White's last move if that moved a man and the rules look at it, else None.
        black_last: The same for Black.
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
            raise MorrisError("Point numbers start at 0, so {point} isn't one.", point=point)
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
