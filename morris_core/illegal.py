"""Why a move is illegal. Loaded when a whole move is refused; MoveEntry says why a press is."""

from __future__ import annotations

from .entry import MoveEntry
from .errors import IllegalMove
from .position import NAMES, Move, Position
from .variants import Variant


def explain_illegal(variant: Variant, position: Position, move: Move) -> IllegalMove:
    """Return the reason why a move is not legal, by pressing its points in turn until one is refused."""
    points = variant.board.points
    side, hand = NAMES[position.side], position.hand(position.side)
    named = (move.to,) + tuple(move.captures) + (() if move.origin is None else (move.origin,))
    if any(not 0 <= point < len(points) for point in named):
        return IllegalMove(
            "That move uses a point that isn't on the board. Points are numbered 0 to {last}.",
            last=len(points) - 1,
        )
    if move.origin is None:
        if not hand:
            return IllegalMove("{side} has no men left to place. Choose one to move.", side=side)
    elif not position.men(position.side) >> move.origin & 1:
        return IllegalMove("{side} has no man on {point}.", side=side, point=points[move.origin])
    elif hand and not variant.rules.moving_while_placing:
        return IllegalMove("{side} still has men to place, so no man may move yet.", side=side)
    if (position.white | position.black) >> move.to & 1:
        return IllegalMove("{point} is not empty.", point=points[move.to])
    entry = MoveEntry(variant, position)
    pressed = [move.to] if move.origin is None else [move.origin, move.to]
    done = None
    for point in pressed + list(move.captures):
        if done is not None:
            if done.captures:
                return IllegalMove("That move takes too many men.")
            return _why_nothing_captured(variant, position, done)
        entry, done, reason = entry.press(point)
        if reason is not None:
            return reason
    if done is None and entry.capturing:
        names = ", ".join([points[point] for point in entry.capture_targets()])
        return IllegalMove("That move closes a mill, so it must say which man it takes: {names}.", names=names)
    return IllegalMove("That move isn't legal.")


def _why_nothing_captured(variant: Variant, position: Position, move: Move) -> IllegalMove:
    """Return the reason why a legal move without captures captures nothing."""
    if not MoveEntry(variant, position, move.origin, move.to).closes_mill():
        return IllegalMove("That move doesn't close a mill, so it can't take a man.")
    if variant.rules.mill_wins:
        return IllegalMove("In this game a row wins at once. No men are taken.")
    other = NAMES[1 - position.side]
    if not position.men(1 - position.side):
        return IllegalMove("{side} has no men on the board to take.", side=other)
    return IllegalMove("All of {side}'s men are safe in mills, so none can be taken.", side=other)
