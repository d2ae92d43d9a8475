"""Drawing a little board: a Diagram, or an empty board, as one SVG node with classes for style sheets to colour.

May import morris_core and rules_diagrams. Pure; keeps to the MicroPython subset. The one invariant: a node is what
nodes.py says, numbers and class names only: the page shows it like any other, tools/learn_pages.py writes it as text.
"""

from morris_core.board import BOARDS, Board, bits

from .rules_diagrams import Diagram

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Node = tuple[str, dict[str, Any], tuple[Any, ...]]

# In the picture's own units. Every board is as wide as the others; the fewer its points, the larger its men.
SPAN = 600
MARGIN = 70
MEN = {3: 58, 5: 46, 7: 38}


def _number(value: float) -> str:
    return str(round(value))


def _node(tag: str, kind: str, attributes: "dict[str, Any]", *children: "Node | str") -> "Node":
    attributes["class"] = kind
    return tag, attributes, tuple(children)


def _circle(kind: str, place: "tuple[float, float]", radius: float) -> "Node":
    return _node("circle", kind, {"cx": _number(place[0]), "cy": _number(place[1]), "r": _number(radius)})


def _place(board: Board, point: int) -> "tuple[float, float]":
    column, row = board.place(point)
    step = SPAN / (board.size - 1)
    return column * step, row * step


def _path(points: "list[tuple[float, float]]") -> str:
    return "M" + "L".join(_number(x) + " " + _number(y) for x, y in points)


def _arrow(start: "tuple[float, float]", end: "tuple[float, float]", man: float, kind: str) -> "Node":
    """Return an arrow from beside one point to beside another; a forbidden one has a cross on it."""
    (x0, y0), (x1, y1) = start, end
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    # Clear of the man it starts from, and a little short of the point it leads to.
    x0, y0 = x0 + dx * man * 1.15, y0 + dy * man * 1.15
    x1, y1 = x1 - dx * man * 0.45, y1 - dy * man * 0.45
    head = man * 0.55
    wing = head * 0.7
    neck = (x1 - dx * head, y1 - dy * head)
    tip = _path([(neck[0] - dy * wing, neck[1] + dx * wing), (x1, y1), (neck[0] + dy * wing, neck[1] - dx * wing)])
    parts = [("path", {"d": _path([(x0, y0), (x1, y1)])}, ()), ("path", {"d": tip}, ())]
    if kind == "forbidden":
        x, y = (x0 + neck[0]) / 2, (y0 + neck[1]) / 2
        arm = man * 0.4
        parts.append(("path", {"d": _path([(x - arm, y - arm), (x + arm, y + arm)])}, ()))
        parts.append(("path", {"d": _path([(x - arm, y + arm), (x + arm, y - arm)])}, ()))
    return _node("g", "arrow " + kind, {}, *parts)


def diagram_node(diagram: Diagram, label: str = "") -> "Node":
    """Return a picture as an SVG node. label: what a screen reader says of it, the caption when empty."""
    board = BOARDS[diagram.board]
    man = MEN[board.size]
    width = _number(SPAN + 2 * MARGIN)
    places = [_place(board, point) for point in range(len(board.points))]
    lines = "".join(_path([places[line[0]], places[line[-1]]]) for line in board.lines)
    parts: list[Any] = [_node("path", "lines", {"d": lines})]
    parts += [_circle("spot", place, 9) for place in places]
    for point, kind in diagram.marks:
        if kind == "mill":
            parts.append(_circle("mark mill", places[point], man + 16))
    for side, men in (("white", diagram.white), ("black", diagram.black)):
        for point in bits(men):
            parts.append(_circle("man " + side, places[point], man))
            parts.append(_circle("groove " + side, places[point], man * 0.62))
    for point, kind in diagram.marks:
        if kind == "target":
            parts.append(_circle("mark target", places[point], man * 0.45))
        elif kind == "captured":
            x, y = places[point]
            arm = man * 0.5
            cross = _path([(x - arm, y - arm), (x + arm, y + arm)]) + _path([(x - arm, y + arm), (x + arm, y - arm)])
            # Drawn twice, so that the cross has an edge and stands out from men of either colour.
            parts.append(_node("path", "mark captured edge", {"d": cross}))
            parts.append(_node("path", "mark captured", {"d": cross}))
    for origin, to, kind in diagram.arrows:
        parts.append(_arrow(places[origin], places[to], man, kind))
    return _node(
        "svg",
        "diagram",
        {"viewBox": f"-{MARGIN} -{MARGIN} {width} {width}", "role": "img", "aria-label": label or diagram.caption},
        *parts,
    )


def board_node(board: Board, label: str = "") -> "Node":
    """Return the picture of an empty board as an SVG node. label: what a screen reader says, the title when empty."""
    return diagram_node(Diagram(board.name, 0, 0, (), (), board.title), label)
