"""Arrows and circles in comments, as Lichess writes them: `[%cal Gd6f4,Rb2b4]` and `[%csl Gd6]`.

A shape is text: a colour (green, red, yellow or blue), a point, and in an arrow the point to which it leads. They are
part of the comment, so records, links and merged games have them too.

>>> from morris_core import find_variant
>>> board = find_variant("nine").board
>>> read_shapes("Threatens f2. [%csl Gf2] [%cal Gf4f2]", board)
('Threatens f2.', ['Gf2', 'Gf4f2'])
>>> write_shapes("Threatens f2.", ["Gf2", "Gf4f2"])
'Threatens f2. [%csl Gf2] [%cal Gf4f2]'
"""

from __future__ import annotations

from .comments import take_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .board import Board

COLOURS = "GRYB"
_COMMANDS = ("csl", "cal")  # of shapes with one point and with two
_MOST_READ = 100
# The page asks for the same comments whenever it draws, so the latest are not read again.
_read: dict[tuple[str, Board], tuple[str, list[str]]] = {}


def read_shapes(comment: str, board: Board) -> tuple[str, list[str]]:
    """Return a comment without its shapes, and the shapes, not to be changed. Commands with anything else stay in the
    comment.
    """
    if "[%" not in comment:
        return comment, []
    key = (comment, board)
    if key not in _read:
        if len(_read) >= _MOST_READ:
            _read.clear()
        text, found = take_out(comment, lambda inside: _shapes(inside.split(), board))
        shapes: list[str] = []
        known = set()
        for shape in found:
            if shape not in known:
                known.add(shape)
                shapes.append(shape)
        _read[key] = text, shapes
    return _read[key]


def _shapes(words: list[str], board: Board) -> list[str]:
    """Return the shapes of a command, none if it has anything else."""
    if len(words) != 2 or words[0] not in _COMMANDS:
        return []
    found, points = words[1].split(","), 1 + _COMMANDS.index(words[0])
    return found if all(is_shape(one, board) and len(points_of(one)) == points for one in found) else []


def write_shapes(text: str, shapes: list[str]) -> str:
    """Return a comment with shapes."""
    parts = [text] if text else []
    for points, command in enumerate(_COMMANDS, 1):
        found = [one for one in shapes if len(points_of(one)) == points]
        if found:
            parts.append("[%" + command + " " + ",".join(found) + "]")
    return " ".join(parts)


def points_of(shape: str) -> list[str]:
    """Return the names of a shape's points."""
    return [shape[place : place + 2] for place in range(1, len(shape), 2)]


def is_shape(text: str, board: Board) -> bool:
    """Return whether a text is a shape on a board."""
    points = points_of(text)
    known = all(point in board.index for point in points)
    return text[:1] in list(COLOURS) and len(points) in (1, 2) and len(set(points)) == len(points) and known


def drawn_shapes(comment: str, board: Board) -> tuple[list[tuple[str, str, str]], list[tuple[str, str]]]:
    """Return the arrows and circles of a comment as svg.board takes them.

    >>> from morris_core import find_variant
    >>> drawn_shapes("[%csl Gf2] [%cal Rf4f2]", find_variant("nine").board)
    ([('f4', 'f2', 'R')], [('f2', 'G')])
    """
    arrows, circles = [], []
    for shape in read_shapes(comment, board)[1]:
        points = points_of(shape)
        if len(points) == 2:
            arrows.append((points[0], points[1], shape[0]))
        else:
            circles.append((points[0], shape[0]))
    return arrows, circles
