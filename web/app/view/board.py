"""The board as SVG nodes: lines, mills, the mark of the last move, men, points, and the values of the analysis.

Invariant: each point is one element with data-point that stays in its place. Men are below the points and have names,
so that they slide from place to place.
"""

from __future__ import annotations

from morris_core.board import FILES, bits
from morris_core.geometry import FIELD, MARGIN, RIM, SPAN, VIEW_BOX, cross_path, geometry, line_paths
from morris_core.position import SIDES

from ..kernel.features import hooks
from ..model.ui import DRAGGED, JUMPED
from .nodes import h
from .text import point_label, result_heading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from morris_core import Move
    from morris_core.geometry import Geometry

    from ..model.state import State
    from .nodes import Attributes, Child, Node

    # A state of points, what screen readers say for it, and the points.
    Mark = tuple[str, str, list[int]]


def round_part(kind: str, radius: int) -> Node:
    """Return a circle of a man, as a rectangle with round corners so that a style sheet can make it a square."""
    size = 2 * radius
    return h("rect", {"class": kind, "x": -radius, "y": -radius, "width": size, "height": size, "rx": radius})


class Pieces:
    """The men and points of a board as nodes. A node stays the same object until something about it changes."""

    def __init__(self, geo: Geometry) -> None:
        radius = geo.radius
        # Targets never overlap, and never cross the board's edge.
        reach = min(geo.step // 2, MARGIN)
        self.point_parts = [
            h("circle", {"class": "hit", "r": reach}),
            h("circle", {"class": "goal", "r": 17}),
            h("circle", {"class": "halo", "r": radius + 4}),
            h("path", {"class": "cross", "d": cross_path(0, 0, radius * 2 // 5)}),
            h("circle", {"class": "focus", "r": radius + 9}),
        ]
        self.body = h(
            "g",
            {"class": "body"},
            h("circle", {"class": "shadow", "cy": 5, "r": radius + 1}),
            round_part("disc", radius),
            round_part("groove", radius * 2 // 3),
        )
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


def _gradient(side: str) -> Node:
    return h(
        "radialGradient",
        {"id": side + "-man", "cx": "0.38", "cy": "0.3", "r": "0.8"},
        h("stop", {"offset": "0", "class": side + "-light"}),
        h("stop", {"offset": "1", "class": side + "-shade"}),
    )


_PAINT = h("defs", {"key": "paint"}, _gradient("white"), _gradient("black"))

_grounds: dict[tuple[str, bool], Node] = {}


def ground(geo: Geometry) -> Node:
    """Return lines, dots and coordinates, which don't change while a board is shown from one side."""
    key = (geo.board.name, geo.flipped)
    if key not in _grounds:
        dots = [h("circle", {"cx": x, "cy": y, "r": 8}) for x, y in geo.xy]
        _grounds[key] = h(
            "g",
            {"key": "ground", "class": "ground", "aria-hidden": "true"},
            h("path", {"class": "rim", "fill-rule": "evenodd", "d": _RIM}),
            h("path", {"class": "edge", "d": _square(FIELD, 8)}),
            h("path", {"class": "lines", "d": line_paths(geo)}),
            h("g", {"class": "dots"}, dots),
            h("g", {"class": "coordinates"}, _coordinates(geo)),
        )
    return _grounds[key]


def _square(beyond: int, corner: int) -> str:
    """Return the path data of a square with round corners, `beyond` the outermost lines on every side."""
    side = SPAN + 2 * (beyond - corner)
    arc = f"a{corner} {corner} 0 0 1 "
    return (
        f"M{corner - beyond} {-beyond}h{side}{arc}{corner} {corner}v{side}{arc}{-corner} {corner}"
        f"h{-side}{arc}{-corner} {-corner}v{-side}{arc}{corner} {-corner}z"
    )


_RIM = _square(MARGIN, 16) + _square(FIELD, 8)


def _coordinates(geo: Geometry) -> list[Node]:
    size = geo.board.size
    labels = []
    for number in range(size):
        place = (size - 1 - number if geo.flipped else number) * geo.step
        down = (number if geo.flipped else size - 1 - number) * geo.step
        labels.append(h("text", {"x": place, "y": SPAN + FIELD + RIM // 2 - 2}, FILES[number]))
        labels.append(h("text", {"x": 2 - FIELD - RIM // 2, "y": down}, str(number + 1)))
    return labels


def point_states(state: State, men: dict[int, str], marks: Sequence[Mark] = ()) -> list[list[str]]:
    """Return the states of every point, from movable, target, capture, selected, last, captured, mill and marked, and
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
        states[move.to].append("last")
        if move.origin is not None:
            states[move.origin].append("last")
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
    closed = state.closed()
    marks = [mark(state) for mark in hooks("marks")]
    states = point_states(state, men, marks)
    capturing = state.ui.entry.capturing
    move = None if capturing else state.last_move
    outcome = state.ui.outcome
    won = None if outcome is None or outcome.winner is None else SIDES[outcome.winner]
    return h(
        "svg",
        {
            "viewBox": VIEW_BOX,
            "data-choice": "any" if state.ui.entry.empty else "some",
            "data-bottom": SIDES[state.open.orientation],
            "data-pace": state.ui.arrival or None,
            "data-won": won,
        },
        _PAINT,
        ground(geo),
        h("g", {"key": "mills", "class": "mills", "aria-hidden": "true"}, _mills(geo, men, closed)),
        h("g", {"key": "trace", "class": "trace", "aria-hidden": "true"}, _trace(geo, move)),
        h("g", {"key": "men", "class": "men", "aria-hidden": "true"}, _men(state, geo, men)),
        h("g", {"key": "points", "class": "points"}, _points(state, geo, states, men, [mark[:2] for mark in marks])),
        None if outcome is None or not state.ui.arrival else _ribbon(result_heading(state)),
        h("g", {"key": "notes", "id": "notes", "class": "notes", "aria-hidden": "true"}),
    )


def _ribbon(text: str) -> Node:
    """Return the ribbon that passes over the board at the end of a game."""
    band = h("rect", {"x": -MARGIN, "y": SPAN // 2 - 70, "width": SPAN + 2 * MARGIN, "height": 140})
    width = SPAN if len(text) > 20 else None  # long names are squeezed
    words = h("text", {"x": SPAN // 2, "y": SPAN // 2, "textLength": width, "lengthAdjust": "spacingAndGlyphs"}, text)
    return h("g", {"key": "ribbon", "class": "ribbon", "aria-hidden": "true"}, band, words)


def _mills(geo: Geometry, men: dict[int, str], closed: list[int]) -> list[Node]:
    white, black = men_masks(men)
    nodes = []
    for number, mill in enumerate(geo.board.mills):
        side = "white" if white & mill == mill else "black" if black & mill == mill else ""
        if not side:
            continue
        points = list(bits(mill))
        fresh = all(point in closed for point in points)
        # Points are numbered along rows and columns, so the first and the last point are the mill's ends.
        (x, y), (to_x, to_y) = geo.xy[points[0]], geo.xy[points[-1]]
        kind = "mill " + side + (" closed" if fresh else "")
        way = f"M{x} {y}L{to_x} {to_y}"
        nodes.append(h("path", {"key": f"mill{number}", "class": kind, "pathLength": 1, "d": way}))
    return nodes


def _trace(geo: Geometry, move: Move | None) -> list[Node]:
    """Return the mark of the last move: a line from the man's origin, and a cross where a man was taken."""
    if move is None:
        return []
    nodes = []
    origin, to, captures = move
    if origin is not None:
        (x, y), (to_x, to_y) = geo.xy[origin], geo.xy[to]
        nodes.append(h("path", {"class": "way", "d": f"M{x} {y}L{to_x} {to_y}"}))
        nodes.append(h("circle", {"class": "from", "cx": x, "cy": y, "r": geo.radius * 2 // 3}))
    for captive in captures:
        x, y = geo.xy[captive]
        nodes.append(h("path", {"class": "taken", "d": cross_path(x, y, 14)}))
    return nodes


def _men(state: State, geo: Geometry, men: dict[int, str]) -> list[Node]:
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
        kind = "man white" if name[0] == "w" else "man black"
        if point == state.ui.entry.origin and not state.ui.entry.capturing:
            kind += " lifted"
        place = f"translate({x}px, {y}px)"
        attributes: dict[str, str | bool] = {"key": name, "class": kind, "style:transform": place, "leave": True}
        if point == placed:
            attributes["enter"] = True
        nodes.append(drawn.piece("man", attributes, drawn.body))
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
