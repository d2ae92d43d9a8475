"""A move as an arrow on the board: one that is advised, or one of a line. Loaded with the first."""

from __future__ import annotations

from morris_core import MorrisError, Move
from morris_core.geometry import Geometry
from morris_core.notation import parse_move
from morris_core.parts import ring, strike
from morris_core.svg import arrow

from ..model.state import State
from .nodes import Node, h


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
        return [h("g", {"class": "advice"}, ring("captured", geo.xy[next_captive(state, move)], geo.radius + 12))]
    return build_arrow(geo, move) if state.ui.entry.empty else []


def build_arrow(geo: Geometry, move: Move | None, kind: str = "") -> list[Node]:
    """Return a move as an arrow, or a ring where a man is placed, with a cross on each man that it takes.

    Args:
        kind: "" for the move meant, "before" for one that comes before it, "also" for one that is as good, "threat" for
            one of the other side.
    """
    if move is None:
        return []
    if move.origin is None:
        nodes = ring("move", geo.xy[move.to], geo.radius - 6)
    else:
        nodes = arrow(geo.xy[move.origin], geo.xy[move.to], geo.radius, "move")
    for captive in move.captures:
        nodes += strike(geo.xy[captive], 20)
    return [h("g", {"class": "advice " + kind if kind else "advice"}, nodes)]


def next_captive(state: State, move: Move) -> int:
    """Return the first man that a move takes and that has not been pressed yet."""
    return [point for point in move.captures if point not in state.ui.entry.captures][0]
