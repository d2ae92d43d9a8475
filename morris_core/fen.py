"""Positions as text (FEN): `ranks side white-hand black-hand last quiet move`.

Invariant: parse_start reads what format_position writes back to the same position and counts, up to a quiet and a move
of 999 999; higher counts are written as that.

Ranks go from the top, separated by `/`: `W` and `B` for men, digits for runs of empty points. Side is `w` or `b`. Last
is `-` or the last moves that the rules need (`w:d6-d7,b:a1-a4`). Quiet counts plies without a placement or capture, and
move is the number of plies played, plus one. Nine men's morris starts at `3/3/3/6/3/3/3 w 9 9 - 0 1`.
"""

from __future__ import annotations

from .board import Board, count
from .characters import DIGITS, is_number, split_words
from .errors import NotationError, PositionError, quote_input
from .position import BLACK, NAMES, WHITE, Position
from .rules import settle
from .variants import Variant

_FIELDS = ("ranks", "side", "white-hand", "black-hand", "last", "quiet", "move")


def format_position(variant: Variant, position: Position, quiet: int = 0, move: int = 1) -> str:
    """Return a position as text.

    Args:
        quiet: Plies in a row without a placement or capture.
        move: Plies played, plus one.
    """
    board = variant.board
    lasts = []
    for letter, last in (("w", position.white_last), ("b", position.black_last)):
        if last:
            lasts.append(letter + ":" + board.points[last[0]] + "-" + board.points[last[1]])
    return " ".join(
        (
            format_ranks(board, position.white, position.black),
            "b" if position.side else "w",
            str(position.white_hand),
            str(position.black_hand),
            ",".join(lasts) or "-",
            # The reader takes at most six digits.
            str(min(quiet, 999_999)),
            str(min(move, 999_999)),
        )
    )


def format_ranks(board: Board, white: int, black: int) -> str:
    """Return the men on a board as ranks, from the top."""
    ranks = []
    for rank in range(board.size, 0, -1):
        text = ""
        run = 0
        for point, name in enumerate(board.points):
            if name[1:] != str(rank):
                continue
            man = "W" if white >> point & 1 else "B" if black >> point & 1 else ""
            if man and run:
                text += str(run)
                run = 0
            text += man
            run += not man
        ranks.append(text + str(run) if run else text)
    return "/".join(ranks)


def looks_like_sanmill_fen(text: str) -> bool:
    """Return whether a text looks like a Sanmill position: its first word has a slash and one of `O@*`."""
    words = split_words(text[:200])
    return bool(words) and "/" in words[0] and any(man in words[0] for man in "O@*")


def parse_start(text: str, variant: Variant) -> tuple[Position, int, int]:
    """Return (the position that a text describes, the plies before it, how many of the last of them in a row were
    quiet).

    The fields from `last` on are optional. If the side to move has to pass, it is the other side's turn.

    Raises:
        NotationError: The text is damaged; the message names the field.
        PositionError: The position cannot occur in the variant.
    """
    fields = split_words(text)
    if not 4 <= len(fields) <= 7:
        raise NotationError(
            "A position needs the fields {names} (the last three are optional), but {text} has {count}.",
            names=", ".join(_FIELDS),
            text=quote_input(text),
            count=len(fields),
        )
    fields += ["-", "0", "1"][len(fields) - 4 :]
    white, black = _parse_ranks(fields[0], variant.board)
    if fields[1] not in ("w", "b"):
        raise NotationError("The side to move must be w or b, not {text}.", text=quote_input(fields[1]))
    numbers = [_number(fields[index], _FIELDS[index]) for index in (2, 3, 5, 6)]
    if numbers[3] < 1:
        raise NotationError("The field move must be a number from 1 up, not {text}.", text=quote_input(fields[6]))
    lasts = _parse_last(fields[4], variant)
    position = Position(
        white, black, numbers[0], numbers[1], BLACK if fields[1] == "b" else WHITE, lasts.get("w"), lasts.get("b")
    )
    check_position(variant, position)
    return settle(variant, position.on(variant.board)), numbers[3] - 1, numbers[2]


def check_position(variant: Variant, position: Position) -> None:
    """Raise PositionError, with the reason, if the position cannot occur in a game of the variant.

    The check finds most but not all impossible positions, and never refuses a position of a game.

    >>> from morris_core import find_variant
    >>> check_position(find_variant("nine"), Position(1, 2, 8, 7, WHITE, None, None))
    Traceback (most recent call last):
    morris_core.errors.PositionError: White and Black take turns placing, so with White to move both must have the \
same number of men in hand. White has 8, Black 7.
    """
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
    if not variant.rules.moving_while_placing:
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
    most = (placed - 2) * rules.double_mill
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


def _parse_ranks(text: str, board: Board) -> tuple[int, int]:
    ranks = text.split("/")
    if len(ranks) != board.size:
        raise NotationError(
            "This board has {size} ranks, but {text} has {count}.",
            size=board.size,
            text=quote_input(text),
            count=len(ranks),
        )
    men = {"W": 0, "B": 0}
    for row, rank in enumerate(ranks):
        number = str(board.size - row)
        points = [point for point, name in enumerate(board.points) if name[1:] == number]
        filled = 0
        for character in rank:
            if character in men:
                if filled < len(points):
                    men[character] |= 1 << points[filled]
                filled += 1
            elif character in DIGITS[1:]:
                filled += int(character)
            else:
                raise NotationError(
                    "In rank {rank}, {text} isn't W, B or a number of empty points.",
                    rank=number,
                    text=quote_input(character),
                )
        if filled != len(points):
            raise NotationError(
                "Rank {rank} has {size} points, but {text} gives {count}.",
                rank=number,
                size=len(points),
                text=quote_input(rank),
                count=filled,
            )
    return men["W"], men["B"]


def _number(text: str, field: str) -> int:
    if is_number(text):
        return int(text)
    raise NotationError(
        "The field {field} must be a number of at most six digits, not {text}.", field=field, text=quote_input(text)
    )


def _parse_last(text: str, variant: Variant) -> dict[str, tuple[int, int]]:
    """Return the remembered moves by side; they are dropped if the rules do not depend on them."""
    found: dict[str, tuple[int, int]] = {}
    if text == "-":
        return found
    index = variant.board.index
    for part in text.split(","):
        side, _, step = part.partition(":")
        origin, _, to = step.partition("-")
        if side not in ("w", "b") or side in found or origin not in index or to not in index or origin == to:
            raise NotationError(
                "The field last must look like w:d6-d7,b:a1-a4 or be -, not {text}.", text=quote_input(text)
            )
        found[side] = (index[origin], index[to])
    return found if variant.rules.remembers else {}
