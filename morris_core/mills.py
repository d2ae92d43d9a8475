"""Mills that a move closes, and those that a side could close next. Pure; the moves come from the generator."""

from __future__ import annotations

from .board import bits
from .generator import move_generator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .position import Move, Position
    from .variants import Variant


def closable(variant: Variant, position: Position, side: int) -> dict[int, list[int]]:
    """Return the mills that `side` could close if it were to move: masks of the mills by the point to fill.

    >>> from morris_core import find_variant
    >>> from morris_core.fen import parse_fen
    >>> nine = find_variant("nine")
    >>> position = parse_fen("WW1/BB1/3/6/3/3/3 w 7 7 - 0 5", nine)
    >>> [nine.board.points[point] for point in closable(nine, position, 0)]
    ['g7']
    """
    found: dict[int, list[int]] = {}
    for own_after in men_after(variant, position, side):
        to = next(bits(own_after & ~position.men(side)))
        closed = closed_at(variant, own_after, to)
        known = found.setdefault(to, []) if closed else []
        known.extend(mask for mask in closed if mask not in known)
    return found


def men_after(variant: Variant, position: Position, side: int) -> Iterator[int]:
    """Yield the men of `side` after each move it would have if it were to move."""
    last = position.last(side)
    pairs = move_generator(variant).successors(
        position.men(side),
        position.men(1 - side),
        position.hand(side),
        position.hand(1 - side),
        1 << last[0] if last else 0,
        1 << last[1] if last else 0,
    )
    for own_after, _ in pairs:
        yield own_after


def closed_by(variant: Variant, position: Position, move: Move) -> list[int]:
    """Return the mills that a move closes, as masks."""
    men = position.men(position.side)
    return closed_at(variant, men if move.origin is None else men ^ 1 << move.origin, move.to)


def closed_at(variant: Variant, men: int, point: int) -> list[int]:
    """Return the masks of the mills through a point that `men` hold, or would hold with one more on the point."""
    return [others | 1 << point for others in variant.board.mills_at[point] if men & others == others]
