"""A move as an arrow on the board: one that is advised, or one of a line. Loaded with the first."""

from __future__ import annotations

from morris_core import MorrisError
from morris_core.geometry import cross_path
from morris_core.notation import parse_move

from .nodes import h

TYPE_CHECKING = False
if TYPE_CHECKING:
    from morris_core import Move
    from morris_core.geometry import Geometry

    from ..model.state import State
    from .nodes import Node

# The classes of an arrow's line, start and end: for the move meant, and for moves that come before it.
_MEANT = ("advice", "advice start", "advice end")
_BEFORE = ("advice before", "advice start before", "advice end before")


def read_move(state: State, text: str | None) -> Move | None:
    try:
        return parse_move(text, state.variant) if text else None
    except MorrisError:
        return None


def build_advice(state: State, geo: Geometry, text: str) -> list[Node]:
    """Return the arrow of a move that is advised, or a ring around the man to take if a mill is closed on the board."""
    move = read_move(state, text)
    if move is None:
        return []
    if state.ui.entry.capturing:
        x, y = geo.xy[next_captive(state, move)]
        return [h("circle", {"class": "advice end", "cx": x, "cy": y, "r": geo.radius + 12})]
    return build_arrow(geo, move) if state.ui.entry.empty else []


def build_arrow(geo: Geometry, move: Move | None, meant: bool = True) -> list[Node]:
    """Return a move as an arrow, with rings and crosses. `meant`: whether it is the move meant, or comes before it."""
    if move is None:
        return []
    way, start, end = _MEANT if meant else _BEFORE
    nodes = []
    x, y = geo.xy[move.to]
    if move.origin is not None:
        from_x, from_y = geo.xy[move.origin]
        nodes.append(h("path", {"class": way, "d": f"M{from_x} {from_y}L{x} {y}"}))
        nodes.append(h("circle", {"class": start, "cx": from_x, "cy": from_y, "r": 12}))
    nodes.append(h("circle", {"class": end, "cx": x, "cy": y, "r": geo.radius - 6}))
    for captive in move.captures:
        x, y = geo.xy[captive]
        nodes.append(h("path", {"class": way, "d": cross_path(x, y, 20)}))
    return nodes


def next_captive(state: State, move: Move) -> int:
    """Return the first man that a move takes and that has not been pressed yet."""
    return [point for point in move.captures if point not in state.ui.entry.captures][0]
