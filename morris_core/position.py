"""Position (the men and whose turn it is) and Move (a whole move): values that never change.

Invariant: a Move includes its captures; there are no half moves here. Repetition and quiet plies belong to Game.
"""

from __future__ import annotations

from collections import namedtuple

from .named import find_variant
from .variants import Variant

WHITE = 0
"""The side that begins. It is 0, so compare with `==` and `is None`, not by truth value."""
BLACK = 1
"""The other side."""
SIDES = ("white", "black")
NAMES = ("White", "Black")

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple

    from .board import Board

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
        board: Board
else:
    _Move = namedtuple("Move", ("origin", "to", "captures"))
    _Position = namedtuple(
        "Position", ("white", "black", "white_hand", "black_hand", "side", "white_last", "black_last", "board")
    )


class Move(_Move):
    """One move with its captures. Points are indices in board order.

    Attributes:
        origin: The point that the man leaves, or None if a man is placed.
        to: The man's destination.
        captures: The points of the captured men, in board order if that order is legal, otherwise in the first legal
            order.
    """

    __slots__ = ()


class Position(_Position):
    """The men on the board and in hand, and whose turn it is.

    Attributes:
        white: The mask of White's men.
        black: The mask of Black's men.
        white_hand: How many men White still has to place.
        black_hand: How many men Black still has to place.
        side: The side to move, WHITE or BLACK.
        white_last: (origin, to) of White's last move if it moved a man and the rules depend on it, otherwise None.
        black_last: The same for Black.
        board: The board.
    """

    __slots__ = ()

    def men(self, side: int) -> int:
        """Return the mask of a side's men on the board."""
        return self.white if side == WHITE else self.black

    def fits(self, board: Board) -> bool:
        """Return whether this is a position of a board: no two men on a point, and a side to move."""
        men = self.white | self.black
        return (
            self.board == board
            and not (self.white & self.black or men & ~board.full)
            and min(self.white_hand, self.black_hand) >= 0
            and self.side in (WHITE, BLACK)
        )

    def man_at(self, point: int | str) -> int | None:
        """Return WHITE or BLACK for the man on a point, given by name or index, or None if the point is empty.

        WHITE is 0, so compare with `is None`, `== WHITE`, `== BLACK`.

        Raises:
            MorrisError: The board has no such point.

        >>> from morris_core import Game
        >>> position = Game.from_link("v=nine&m=a7.d7").position
        >>> position.man_at("a7") == WHITE, position.man_at(1) == BLACK, position.man_at(2) is None
        (True, True, True)
        """
        point = self.board.point(point)
        return WHITE if self.white >> point & 1 else BLACK if self.black >> point & 1 else None

    def transform(self, symmetry: tuple[int, ...]) -> Position:
        """Return the position after a symmetry of its board (Board.symmetries): a man on i moves to symmetry[i]."""
        from .symmetry import transform

        return Position(*transform(self[:7], symmetry), self.board)

    def turned(self, how: str) -> Position:
        """Return the position turned or mirrored.

        Args:
            how: "left", "right" or "half" for a turn; "left-right", "top-bottom", "diagonal" (through a1) or
                "antidiagonal" for a mirror image; "inside-out" to swap the inner and the outer ring.

        Raises:
            MorrisError: There is no such way, or the board has no such symmetry.

        >>> from morris_core import Game
        >>> position = Game.from_fen("W2/3/3/6/3/3/3 b 8 9").position
        >>> position.turned("right").man_at(2) == WHITE, position.turned("inside-out").man_at(6) == WHITE
        (True, True)
        """
        from .symmetry import named_symmetry

        return self.transform(named_symmetry(self.board, how))

    def canonical(self) -> Position:
        """Return the least of the position's images under the symmetries of its board, the same one for all of them.

        >>> from morris_core import Game
        >>> corners = [Game.from_fen(fen).position for fen in ("W2/3/3/6/3/3/3 b 8 9", "3/3/3/6/3/3/W2 b 8 9")]
        >>> corners[0].canonical() == corners[1].canonical()
        True
        """
        from .symmetry import canonical

        return Position(*canonical(self[:7], self.board.symmetries()), self.board)

    def hand(self, side: int) -> int:
        """Return how many men a side still has to place."""
        return self.white_hand if side == WHITE else self.black_hand

    def last(self, side: int) -> tuple[int, int] | None:
        """Return (origin, to) of a side's remembered last move, or None."""
        return self.white_last if side == WHITE else self.black_last

    def __str__(self) -> str:
        from .drawing import draw_position

        return draw_position(self.board, self[:5])

    def _repr_svg_(self) -> str:
        from .svg import board

        return board(self, size=360)

    def picture(self) -> tuple[Board, str, tuple[int, ...], None, None]:
        """Return what svg.board draws: the board, its title, and the men."""
        return self.board, self.board.title, self[:4], None, None


def start_position(variant: Variant | str) -> Position:
    """Return the board at the start, with White to move: empty with all men in hand, unless the rules set them up."""
    variant = find_variant(variant)
    white, black = variant.start()
    men = 0 if white else variant.rules.men
    return Position(white, black, men, men, WHITE, None, None, variant.board)
