"""Turns as text: `d6`, `d6-d7`, with captures `d6xa1`, `d6-d7xa1xg4`.

May import position, variants, board, errors. Keeps to the MicroPython subset. The one invariant: what format_move
writes, parse_move reads back to the same Move.
"""

from .errors import NotationError, shown
from .position import Move
from .variants import Variant

# What other programs and word processors put in place of our two signs.
_DASHES = ("\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2212", "\u2192", ">")
_CROSSES = ("\u00d7", ":", "*")


def format_move(move: Move, variant: Variant) -> str:
    """Return the text of a turn.

    >>> from morris_core import find_variant
    >>> format_move(Move(4, 1, (21,)), find_variant("nine"))
    'd6-d7xa1'
    """
    points = variant.board.points
    text = points[move.to] if move.origin is None else points[move.origin] + "-" + points[move.to]
    for captive in move.captures:
        text += "x" + points[captive]
    return text


def parse_move(text: str, variant: Variant) -> Move:
    """Return the Move that a text spells on the variant's board; whether it is legal is not asked here.

    Case and spaces do not matter. Raises NotationError that names the part which is no point of the board.

    >>> from morris_core import find_variant
    >>> tuple(parse_move("D6 - d7 x a1", find_variant("nine")))
    (4, 1, (21,))
    """
    plain = "".join(text.lower().split())
    for sign in _DASHES:
        plain = plain.replace(sign, "-")
    for sign in _CROSSES:
        plain = plain.replace(sign, "x")
    if not plain:
        raise NotationError("There is no turn in an empty text; a turn looks like d6, d6-d7 or d6-d7xa1.")
    parts = plain.split("x")
    steps = parts[0].split("-")
    if len(steps) > 2:
        raise NotationError(shown(text) + " has more than one step; a turn looks like d6, d6-d7 or d6-d7xa1.")
    points = [_point(part, text, variant) for part in steps]
    captures = tuple(_point(part, text, variant) for part in parts[1:])
    return Move(points[0] if len(points) == 2 else None, points[-1], captures)


def _point(name: str, text: str, variant: Variant) -> int:
    point = variant.board.index.get(name)
    if point is None:
        what = "A point is missing" if not name else shown(name) + " is no point of this board"
        raise NotationError(
            f"{what} in {shown(text)}; points are named "
            f"{', '.join(variant.board.points[:2])}, ..., {variant.board.points[-1]}."
        )
    return point
