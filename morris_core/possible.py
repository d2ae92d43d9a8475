"""Whether a position can occur in a game, and why not. Loaded with the first position that is checked."""

from __future__ import annotations

from .board import count
from .errors import PositionError
from .named import find_variant
from .position import BLACK, NAMES, WHITE, Position
from .variants import Variant


def check_position(variant: Variant | str, position: Position) -> None:
    """Raise PositionError, with the reason, if the position cannot occur in a game of the variant.

    The check finds most but not all impossible positions, and never refuses a position of a game.

    >>> from morris_core import BOARDS
    >>> check_position("nine", Position(1, 2, 8, 7, WHITE, None, None, BOARDS["three-ring"]))
    Traceback (most recent call last):
    morris_core.errors.PositionError: White and Black take turns placing, so with White to move both must have the \
same number of men in hand. White has 8, Black 7.
    """
    variant = find_variant(variant)
    if position.white & position.black:
        raise PositionError("Two men are on the same point.")
    men = variant.rules.men
    for side, name in enumerate(NAMES):
        on_board, hand = count(position.men(side)), position.hand(side)
        if on_board + hand > men:
            raise PositionError(
                "Each side has {men} men in this game, but {side} has {on_board} on the board and {hand} in hand.",
                side=name,
                on_board=on_board,
                hand=hand,
                men=men,
            )
    if variant.rules.set_up and (position.white_hand or position.black_hand):
        raise PositionError("All men stand on the board from the start in this game, so nobody has men in hand.")
    if not (variant.rules.moving_while_placing or variant.rules.from_hand):
        _check_placing_by_turns(position)
    for side in (WHITE, BLACK):
        _check_captures(variant, position, side)
    _check_end(variant, position)
    for side in (WHITE, BLACK):
        _check_last(variant, position, side)


def _check_placing_by_turns(position: Position) -> None:
    """Raise PositionError if the sides cannot have placed these numbers of men in turn."""
    ahead = position.black_hand - position.white_hand
    if (position.white_hand or position.black_hand) and ahead != position.side:
        if position.side == WHITE:
            template = (
                "White and Black take turns placing, so with White to move both must have the same number of men in "
                "hand. White has {white}, Black {black}."
            )
        else:
            template = (
                "White and Black take turns placing, so with Black to move Black must have one more man in hand than "
                "White. White has {white}, Black {black}."
            )
        raise PositionError(template, black=position.black_hand, white=position.white_hand)


def _check_captures(variant: Variant, position: Position, side: int) -> None:
    """Raise PositionError if a side is missing men that cannot have been captured."""
    rules = variant.rules
    name, taker = NAMES[side], NAMES[1 - side]
    lost = rules.men - count(position.men(side)) - position.hand(side)
    if not lost:
        return
    if rules.mill_wins:
        raise PositionError(
            "No men are taken in this game, so {side} can't be missing any (missing: {lost}).", side=name, lost=lost
        )
    placed = rules.men - position.hand(1 - side)
    if placed < 3:
        raise PositionError(
            "{side} can't have closed a mill yet (men placed: {placed}), but {other} is missing men: {lost}.",
            side=taker,
            placed=placed,
            other=name,
            lost=lost,
        )
    # A side that can only place closes a mill with its third man at the earliest.
    most = (placed - 2) * rules.double_mill  # placed counts men taken from the hand too
    if lost > most and position.hand(1 - side) and not rules.moving_while_placing:
        raise PositionError(
            "{side} has placed {placed} men so far and can have taken {most} at most, but {other} is missing {lost}.",
            side=taker,
            placed=placed,
            most=most,
            other=name,
            lost=lost,
        )


def _check_end(variant: Variant, position: Position) -> None:
    """Raise PositionError if the game would have ended more than once, or the wrong side is to move."""
    beaten = []
    if variant.rules.mill_wins:
        template = "{other} has a row and has won, so it should be {side}'s turn."
        for side in (WHITE, BLACK):
            if any(position.men(1 - side) & mill == mill for mill in variant.board.mills):
                beaten.append(side)
        if len(beaten) == 2:
            raise PositionError("Both sides have a row, but the game ends with the first row.")
    else:
        template = "{side} has two men left and has lost, so it should be {side}'s turn."
        for side in (WHITE, BLACK):
            left = count(position.men(side)) + position.hand(side)
            if left < 2:
                raise PositionError(
                    "{side} has fewer than two men left ({left}), but the game ends when a side is down to two.",
                    side=NAMES[side],
                    left=left,
                )
            if left == 2:
                beaten.append(side)
        if len(beaten) == 2:
            raise PositionError("Both sides have two men left, but the game ends as soon as one side does.")
    if beaten and beaten[0] != position.side:
        raise PositionError(template, side=NAMES[beaten[0]], other=NAMES[1 - beaten[0]])


def _check_last(variant: Variant, position: Position, side: int) -> None:
    """Raise PositionError if a side's remembered move cannot have been its last move."""
    last = position.last(side)
    if last is None:
        return
    origin, to = last
    rules, board = variant.rules, variant.board
    own, other = position.men(side), position.men(1 - side)
    just_moved = side != position.side
    step = board.neighbours[origin] >> to & 1
    if position.hand(side) == rules.men or (position.hand(side) and not rules.moving_while_placing):
        template = "{side}'s last move can't have been {move}: {side} still has men to place."
    elif own >> origin & 1:
        template = "{side}'s last move can't have been {move}: {side} has a man on {origin}."
    elif just_moved and other >> origin & 1:
        template = "{side}'s last move can't have been {move}: {origin} is not empty."
    # The other side may have captured the man, but then its own man is not there.
    elif not own >> to & 1 and (just_moved or rules.mill_wins or other >> to & 1):
        template = "{side}'s last move can't have been {move}: {side} has no man on {to}."
    elif not step and (position.hand(side) or count(own) > rules.flying):
        template = "{side}'s last move can't have been {move}: no line joins these points."
    else:
        return
    names = board.points
    raise PositionError(
        template, side=NAMES[side], move=names[origin] + "-" + names[to], origin=names[origin], to=names[to]
    )
