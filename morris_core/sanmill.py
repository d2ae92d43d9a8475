"""Sanmill's position text: 17 fields, read and written in both of its dialects.

Invariant: parse_sanmill_start reads what write_sanmill_fen writes back to the same men, hands, side to move and count
of quiet plies.

The fields: rings (inner/middle/outer, eight characters each, clockwise from the top middle; `O` White, `@` Black, `*`
empty), side to move (`w`, `b`), phase (`p` placing, `m` moving, `o` over; `r`, `n` before the first move), action
(`p` place, `s` select, `r` remove, `?` none), men on the board and in hand (White's, then Black's), men that each
side still has to remove, where each side's last mill was made from and to, a mask of mills, plies since the last
placement or capture, and the number of the move. Points are numbered 8 to 31 with 0 for none in the older dialect
("squares"), 0 to 23 with -1 for none in the newer one ("nodes"), which ends with the word `ids:nodes`.

In Sanmill a removal is a move of its own, so a position with a pending removal has no counterpart here and is refused.
The text has no last moves, so rules that depend on them start without any; the fields for the last mills are ignored.

Source: Position::fen and MillRules::export_fen of github.com/calcitem/Sanmill.
"""

from __future__ import annotations

from .board import FILES, Board, count
from .characters import is_number, split_words
from .errors import NotationError, PositionError, quote_input
from .marks import without_marks
from .position import BLACK, NAMES, WHITE, Position
from .possible import check_position
from .rules import settle
from .variants import Variant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    Dialect = Literal["squares", "nodes"]

_MARKER = "ids:nodes"
_MEN = {"O": WHITE, "@": BLACK}
# One ring, clockwise from the top middle, in steps from the centre (right, up).
_CLOCKWISE = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
_RINGS = ("inner", "middle", "outer")
_COUNTS = (
    "White's men on the board",
    "White's men in hand",
    "Black's men on the board",
    "Black's men in hand",
    "White's men to remove",
    "Black's men to remove",
    "the start of White's last mill move",
    "the end of White's last mill move",
    "the start of Black's last mill move",
    "the end of Black's last mill move",
    "the mill mask",
    "the plies since the last capture",
    "the move number",
)


def write_sanmill_fen(variant: Variant, position: Position, quiet: int, ply: int, over: bool, dialect: Dialect) -> str:
    """Return a position as Sanmill writes it.

    Args:
        quiet: Plies in a row without a placement or capture.
        ply: Plies played.
        over: Whether the game is over.

    Raises:
        PositionError: The board is not the one with three squares.

    >>> from morris_core import Game
    >>> Game().sanmill_fen()
    '********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1'
    """
    rings = []
    for ring in _rings(variant):
        text = ""
        for point in ring:
            text += "O" if position.white >> point & 1 else "@" if position.black >> point & 1 else "*"
        rings.append(text)
    # Sanmill's page has no letter for "no action", so a game that is over has the action "select".
    placing = position.hand(position.side) > 0
    none = "-1" if dialect == "nodes" else "0"
    words = [
        "/".join(rings),
        "b" if position.side == BLACK else "w",
        "o" if over else "p" if placing else "m",
        "p" if placing and not over else "s",
        str(count(position.white)),
        str(position.white_hand),
        str(count(position.black)),
        str(position.black_hand),
    ]
    words += ["0", "0", none, none, none, none, "0"]
    words += [
        str(quiet),
        str(1 + max(0, ply - position.side) // 2),
    ]
    if dialect == "nodes":
        words.append(_MARKER)
    return " ".join(words)


def parse_sanmill_start(text: str, variant: Variant) -> tuple[Position, int, int]:
    """Return a position that Sanmill has written, in either dialect, the plies before it, and the last quiet plies.

    Raises:
        NotationError: The text is damaged; the message names the field.
        PositionError: The position cannot occur in the variant, has a pending removal, or comes from other rules.
    """
    rings = _rings(variant)
    words = _in_full(split_words(without_marks(text)))
    if len(words) < 17:
        raise NotationError("A Sanmill position has 17 fields, but this one has {count}.", count=len(words))
    for word in words[17:]:
        if word[:2] in ("c:", "i:", "l:", "s:"):
            raise PositionError(
                "{text} stands for a way of capturing that isn't supported here.", text=quote_input(word)
            )
        if word != _MARKER and word[:2] != "p:":
            raise NotationError("This text after the 17 fields is unknown: {text}.", text=quote_input(word))
    men = _parse_rings(words[0], rings)
    if words[1] not in ("w", "b"):
        raise NotationError("The side to move must be w or b, not {text}.", text=quote_input(words[1]))
    if words[2] not in ("n", "r", "p", "m", "o"):
        raise NotationError(
            "The phase must be p, m or o (or n, r before the start), not {text}.", text=quote_input(words[2])
        )
    if words[3] not in ("p", "s", "r", "?"):
        raise NotationError("The action must be p, s, r or ?, not {text}.", text=quote_input(words[3]))
    numbers = [_number(words[4 + index], name) for index, name in enumerate(_COUNTS)]
    if words[3] == "r" or numbers[4] or numbers[5]:
        raise PositionError(
            "In this position a man must still be taken. Here a move includes its capture, so use the position before "
            "that move or after the capture."
        )
    for side in (WHITE, BLACK):
        if numbers[2 * side] != count(men[side]):
            raise NotationError(
                "{side}'s men on the board: this position says {number}, but the rings show {count}.",
                side=NAMES[side],
                number=numbers[2 * side],
                count=count(men[side]),
            )
    _check_ranges(numbers, _MARKER in words[17:])
    hands = (numbers[1], numbers[3])
    if words[2] == "m" and (hands[0] or hands[1]) and not variant.rules.moving_while_placing:
        raise NotationError("The phase is moving (m), but there are still men in hand.")
    side = BLACK if words[1] == "b" else WHITE
    position = Position(men[0], men[1], hands[0], hands[1], side, None, None, variant.board)
    check_position(variant, position)
    first_ply = max(0, 2 * (numbers[12] - 1)) + side
    return settle(variant, position), first_ply, numbers[11]


def _in_full(words: list[str]) -> list[str]:
    """Return the fields with those that older versions did not write: they had one or two numbers of men to remove, and
    then the last two fields, with or without some of those between, which are ignored.
    """
    if not 11 <= len(words) <= 16 or not is_number(words[-1]):
        return words
    remove = words[8:-2][:2] + ["0"]
    return words[:8] + remove[:2] + ["0"] * 5 + words[-2:]


def _rings(variant: Variant) -> list[list[int]]:
    """Return the points of the inner, middle and outer ring in Sanmill's order. Raises PositionError."""
    board: Board = variant.board
    names = [[FILES[3 + right * ring] + str(4 + up * ring) for right, up in _CLOCKWISE] for ring in (1, 2, 3)]
    if len(board.points) != 24 or not all(name in board.index for ring in names for name in ring):
        raise PositionError(
            "Sanmill plays only on the board with three squares, not on the board {board} of {variant}.",
            board=quote_input(board.title),
            variant=variant.title,
        )
    return [[board.index[name] for name in ring] for ring in names]


def _parse_rings(text: str, rings: list[list[int]]) -> tuple[int, int]:
    parts = text.split("/")
    if len(parts) != 3:
        raise NotationError(
            "There must be three rings with / between them, but {text} has {count}.",
            text=quote_input(text),
            count=len(parts),
        )
    men = [0, 0]
    for name, part, ring in zip(_RINGS, parts, rings):
        if len(part) != 8:
            raise NotationError(
                "The {ring} ring has eight points, but {text} gives {count}.",
                ring=name,
                text=quote_input(part),
                count=len(part),
            )
        for character, point in zip(part, ring):
            if character == "X":
                raise PositionError(
                    "The {ring} ring has a marked point (X), which stands for a rule that isn't supported here.",
                    ring=name,
                )
            if character in _MEN:
                men[_MEN[character]] |= 1 << point
            elif character != "*":
                raise NotationError(
                    "In the {ring} ring, {text} isn't O, @ or *.", ring=name, text=quote_input(character)
                )
    return men[0], men[1]


def _number(text: str, field: str) -> int:
    """Return a whole number with or without a minus, or raise NotationError."""
    # The mask of mills has at most 56 bits.
    if not is_number(text[1:] if text[:1] == "-" else text, 18):
        raise NotationError("The field for {field} must be a number, not {text}.", field=field, text=quote_input(text))
    return int(text)


def _check_ranges(numbers: list[int], nodes: bool) -> None:
    """Raise NotationError for a number that Sanmill cannot have written."""
    for index, number in enumerate(numbers):
        if 6 <= index <= 9:
            # Positions written between the two dialects have -1 without the marker.
            fits = -1 <= number <= 23 if nodes else number in (-1, 0) or 8 <= number <= 31
        else:
            fits = number >= 0 and (number < 1_000_000 or index == 10)
        if not fits:
            raise NotationError("The field for {field} can't be {number}.", field=_COUNTS[index], number=number)
