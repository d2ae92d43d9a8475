"""Moves as text: `d6`, `d6-d7`, with captures `d6xa1`, `d6-d7xa1xg4`.

Invariant: parse_move reads what format_move writes back to the same Move.
"""

from __future__ import annotations

from .characters import CROSSES, DASHES, lower_ascii, split_words
from .errors import NotationError, quote_input
from .named import find_variant
from .position import Move
from .variants import Variant

_MAX_LENGTH = 100  # characters; a move that closes six mills has 23, and may be written with spaces


def format_move(move: Move, variant: Variant | str) -> str:
    """Return the text of a move in a variant, which may be given by its name.

    >>> from morris_core import find_variant
    >>> format_move(Move(4, 1, (21,)), find_variant("nine"))
    'd6-d7xa1'
    """
    points = find_variant(variant).board.points
    text = points[move.to] if move.origin is None else points[move.origin] + "-" + points[move.to]
    for captive in move.captures:
        text += "x" + points[captive]
    return text


def parse_move(text: str, variant: Variant | str) -> Move:
    """Return the Move that a text describes on the variant's board; it need not be legal.

    Capitals and spaces do not matter. The variant may be given by its name.

    Raises:
        NotationError: The text is not a move; the message names the part that is not a point of the board.

    >>> from morris_core import find_variant
    >>> tuple(parse_move("D6 - d7 x a1", find_variant("nine")))
    (4, 1, (21,))
    """
    if len(text) > _MAX_LENGTH:
        raise NotationError(
            "{text} is far too long for a move. Moves look like d6, d6-d7 or d6-d7xa1.", text=quote_input(text)
        )
    variant = find_variant(variant)
    plain = lower_ascii("".join(split_words(text)))
    for dash in DASHES[1:]:
        plain = plain.replace(dash, "-")
    for cross in CROSSES[1:] + "*":
        plain = plain.replace(cross, "x")
    if not plain:
        raise NotationError("There's no move in an empty text. Moves look like d6, d6-d7 or d6-d7xa1.")
    parts = plain.split("x")
    steps = parts[0].split("-")
    if len(steps) > 2:
        raise NotationError(
            "{text} has more than one step. Moves look like d6, d6-d7 or d6-d7xa1.", text=quote_input(text)
        )
    points = [_point(part, text, variant) for part in steps]
    captures = tuple([_point(part, text, variant) for part in parts[1:]])
    return Move(points[0] if len(points) == 2 else None, points[-1], captures)


def _point(name: str, text: str, variant: Variant) -> int:
    points = variant.board.points
    point = variant.board.index.get(name)
    if point is not None:
        return point
    if name and name == text:
        template = "{name} isn't a point on this board. Points are named {first}, {second}, ..., {last}."
    elif name:
        template = "{name} in {text} isn't a point on this board. Points are named {first}, {second}, ..., {last}."
    else:
        template = "{text} is missing a point. Points are named {first}, {second}, ..., {last}."
    raise NotationError(
        template,
        name=quote_input(name),
        text=quote_input(text),
        first=points[0],
        second=points[1],
        last=points[-1],
    )
