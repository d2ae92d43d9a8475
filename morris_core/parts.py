"""The parts of a drawn board, which the page, pictures, films and diagrams share.

A part is a node, as in web/app/view/nodes.py: a tag, attributes and children. Its class says what it is, and `paint`
how that looks.
"""

from __future__ import annotations

from .board import FILES, bits
from .geometry import FIELD, MARGIN, RIM, SPAN, cross_path, line_paths

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from .geometry import Geometry

    Node = tuple[str, Mapping[str, str | int | bool | None], tuple[Any, ...]]
    Move = tuple[int | None, int, tuple[int, ...]]  # as position.Move

SIDES = ("white", "black")


def _square(beyond: int, corner: int, strip: int = 0) -> str:
    """Return the path data of a square with round corners, `beyond` the outermost lines on every side, and `strip` more
    above and below."""
    side = SPAN + 2 * (beyond - corner)
    high = side + 2 * strip
    arc = f"a{corner} {corner} 0 0 1 "
    return (
        f"M{corner - beyond} {-beyond - strip}h{side}{arc}{corner} {corner}v{high}{arc}{-corner} {corner}"
        f"h{-side}{arc}{-corner} {-corner}v{-high}{arc}{corner} {-corner}z"
    )


def _path(kind: str, way: str) -> Node:
    return "path", {"class": kind, "d": way}, ()


def _circle(kind: str, place: tuple[int, int], radius: int) -> Node:
    return "circle", {"class": kind, "cx": place[0], "cy": place[1], "r": radius}, ()


def _line(start: tuple[int, int], end: tuple[int, int]) -> str:
    return f"M{start[0]} {start[1]}L{end[0]} {end[1]}"


def rim(geo: Geometry, strip: int = 0) -> list[Node]:
    """Return the rim around the lines, with the files' letters below and the ranks' numbers on the left. It is `strip`
    higher above and below."""
    last = geo.board.size - 1
    labels: list[Node] = []
    for number in range(last + 1):
        up = number * geo.step
        back = SPAN - up
        labels.append(("text", {"x": back if geo.flipped else up, "y": SPAN + FIELD + RIM // 2 + 6}, (FILES[number],)))
        labels.append(("text", {"x": -FIELD - RIM // 2, "y": (up if geo.flipped else back) + 6}, (str(number + 1),)))
    return [
        _path("rim", _square(MARGIN, 16, strip) + _square(FIELD, 8)),
        _path("edge", _square(FIELD, 8)),
        ("g", {"class": "coordinates"}, tuple(labels)),
    ]


def field(geo: Geometry) -> list[Node]:
    """Return the lines and the points, which are rings that nobody takes for black men."""
    return [_path("lines", line_paths(geo)), ("g", {}, tuple([_circle("spot", place, 8) for place in geo.xy]))]


def mills(geo: Geometry, white: int, black: int, closed: Sequence[int] = ()) -> list[Node]:
    """Return a bar with an edge for each mill. `closed` are the points of those that the last move closed."""
    nodes: list[Node] = []
    for number, mill in enumerate(geo.board.mills):
        kind = "white" if white & mill == mill else "black" if black & mill == mill else ""
        if kind:
            points = list(bits(mill))
            if all(point in closed for point in points):
                kind = "closed"
            # Points are numbered along rows and columns, so the first and the last point are the mill's ends.
            way = _line(geo.xy[points[0]], geo.xy[points[-1]])
            parts = [
                ("path", {"class": layer + kind, "pathLength": 1, "d": way}, ()) for layer in ("mill-edge ", "mill ")
            ]
            nodes.append(("g", {"key": f"mill{number}"}, tuple(parts)))
    return nodes


def ring(kind: str, place: tuple[int, int], radius: int) -> list[Node]:
    """Return a ring with an edge on both sides, so that it can be seen on wood and on men alike."""
    return [_circle("ring-edge " + kind, place, radius), _circle("ring " + kind, place, radius)]


def strike(place: tuple[int, int], reach: int) -> list[Node]:
    """Return a cross for a man that is taken, with its edge."""
    cross = cross_path(place[0], place[1], reach)
    return [_path("strike-edge", cross), _path("strike", cross)]


def trace(geo: Geometry, move: Move) -> list[Node]:
    """Return the marks of the last move: its way, a cross where a man was taken, and a ring around the man moved."""
    origin, to, captures = move
    nodes: list[Node] = []
    if origin is not None:
        way = _line(geo.xy[origin], geo.xy[to])
        nodes = [_path("way-edge", way), _path("way", way)] + ring("from", geo.xy[origin], geo.radius * 2 // 3)
    for captive in captures:
        nodes += strike(geo.xy[captive], 14)
    return nodes + ring("last", geo.xy[to], geo.radius + 4)


def disc(kind: str, radius: int, corner: int | None = None) -> Node:
    """Return a disc around the origin: a rectangle with round corners, so that a style sheet can make it square."""
    size = 2 * radius
    return (
        "rect",
        {"class": kind, "x": -radius, "y": -radius, "width": size, "height": size, "rx": corner or radius},
        (),
    )


def man(radius: int, side: str) -> list[Node]:
    """Return a man around the origin: a disc with a shadow and a turned groove."""
    shadow = _circle("shadow", (0, 4), radius + 1)
    return [shadow, disc("disc " + side, radius), disc("groove " + side, radius * 2 // 3)]


def shades(side: str, name: str) -> Node:
    """Return the gradient of a side's turned men."""
    stops = tuple(
        [("stop", {"class": side + number, "offset": offset}, ()) for number, offset in (("-1", "0"), ("-2", "1"))]
    )
    return "radialGradient", {"id": name, "cx": "0.38", "cy": "0.3", "r": "0.8"}, stops
