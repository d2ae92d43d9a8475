"""Positions as text (FEN): `ranks side white-hand black-hand last quiet turn`.

May import game, rules, position, variants, board, errors. Keeps to the MicroPython subset. The one invariant: what
format_fen writes, parse_fen reads back to the same position and counts.

Ranks stand from the top, `/` between them, `W` and `B` for men, digits for runs of empty points; side is `w` or `b`;
last is `-` or the last moves that the rules need (`w:d6-d7,b:a1-a4`); quiet counts plies without placing or taking;
turn is the plies played, plus one. The start of nine men's morris is `3/3/3/6/3/3/3 w 9 9 - 0 1`.
"""

from __future__ import annotations

from .board import Board, count
from .errors import NotationError, PositionError, shown
from .game import Game
from .position import BLACK, NAMES, WHITE, Position
from .rules import settle
from .variants import Variant

_FIELDS = ("ranks", "side", "white-hand", "black-hand", "last", "quiet", "turn")


def format_fen(game: Game, ply: int | None = None) -> str:
    """Return the position on the board (or after `ply` turns of the game) as text.

    >>> from morris_core import Game, find_variant
    >>> game = Game(find_variant("nine"))
    >>> _ = game.play("d6")
    >>> format_fen(game), format_fen(game, 0)
    ('3/1W1/3/6/3/3/3 b 8 9 - 0 2', '3/3/3/6/3/3/3 w 9 9 - 0 1')
    """
    ply = game.ply if ply is None else ply
    return format_position(game.variant, game.position_at(ply), game.quiet_at(ply), game.first_ply + ply + 1)


def format_position(variant: Variant, position: Position, quiet: int = 0, turn: int = 1) -> str:
    """Return a position as text. quiet: plies in a row without placing or taking; turn: plies played, plus one."""
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
            str(quiet),
            str(turn),
        )
    )


def format_ranks(board: Board, white: int, black: int) -> str:
    """Return the men on a board as ranks from the top."""
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


def parse_fen(text: str, variant: Variant) -> Position:
    """Return the Position a text tells. Raises NotationError for damaged text, PositionError for what cannot occur."""
    return parse_fen_game(text, variant).start


def parse_fen_game(text: str, variant: Variant) -> Game:
    """Return a Game that begins at the position a text tells, its counts of quiet plies and turns included.

    Fields from `last` on may be left out. Raises NotationError that names the damaged field, PositionError for a
    position that cannot occur in the variant.
    """
    fields = text.split()
    if not 4 <= len(fields) <= 7:
        raise NotationError(
            f"A position has the fields {', '.join(_FIELDS)} (the last three may be left out); "
            f"{shown(text)} has {len(fields)}."
        )
    fields += ["-", "0", "1"][len(fields) - 4 :]
    white, black = _parse_ranks(fields[0], variant.board)
    if fields[1] not in ("w", "b"):
        raise NotationError(f"The side to move is w or b, not {shown(fields[1])}.")
    numbers = [_number(fields[place], _FIELDS[place]) for place in (2, 3, 5, 6)]
    if numbers[3] < 1:
        raise NotationError(f"The field turn counts from 1, not {shown(fields[6])}.")
    lasts = _parse_last(fields[4], variant)
    position = Position(
        white, black, numbers[0], numbers[1], BLACK if fields[1] == "b" else WHITE, lasts.get("w"), lasts.get("b")
    )
    check_position(variant, position)
    return Game(variant, settle(variant, position), numbers[3] - 1, numbers[2])


def check_position(variant: Variant, position: Position) -> None:
    """Raise PositionError, with the reason, when the position cannot occur in a game of the variant.

    Not every impossible position is found out, but no position of a game is refused.

    >>> from morris_core import find_variant
    >>> check_position(find_variant("nine"), Position(1, 2, 8, 7, WHITE, None, None))
    Traceback (most recent call last):
    morris_core.errors.PositionError: White and Black place in turn, so with White to move Black has as many men \
in hand as White, not 7 against 8.
    """
    if position.white & position.black:
        raise PositionError("Two men stand on one point.")
    men = variant.rules.men
    for side, name in enumerate(NAMES):
        on_board, hand = count(position.men(side)), position.hand(side)
        if on_board + hand > men:
            raise PositionError(
                f"{name} has {on_board} men on the board and {hand} in hand, but only {men} in this game."
            )
    if not variant.rules.moving_while_placing:
        _check_placing_in_turn(position)
    for side in (WHITE, BLACK):
        _check_captures(variant, position, side)
    _check_end(variant, position)
    for side in (WHITE, BLACK):
        if position.last(side):
            _check_last(variant, position, side)


def _check_placing_in_turn(position: Position) -> None:
    """Raise PositionError where a side has placed more often than its turns allow."""
    ahead = position.black_hand - position.white_hand
    if (position.white_hand or position.black_hand) and ahead != position.side:
        expected = "as many men in hand as White" if position.side == WHITE else "one man more in hand than White"
        raise PositionError(
            f"White and Black place in turn, so with {NAMES[position.side]} to move Black has {expected}, "
            f"not {position.black_hand} against {position.white_hand}."
        )


def _check_captures(variant: Variant, position: Position, side: int) -> None:
    """Raise PositionError where a side lacks men that cannot have been taken."""
    rules = variant.rules
    name, taker = NAMES[side], NAMES[1 - side]
    lost = rules.men - count(position.men(side)) - position.hand(side)
    if not lost:
        return
    if rules.mill_wins:
        raise PositionError(f"Nothing is taken in this game, so {name} cannot have lost {_men(lost)}.")
    placed = rules.men - position.hand(1 - side)
    if placed < 3:
        raise PositionError(
            f"{taker} has placed {_men(placed)} so far and cannot have closed a mill, but {name} lacks {_men(lost)}."
        )
    # As long as a side can only place, its third man is the first that can close a mill.
    most = (placed - 2) * rules.double_mill
    if lost > most and position.hand(1 - side) and not rules.moving_while_placing:
        raise PositionError(
            f"{taker} has placed {_men(placed)} so far and can have taken {most} at most, but {name} lacks {lost}."
        )


def _check_end(variant: Variant, position: Position) -> None:
    """Raise PositionError where the game has ended more than once, or with the wrong side to move."""
    beaten = []
    if variant.rules.mill_wins:
        why = "has no row, but the other side has"
        for side in (WHITE, BLACK):
            if any(position.men(1 - side) & mill == mill for mill in variant.board.mills):
                beaten.append(side)
        if len(beaten) == 2:
            raise PositionError("Both sides have a row; the first row ends the game.")
    else:
        why = "has two men left"
        for side in (WHITE, BLACK):
            left = count(position.men(side)) + position.hand(side)
            if left < 2:
                raise PositionError(f"{NAMES[side]} has {_men(left)} left; the game ends when a side has two.")
            if left == 2:
                beaten.append(side)
        if len(beaten) == 2:
            raise PositionError("Both sides have two men left; the first of them has lost.")
    if beaten and beaten[0] != position.side:
        name = NAMES[beaten[0]]
        raise PositionError(f"{name} {why} and has lost, so it would be {name}'s turn.")


def _check_last(variant: Variant, position: Position, side: int) -> None:
    """Raise PositionError where a side's remembered move cannot have been its last turn."""
    last = position.last(side)
    if last is None:
        return
    origin, to = last
    rules, board = variant.rules, variant.board
    own, other = position.men(side), position.men(1 - side)
    just_moved = side != position.side
    step = board.neighbours[origin] >> to & 1
    reason = ""
    if position.hand(side) == rules.men or (position.hand(side) and not rules.moving_while_placing):
        reason = "it still has men to place"
    elif own >> origin & 1:
        reason = f"it has a man on {board.points[origin]}"
    elif just_moved and other >> origin & 1:
        reason = f"{board.points[origin]} is not empty"
    # The other side's turn may have taken the man, but then it has put no man there.
    elif not own >> to & 1 and (just_moved or rules.mill_wins or other >> to & 1):
        reason = f"it has no man on {board.points[to]}"
    elif not step and (position.hand(side) or count(own) > rules.flying):
        reason = "there is no line between these points"
    if reason:
        raise PositionError(
            f"{NAMES[side]} cannot have moved {board.points[origin]}-{board.points[to]} with its last turn: {reason}."
        )


def _men(number: int) -> str:
    return "1 man" if number == 1 else f"{number} men"


def _parse_ranks(text: str, board: Board) -> tuple[int, int]:
    ranks = text.split("/")
    if len(ranks) != board.size:
        raise NotationError(f"This board has {board.size} ranks, but {shown(text)} has {len(ranks)}.")
    men = {"W": 0, "B": 0}
    for row, rank in enumerate(ranks):
        number = str(board.size - row)
        points = [point for point, name in enumerate(board.points) if name[1:] == number]
        filled = 0
        for sign in rank:
            if sign in men:
                if filled < len(points):
                    men[sign] |= 1 << points[filled]
                filled += 1
            elif sign in "123456789":
                filled += int(sign)
            else:
                raise NotationError(f"In rank {number}, {shown(sign)} is neither W, B nor a number of empty points.")
        if filled != len(points):
            raise NotationError(f"Rank {number} has {len(points)} points, but {shown(rank)} tells of {filled}.")
    return men["W"], men["B"]


def _number(text: str, field: str) -> int:
    for sign in text:
        if sign not in "0123456789":
            raise NotationError(f"The field {field} is a number, not {shown(text)}.")
    if len(text) > 6:
        raise NotationError(f"The field {field} is far too large: {text[:12]}.")
    return int(text)


def _parse_last(text: str, variant: Variant) -> dict[str, tuple[int, int]]:
    """Return the remembered moves by side; those that the rules do not look at are dropped."""
    found: dict[str, tuple[int, int]] = {}
    if text == "-":
        return found
    index = variant.board.index
    for part in text.split(","):
        side, _, step = part.partition(":")
        origin, _, to = step.partition("-")
        if side not in ("w", "b") or side in found or origin not in index or to not in index or origin == to:
            raise NotationError(f"The field last looks like w:d6-d7,b:a1-a4 or is -, not {shown(text)}.")
        found[side] = (index[origin], index[to])
    return found if variant.rules.remembers else {}
