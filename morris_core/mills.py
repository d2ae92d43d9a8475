"""The mills that a move closes, and those that a side could close next."""

from __future__ import annotations

from .board import bits
from .rules import pairs_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .position import Move, Position
    from .variants import Variant


def closable(variant: Variant, position: Position, side: int) -> dict[int, list[int]]:
    """Return the mills that `side` could close if it were to move, as masks by the point to fill.

    >>> from morris_core import Game, find_variant
    >>> nine = find_variant("nine")
    >>> position = Game.from_fen("WW1/BB1/3/6/3/3/3 w 7 7 - 0 5").position
    >>> [nine.board.points[point] for point in closable(nine, position, 0)]
    ['g7']
    """
    found: dict[int, list[int]] = {}
    for own_after, _ in pairs_of(variant, position, side):
        to = next(bits(own_after & ~position.men(side)))
        closed = variant.board.mills_through(to, own_after)
        at_point = found.setdefault(to, []) if closed else []
        at_point.extend(mask for mask in closed if mask not in at_point)
    return found


def closed_by(variant: Variant, position: Position, move: Move) -> list[int]:
    """Return the mills that a move closes, as masks."""
    men = position.men(position.side)
    return variant.board.mills_through(move.to, men if move.origin is None else men ^ 1 << move.origin)
