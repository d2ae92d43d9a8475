"""Drawing a Diagram of the rules: one SVG node, drawn on the same ground as the board, with classes for style sheets.

The one invariant: the node holds numbers and class names only, so the page shows it like any other node and
tools/site/learn_pages.py writes it as text.
"""

from __future__ import annotations

from morris_core import BOARDS
from morris_core.board import bits

from ...model.geometry import SPAN, cross_path, geometry, line_paths
from ...view.board import round_part
from ...view.nodes import h
from .diagrams import Diagram

TYPE_CHECKING = False
if TYPE_CHECKING:
    from morris_core import Board

    from ...view.nodes import Node

    Place = tuple[float, float]  # x, y in the drawing's units


def _path(*places: Place) -> str:
    return "M" + "L".join(f"{round(x)} {round(y)}" for x, y in places)


def _circle(kind: str, place: Place, radius: float) -> Node:
    return h("circle", {"class": kind, "cx": round(place[0]), "cy": round(place[1]), "r": round(radius)})


def _arrow(start: Place, end: Place, man: float, kind: str) -> Node:
    """Return an arrow from beside one point to beside another; a forbidden one has a cross on it."""
    (x0, y0), (x1, y1) = start, end
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    # Clear of the man it starts from, and a little short of the point it leads to.
    x0, y0 = x0 + dx * man * 1.15, y0 + dy * man * 1.15
    x1, y1 = x1 - dx * man * 0.45, y1 - dy * man * 0.45
    head = man * 0.55
    wing = head * 0.7
    neck_x, neck_y = x1 - dx * head, y1 - dy * head
    tip = _path((neck_x - dy * wing, neck_y + dx * wing), (x1, y1), (neck_x + dy * wing, neck_y - dx * wing))
    path = _path((x0, y0), (x1, y1)) + tip
    if kind == "forbidden":
        path += cross_path(round((x0 + neck_x) / 2), round((y0 + neck_y) / 2), round(man * 0.4))
    return h("path", {"class": "arrow " + kind, "d": path})


def diagram_node(diagram: Diagram) -> Node:
    """Return a picture as an SVG node. Its caption is to stand beside it, so screen readers pass the picture over."""
    geo = geometry(BOARDS[diagram.board], False)
    places, man = geo.xy, geo.radius
    parts: list[Node] = [h("path", {"class": "lines", "d": line_paths(geo)})]
    parts += [_circle("spot", place, 9) for place in places]
    parts += [_circle("mark mark-mill", places[point], man + 16) for point, kind in diagram.marks if kind == "mill"]
    for side, men in (("white", diagram.white), ("black", diagram.black)):
        for point in bits(men):
            x, y = places[point]
            parts.append(round_part("man " + side, man, x, y))
            parts.append(round_part("groove " + side, round(man * 0.62), x, y))
    for point, kind in diagram.marks:
        x, y = places[point]
        if kind == "target":
            parts.append(_circle("mark mark-target", (x, y), man * 0.45))
        elif kind == "captured":
            # A ring around the man and a cross beside it, so that one sees which man is taken.
            beside = (x + man * 0.78, y - man * 0.78)
            parts.append(_circle("mark mark-captured", (x, y), man + 10))
            parts.append(_circle("mark mark-cross", beside, man * 0.46))
            cross = cross_path(round(beside[0]), round(beside[1]), round(man * 0.2))
            parts.append(h("path", {"class": "mark mark-cross", "d": cross}))
    parts += [_arrow(places[origin], places[to], man, kind) for origin, to, kind in diagram.arrows]
    margin = man + 26
    size = SPAN + 2 * margin
    view_box = f"{-margin} {-margin} {size} {size}"
    return h(
        "svg",
        {"class": "diagram", "viewBox": view_box, "aria-hidden": "true"},
        parts,
    )


def board_node(board: Board) -> Node:
    """Return the picture of an empty board, to stand beside its name."""
    return diagram_node(Diagram(board.name, 0, 0, (), (), board.title))
