"""Sanmill's position text: 17 fields, read and written in both of its dialects.

May import fen, game and what lies below them. Keeps to the MicroPython subset. The one invariant: what
format_sanmill_fen writes, parse_sanmill_fen reads back to the same men, hands, side to move and count of quiet plies.

The fields: rings (inner/middle/outer, eight signs each, clockwise from the top middle; `O` White, `@` Black, `*`
empty), side to move (`w`, `b`), phase (`p` placing, `m` moving, `o` over; `r`, `n` before the first turn), action
(`p` place, `s` select, `r` remove, `?` none), men on the board and in hand (White's, then Black's), men that each
side has still to remove, where each side's last mill was made from and to, a mask of mills, plies since the last
placement or capture, and the number of the move. Points are numbered 8 to 31 with 0 for none in the older dialect
("squares"), 0 to 23 with -1 for none in the newer one ("nodes"), which ends with the word `ids:nodes`.

Sanmill takes a removal for a turn of its own; a position in which one is pending has no counterpart here and is
refused. Its FEN knows nothing of last moves, so rules that look at them forget them; where its last mills were made
we pass over. Source: Position::fen and MillRules::export_fen of github.com/calcitem/Sanmill.
"""

from __future__ import annotations

from .board import Board, count
from .errors import NotationError, PositionError, shown
from .fen import check_position
from .game import Game
from .position import BLACK, NAMES, WHITE, Position
from .rules import settle
from .variants import Variant

DIALECTS = ("squares", "nodes")
_MARKER = "ids:nodes"
_SIGNS = {"O": WHITE, "@": BLACK}
# One ring, clockwise from the top middle, in steps from the centre (right, up).
_CLOCKWISE = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
_COUNTS = (
    "White's men on the board",
    "White's men in hand",
    "Black's men on the board",
    "Black's men in hand",
    "White's men to remove",
    "Black's men to remove",
    "White's last mill, from",
    "White's last mill, to",
    "Black's last mill, from",
    "Black's last mill, to",
    "the mask of mills",
    "the plies since the last capture",
    "the number of the move",
)


def looks_like_sanmill_fen(text: str) -> bool:
    """Return whether a text is meant as a position of Sanmill's: its first word has slashes and Sanmill's signs."""
    words = text.split()
    return bool(words) and words[0].count("/") >= 2 and any(sign in words[0] for sign in "O@*")


def format_sanmill_fen(game: Game, ply: int | None = None, dialect: str = "squares") -> str:
    """Return the position on the board (or after `ply` turns of the game) as Sanmill writes it.

    >>> from morris_core import Game, find_variant
    >>> format_sanmill_fen(Game(find_variant("nine")))
    '********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1'

    Raises PositionError for a board other than three squares.
    """
    ply = game.ply if ply is None else ply
    position = game.position_at(ply)
    rings = []
    for ring in _rings(game.variant):
        signs = ""
        for point in ring:
            signs += "O" if position.white >> point & 1 else "@" if position.black >> point & 1 else "*"
        rings.append(signs)
    # Sanmill's page knows no sign for "no action", so a game that is over is written as if a man were to be chosen.
    placing = position.hand(position.side) > 0
    over = ply == game.ply and game.outcome() is not None
    none = "-1" if dialect == "nodes" else "0"
    words = [
        "/".join(rings),
        "b" if position.side else "w",
        "o" if over else "p" if placing else "m",
        "p" if placing and not over else "s",
        str(count(position.white)),
        str(position.white_hand),
        str(count(position.black)),
        str(position.black_hand),
        "0",
        "0",
        none,
        none,
        none,
        none,
        "0",
        str(game.quiet_at(ply)),
        str(1 + max(0, game.first_ply + ply - position.side) // 2),
    ]
    if dialect == "nodes":
        words.append(_MARKER)
    return " ".join(words)


def parse_sanmill_fen(text: str, variant: Variant) -> Game:
    """Return a Game of the variant that begins at a position that Sanmill has written, in either dialect.

    Raises NotationError that names the damaged field, PositionError for a position that cannot occur in the variant,
    in which a removal is pending, or that comes from rules that are not ours.
    """
    rings = _rings(variant)
    words = text.split()
    if len(words) < 17:
        raise NotationError(f"A position of Sanmill's has 17 fields, but this one has {len(words)}.")
    for word in words[17:]:
        if word[:2] in ("c:", "i:", "l:", "s:"):
            raise PositionError(f"{shown(word)} tells of a way to take men that is not played here.")
        if word != _MARKER and word[:2] != "p:":
            raise NotationError(f"{shown(word)} after the 17 fields is not known.")
    men = _parse_rings(words[0], rings)
    if words[1] not in ("w", "b"):
        raise NotationError(f"The side to move is w or b, not {shown(words[1])}.")
    if words[2] not in ("n", "r", "p", "m", "o"):
        raise NotationError(f"The phase is p, m or o (or n, r before the start), not {shown(words[2])}.")
    if words[3] not in ("p", "s", "r", "?"):
        raise NotationError(f"The action is p, s, r or ?, not {shown(words[3])}.")
    numbers = [_number(words[4 + place], name) for place, name in enumerate(_COUNTS)]
    if words[3] == "r" or numbers[4] or numbers[5]:
        raise PositionError(
            "A man is still to be removed in this position. Here a turn and what it takes are one: "
            "give the position before that turn or after the removal."
        )
    for side in (WHITE, BLACK):
        if numbers[2 * side] != count(men[side]):
            raise NotationError(
                f"{NAMES[side]}'s men on the board are said to be {numbers[2 * side]}, but the rings show "
                f"{count(men[side])}."
            )
    _check_ranges(numbers, _MARKER in words[17:])
    hands = (numbers[1], numbers[3])
    if words[2] == "m" and (hands[0] or hands[1]) and not variant.rules.moving_while_placing:
        raise NotationError("The phase is said to be moving (m), but there are men in hand.")
    side = BLACK if words[1] == "b" else WHITE
    position = Position(men[0], men[1], hands[0], hands[1], side, None, None)
    check_position(variant, position)
    first_ply = max(0, 2 * (numbers[12] - 1)) + side
    return Game(variant, settle(variant, position), first_ply, numbers[11])


def _rings(variant: Variant) -> list[list[int]]:
    """Return the points of the inner, middle and outer ring in Sanmill's order. Raises PositionError."""
    board: Board = variant.board
    if len(board.points) != 24:
        raise PositionError(
            f"Sanmill plays on three squares only, not on the board {board.title!r} of {variant.title}."
        )
    files = "abcdefg"
    return [
        [board.index[files[3 + right * ring] + str(4 + up * ring)] for right, up in _CLOCKWISE] for ring in (1, 2, 3)
    ]


def _parse_rings(text: str, rings: list[list[int]]) -> tuple[int, int]:
    parts = text.split("/")
    if len(parts) != 3:
        raise NotationError(f"Three rings are told with / between them, but {shown(text)} has {len(parts)}.")
    men = [0, 0]
    for name, part, ring in zip(("inner", "middle", "outer"), parts, rings):
        if len(part) != 8:
            raise NotationError(f"The {name} ring has eight points, but {shown(part)} tells of {len(part)}.")
        for sign, point in zip(part, ring):
            if sign == "X":
                raise PositionError(f"The {name} ring has a marked point (X): a rule that is not played here.")
            if sign in _SIGNS:
                men[_SIGNS[sign]] |= 1 << point
            elif sign != "*":
                raise NotationError(f"In the {name} ring, {shown(sign)} is neither O, @ nor *.")
    return men[0], men[1]


def _number(text: str, field: str) -> int:
    """Return a whole number, with or without a minus, or raise NotationError."""
    digits = text[1:] if text[:1] == "-" else text
    # The mask of mills has at most 56 bits.
    if not 0 < len(digits) <= 18 or any(sign not in "0123456789" for sign in digits):
        raise NotationError(f"The field for {field} is a number, not {shown(text)}.")
    return int(text)


def _check_ranges(numbers: list[int], nodes: bool) -> None:
    """Raise NotationError for a number that Sanmill cannot have written."""
    for place, number in enumerate(numbers):
        if 6 <= place <= 9:
            # Positions of the time between the dialects have -1 without the marker.
            fits = -1 <= number <= 23 if nodes else number in (-1, 0) or 8 <= number <= 31
        else:
            fits = number >= 0 and (number < 1_000_000 or place == 10)
        if not fits:
            raise NotationError(f"The field for {_COUNTS[place]} cannot be {number}.")
