"""The board as SVG nodes, made of the parts that every drawing of a board has, and of points to press.

Invariant: each point is one element with data-point that stays in its place. Men are below the points and have names,
so that they slide from place to place.
"""

from __future__ import annotations

from collections.abc import Sequence

from morris_core.board import bits
from morris_core.geometry import MARGIN, SPAN, VIEW_BOX, Geometry, geometry
from morris_core.parts import SIDES, field, man, mills, rim, shades, strike, trace

from ..kernel.features import hooks
from ..model.state import State
from ..model.ui import DRAGGED, JUMPED
from .nodes import Attributes, Child, Node, h
from .text import point_label, result_heading

# A state of points, what screen readers say for it, and the points.
Mark = tuple[str, str, list[int]]


class Pieces:
    """The men and points of a board as nodes. A node stays the same object until something about it changes."""

    def __init__(self, geo: Geometry) -> None:
        radius = geo.radius
        # Targets never overlap, and never cross the board's edge.
        reach = min(geo.step // 2, MARGIN)
        self.point_parts = [
            h("circle", {"class": "hit", "r": reach}),
            h("circle", {"class": "goal", "r": 17}),
            h("circle", {"class": "ring-edge", "r": radius + 4}),
            h("circle", {"class": "ring", "r": radius + 4}),
        ]
        self.point_parts += strike((0, 0), radius * 2 // 5)
        self.point_parts.append(h("circle", {"class": "focus", "r": radius + 9}))
        self.bodies = [h("g", {"class": "body"}, man(radius, side)) for side in SIDES]
        self._drawn: dict[str, Node] = {}

    def piece(self, kind: str, attributes: Attributes, parts: Child) -> Node:
        """Return the node of a piece, the same object as last time if nothing has changed.

        Most pieces don't change from one drawing to the next, and Render skips nodes that it has already drawn. The
        `key` in its attributes distinguishes it from others of its kind, whose `parts` are always the same.
        """
        key = kind + str(attributes["key"])
        node = self._drawn.get(key)
        if node is None or node[1] != attributes:
            node = self._drawn[key] = h("g", attributes, parts)
        return node


_pieces: dict[tuple[str, bool], Pieces] = {}


def pieces(geo: Geometry) -> Pieces:
    """Return the Pieces of a board from one side, made once."""
    key = (geo.board.name, geo.flipped)
    if key not in _pieces:
        _pieces[key] = Pieces(geo)
    return _pieces[key]


_PAINT = h("defs", {"key": "paint"}, [shades(side, side + "-man") for side in SIDES])

_grounds: dict[tuple[str, bool], Node] = {}


def ground(geo: Geometry) -> Node:
    """Return the rim, lines and points, which don't change while a board is shown from one side."""
    key = (geo.board.name, geo.flipped)
    if key not in _grounds:
        _grounds[key] = h("g", {"key": "ground", "class": "ground", "aria-hidden": "true"}, rim(geo) + field(geo))
    return _grounds[key]


def point_states(state: State, men: dict[int, str], marks: Sequence[Mark] = ()) -> list[list[str]]:
    """Return the states of every point, from movable, target, capture, selected, captured, mill and marked, and
    those that features mark."""
    board = state.variant.board
    entry = state.ui.entry
    states: list[list[str]] = [[] for _ in board.points]
    playing = state.ui.outcome is None and state.plays_here()
    if playing:
        if not state.position.hand(state.side) or state.variant.rules.moving_while_placing:
            for point in entry.movable():
                states[point].append("movable")
        for point in entry.targets():
            states[point].append("target")
        for point in entry.capture_targets():
            states[point].append("capture")
        if entry.origin is not None and not entry.capturing:
            states[entry.origin].append("selected")
    move = state.last_move
    if move and not entry.capturing:
        for captive in move.captures:
            states[captive].append("captured")
    for name, _words, points in marks:
        for point in points:
            states[point].append(name)
    for point in [] if state.guide is None else state.guide.marks(state):
        states[point].append("marked")
    white, black = men_masks(men)
    for mill in board.mills:
        if white & mill == mill or black & mill == mill:
            for point in bits(mill):
                if "mill" not in states[point]:
                    states[point].append("mill")
    return states


def men_masks(men: dict[int, str]) -> tuple[int, int]:
    """Return the masks of the white and the black men shown."""
    white = black = 0
    for point in men:
        if men[point][0] == "w":
            white |= 1 << point
        else:
            black |= 1 << point
    return white, black


def build_board(state: State) -> Node:
    """Return the board: the attributes of the svg element and its contents."""
    geo = geometry(state.variant.board, state.open.orientation == 1)
    men = state.men_shown()
    marks = [mark(state) for mark in hooks("marks")]
    states = point_states(state, men, marks)
    capturing = state.ui.entry.capturing
    move = None if capturing else state.last_move
    won = None if state.ui.outcome is None else state.ui.outcome.winner
    cheer = won is not None and state.ui.arrival and state.only_player_here() != 1 - won
    return h(
        "svg",
        {
            "viewBox": VIEW_BOX,
            "data-choice": "any" if state.ui.entry.empty else "some",
            "data-bottom": SIDES[state.open.orientation],
            "data-pace": state.ui.arrival or None,
        },
        _PAINT,
        ground(geo),
        h("g", {"key": "mills", "class": "mills", "aria-hidden": "true"}, mills(geo, *men_masks(men), state.closed())),
        # Another move has other elements, so that their motion begins anew.
        h(
            "g",
            {"key": f"trace{state.open.shown_ply}", "class": "trace", "aria-hidden": "true"},
            None if move is None else trace(geo, move),
        ),
        h("g", {"key": "men", "class": "men", "aria-hidden": "true"}, _men(state, geo, men, won)),
        h("g", {"key": "points", "class": "points"}, _points(state, geo, states, men, [mark[:2] for mark in marks])),
        _ribbon(result_heading(state)) if cheer else None,
        h("g", {"key": "notes", "id": "notes", "class": "notes", "aria-hidden": "true"}),
    )


def _ribbon(text: str) -> Node:
    """Return the banner of a win, which shows for a moment."""
    band = h("rect", {"x": 50, "y": SPAN // 2 - 56, "width": SPAN - 100, "height": 112, "rx": 24})
    width = SPAN - 150 if len(text) > 16 else None  # long names are squeezed
    words = h("text", {"x": SPAN // 2, "y": SPAN // 2, "textLength": width, "lengthAdjust": "spacingAndGlyphs"}, text)
    return h("g", {"key": "ribbon", "class": "ribbon", "aria-hidden": "true"}, band, words)


def _men(state: State, geo: Geometry, men: dict[int, str], won: int | None) -> list[Node]:
    entry, move = state.ui.entry, state.last_move
    placed = None
    if state.ui.arrival not in (JUMPED, DRAGGED):
        if entry.capturing:
            placed = entry.to if entry.origin is None else None
        elif move is not None and move.origin is None:
            placed = move.to
    drawn = pieces(geo)
    nodes = []
    for point in sorted(men, key=lambda point: men[point]):
        name = men[point]
        x, y = geo.xy[point]
        side = 0 if name[0] == "w" else 1
        kind = "man " + SIDES[side] + (" lost" if won == 1 - side else "")
        if point == state.ui.entry.origin and not state.ui.entry.capturing:
            kind += " lifted"
        place = f"translate({x}px, {y}px)"
        attributes: dict[str, str | bool] = {"key": name, "class": kind, "style:transform": place, "leave": True}
        if point == placed:
            attributes["enter"] = True
        nodes.append(drawn.piece("man", attributes, drawn.bodies[side]))
    return nodes


def _points(
    state: State, geo: Geometry, states: list[list[str]], men: dict[int, str], words: list[tuple[str, str]]
) -> list[Node]:
    drawn = pieces(geo)
    nodes = []
    for point, name in enumerate(geo.board.points):
        x, y = geo.xy[point]
        man = men.get(point)
        nodes.append(
            drawn.piece(
                "point",
                {
                    "key": name,
                    "class": "point",
                    "data-point": name,
                    "data-man": "none" if man is None else "white" if man[0] == "w" else "black",
                    "data-state": " ".join(states[point]),
                    "role": "button",
                    "aria-label": point_label(state, point, states[point], words),
                    "tabindex": 0 if point == state.ui.cursor else -1,
                    "transform": f"translate({x} {y})",
                },
                drawn.point_parts,
            )
        )
    return nodes
