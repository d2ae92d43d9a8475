"""Why a press on a point is refused. Loaded with the first such press."""

from __future__ import annotations

from .errors import IllegalMove
from .position import NAMES, Position
from .rules import may_fly
from .variants import Variant


def why_not_pressed(variant: Variant, position: Position, origin: int | None, point: int) -> IllegalMove:
    """Return the reason why a point cannot be pressed.

    Args:
        variant: The variant.
        position: The position before the move.
        origin: The man picked up, or None.
        point: The point.
    """
    side, board = position.side, variant.board
    name = board.points[point]
    if position.men(side) >> point & 1:
        return _why_not_movable(variant, position, point)
    if position.men(1 - side) >> point & 1:
        return IllegalMove("One of {side}'s men is on {point}.", point=name, side=NAMES[1 - side])
    if origin is None:
        if not position.hand(side):
            return IllegalMove("All your men are placed. Choose one of them to move.")
    elif not may_fly(variant, position, side) and not board.neighbours[origin] >> point & 1:
        return IllegalMove("{point} is not next to {origin} along a line.", point=name, origin=board.points[origin])
    return _why_held(variant, position, origin, point) or _held_mill(name)


def why_not_taken(variant: Variant, side: int, point: int, men: tuple[int, int]) -> IllegalMove:
    """Return the reason why the side to move cannot take a man from a point.

    Args:
        men: The masks of the other side's men and of its own, after the part of the move that is entered.
    """
    if men[0] >> point & 1:
        template = "The man on {point} is in a mill, so it's safe. Take one that isn't."
    elif men[1] >> point & 1:
        template = "The man on {point} is your own. Take one of {side}'s men."
    else:
        template = "{point} is empty. Take one of {side}'s men."
    return IllegalMove(template, point=variant.board.points[point], side=NAMES[1 - side])


def _why_not_movable(variant: Variant, position: Position, point: int) -> IllegalMove:
    side, board = position.side, variant.board
    name = board.points[point]
    if position.hand(side) and not variant.rules.moving_while_placing:
        return IllegalMove(
            "Your man on {point} can't move until all your men are placed. Choose an empty point.", point=name
        )
    empty = board.full & ~(position.white | position.black)
    if not empty & (board.full if may_fly(variant, position, side) else board.neighbours[point]):
        return IllegalMove("Your man on {point} can't move: there's no empty point next to it.", point=name)
    last = position.last(side)
    # The man has an empty neighbour, so only the last move can hold it back: either it was moved there, or it opened a
    # mill that may not be closed yet.
    return _why_held(variant, position, point, None) or _held_mill(board.points[last[0] if last else point])


def _why_held(variant: Variant, position: Position, origin: int | None, to: int | None) -> IllegalMove | None:
    """Return the refusal of the rule that forbids the man on `origin` to go to `to`, or None.

    If `origin` is None, a man is placed; if `to` is None, the question is about every point it could reach.
    """
    board, side = variant.board, position.side
    last = position.last(side)
    ends = (1 << last[0], 1 << last[1]) if last else (0, 0)
    mask = 0 if origin is None else 1 << origin
    targets = board.full & ~(position.white | position.black) if to is None else 1 << to
    if origin is not None and not may_fly(variant, position, side):
        targets &= board.neighbours[origin]
    for forbidden, refusal in variant.rules.limits:
        if targets & forbidden(board, position.men(side), position.hand(side), mask, *ends):
            point = to if origin is None else origin
            return IllegalMove(
                refusal,
                point="" if point is None else board.points[point],
                to="" if to is None else board.points[to],
                origin=board.points[last[0]] if last else "",
            )
    return None


def _held_mill(name: str) -> IllegalMove:
    return IllegalMove("Your last move opened the mill at {point}. You may not close it again right away.", point=name)
