"""Pictures of boards, positions and games as SVG text, as the page draws them.

>>> from morris_core import Game, svg
>>> game = Game("three")
>>> _ = game.play("a1"), game.play("b2")
>>> picture = svg.board(game, size=400, arrows=[("b2", "c3")], look="slate")
>>> picture.startswith("<svg "), picture.count("<path")
(True, 3)

A picture contains its colours and refers to nothing outside itself, so it can be saved as a file or put into any page.
The page's rules show the same drawing in the colours of a style sheet, see `drawing`.

Invariant: every text in a picture is escaped.
"""

from __future__ import annotations

from .board import FILES, bits
from .errors import MorrisError, quote_input
from .geometry import FIELD, MARGIN, RIM, SIZE, SPAN, cross_path, geometry, line_paths
from .looks import LOOKS, NAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any, Protocol

    from .board import Board
    from .geometry import Geometry

    Node = tuple[str, Mapping[str, str | int | bool | None], tuple[Any, ...]]  # as in web/app/view/nodes.py
    Place = tuple[float, float]
    Mark = tuple[int, str]  # a point, and "mill", "last", "circle", "target" or "captured"
    Arrow = tuple[int, int, str]  # two points, and "move", "forbidden" or a value
    Badge = tuple[int | None, int, str]  # where a move comes from and goes to, and its value
    Move = tuple[int | None, int, tuple[int, ...]]  # as position.Move

    class Shown(Protocol):
        def picture(self) -> tuple[Board, str, Sequence[int], Move | None]: ...


__all__ = ["MEN", "SIGNS", "arrow", "board", "drawing"]

SIDES = ("white", "black")
MEN = ("turned", "flat", "shapes")
"""The sets of men. In "shapes", Black's are squares, so they differ without any colour."""
SIGNS = {"win": "+", "draw": "=", "loss": "\u2212"}
"""The values of a move for the side to move, and how they are written on the board."""

# In the drawing's units: the strip above and below the board for the men in hand, and the radius of these men.
STRIP = 56
HAND_MAN = 17


def board(
    shown: Shown,
    position: Sequence[Any] | None = None,
    *,
    last: Move | None = None,
    arrows: Iterable[Sequence[int | str]] = (),
    circles: Iterable[int | str] = (),
    values: Mapping[Any, object] | None = None,
    orientation: int = 0,
    size: int | None = None,
    coordinates: bool = True,
    look: str | Mapping[str, str] = "wood",
    men: str = "turned",
    title: str = "",
) -> str:
    """Return a picture of a board as SVG text.

    Closed mills have a bar. Men in hand are in a row above and below the board, each on their side.

    Args:
        shown: A game, whose position and last move the picture shows; a position that knows its board; or a variant,
            which is an empty board.
        position: The position to show on the board of a game or a variant.
        last: The move to mark as the last one.
        arrows: (from, to) or (from, to, kind), points by name or index. The kind is "move", "forbidden" or a value.
        circles: Points to put a ring around, by name or index.
        values: Values of moves for the side to move, as `Tables.look_up_moves` returns them: each is "win", "draw" or
            "loss", or has this as its attribute `value`. If moves differ only in captures, the best one counts.
        orientation: WHITE or BLACK, the side at the bottom.
        size: The width in pixels.
        coordinates: Whether the rim has letters and numbers.
        look: A name in LOOKS, or a mapping from NAMES to colours; those it lacks are those of wood.
        men: One of MEN.
        title: What screen readers say; by default the title of the variant or the board.

    Raises:
        MorrisError: There is no such point, look or set of men, or a value is not one of these.
    """
    lines, text, men_and_hands, moved = shown.picture()
    if position is not None:
        men_and_hands = position
    elif last is None:
        last = moved
    colours = _colours(look)
    if men not in MEN:
        raise MorrisError("There are no men {name}. Men: {names}.", name=quote_input(men), names=", ".join(MEN))
    geo = geometry(lines, orientation == 1)
    point = lines.point
    marks = []
    if last is not None:
        origin, to, captures = last
        marks = [(to, "last")] + [(captive, "cross") for captive in captures]
        if origin is not None:
            marks.append((origin, "last"))
    marks += [(point(one), "circle") for one in circles]
    drawn = [(point(one[0]), point(one[1]), str(one[2]) if len(one) > 2 else "move") for one in arrows]
    badges = _badges(values or {})
    drawn += [(origin, to, worth) for origin, to, worth in badges if origin is not None]
    white, black = men_and_hands[:2]
    hands = men_and_hands[2:4]

    strip = STRIP if hands[0] or hands[1] else 0
    height = SIZE + 2 * strip
    top = -MARGIN - strip
    parts = [_defs(colours, men), _frame("wood", 1.5 - MARGIN, 1.5 + top, SIZE - 3, height - 3, 22)]
    if coordinates:
        parts += _rim(geo, top, height)
    parts += drawing(geo, white, black, marks, drawn, men, _mills(geo, white, black))
    parts += [_badge(geo, one) for one in badges]
    bottom = 1 if orientation == 1 else 0
    for side, y in ((1 - bottom, top + strip * 2 // 3), (bottom, SPAN + MARGIN + strip // 3)):
        for number in range(hands[side]):
            parts += _man(SPAN // 2 + number * 42 - (hands[side] - 1) * 21, y, HAND_MAN, side, men)
    width = size or SIZE
    root: dict[str, str | int | bool | None] = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"{-MARGIN} {top} {SIZE} {height}",
        "width": width,
        "height": width * height // SIZE,
        "role": "img",
        "aria-label": title or text,
    }
    return _write(_node("svg", root, [_node("title", {}, [title or text])] + parts), _paint(colours, men))


def drawing(
    geo: Geometry,
    white: int,
    black: int,
    marks: Sequence[Mark] = (),
    arrows: Sequence[Arrow] = (),
    men: str = "",
    mills: Sequence[Node] = (),
) -> list[Node]:
    """Return lines, points, men, marks and arrows as nodes whose classes say what they are.

    Args:
        geo: The board's geometry.
        white, black: Masks of the men.
        marks: What is marked.
        arrows: What moves where.
        men: One of MEN; "" leaves the shape of the men to a style sheet.
        mills: Nodes between the points and the men.
    """
    places, radius = geo.xy, geo.radius
    parts = [_node("path", {"class": "lines", "d": line_paths(geo)})]
    parts += [_circle("spot", place, 9) for place in places]
    parts += mills
    parts += [_circle("mark mark-mill", places[point], radius + 16) for point, kind in marks if kind == "mill"]
    for side, mask in ((0, white), (1, black)):
        for point in bits(mask):
            parts += _man(places[point][0], places[point][1], radius, side, men)
    for point, kind in marks:
        x, y = places[point]
        if kind == "target":
            parts.append(_circle("mark mark-target", (x, y), radius * 0.45))
        elif kind in ("last", "circle"):
            parts.append(_circle("mark mark-" + kind, (x, y), radius + 4))
        elif kind == "cross":
            parts.append(_node("path", {"class": "mark mark-taken", "d": cross_path(x, y, 14)}))
        elif kind == "captured":
            # A ring around the man and a cross beside it show which man is taken.
            beside = (x + radius * 0.78, y - radius * 0.78)
            parts.append(_circle("mark mark-captured", (x, y), radius + 10))
            parts.append(_circle("mark mark-cross", beside, radius * 0.46))
            cross = cross_path(round(beside[0]), round(beside[1]), round(radius * 0.2))
            parts.append(_node("path", {"class": "mark mark-cross", "d": cross}))
    return parts + [arrow(places[origin], places[to], radius, kind) for origin, to, kind in arrows]


def _node(tag: str, attributes: Mapping[str, str | int | bool | None], children: Sequence[Any] = ()) -> Node:
    return tag, attributes, tuple(children)


def _circle(kind: str, place: Place, radius: float) -> Node:
    return _node("circle", {"class": kind, "cx": round(place[0]), "cy": round(place[1]), "r": round(radius)})


def _frame(kind: str, x: float, y: float, width: float, height: float, corner: int) -> Node:
    places = {"x": str(x), "y": str(y), "width": str(width), "height": str(height)}
    return _node("rect", dict(places, **{"class": kind, "rx": str(corner)}))


def _man(x: int, y: int, radius: int, side: int, men: str) -> list[Node]:
    """Return a man: a disc with a shadow and a turned groove, a flat disc, or in shapes Black as a square.

    A disc is a rectangle with round corners, so that a style sheet can make it a square.
    """
    parts = [_circle("shadow", (x, y + radius // 8), radius + 1)] if men == "turned" else []
    for kind, reach in (("man", radius), ("groove", radius * 2 // 3)):
        if kind == "man" or men != "flat":
            corner = reach
            if men == "shapes" and side:
                reach = reach * 21 // 25
                corner = reach * 3 // 7
            parts.append(_frame(kind + " " + SIDES[side], x - reach, y - reach, 2 * reach, 2 * reach, corner))
    return parts


def _mills(geo: Geometry, white: int, black: int) -> list[Node]:
    """Return a bar with an edge for every mill on the board."""
    parts = []
    for mill in geo.board.mills:
        for men, side in ((white, "white"), (black, "black")):
            if men & mill == mill:
                points = list(bits(mill))
                (x, y), (to_x, to_y) = geo.xy[points[0]], geo.xy[points[-1]]
                for kind in ("mill-edge", "mill " + side):
                    parts.append(_node("path", {"class": kind, "d": f"M{x} {y}L{to_x} {to_y}"}))
    return parts


def _path(*places: Place) -> str:
    return "M" + "L".join([f"{round(x)} {round(y)}" for x, y in places])


def arrow(start: Place, end: Place, man: float, kind: str) -> Node:
    """Return an arrow from beside one point to beside another. A forbidden one has a cross."""
    (x0, y0), (x1, y1) = start, end
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5 or 1
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    # Starts beside the man and ends a little before the other point.
    x0, y0 = x0 + dx * man * 1.15, y0 + dy * man * 1.15
    x1, y1 = x1 - dx * man * 0.45, y1 - dy * man * 0.45
    head = man * 0.55
    wing = head * 0.7
    neck_x, neck_y = x1 - dx * head, y1 - dy * head
    tip = _path((neck_x - dy * wing, neck_y + dx * wing), (x1, y1), (neck_x + dy * wing, neck_y - dx * wing))
    path = _path((x0, y0), (x1, y1)) + tip
    if kind == "forbidden":
        path += cross_path(round((x0 + neck_x) / 2), round((y0 + neck_y) / 2), round(man * 0.4))
    return _node("path", {"class": "arrow " + kind, "d": path})


def _badges(values: Mapping[Any, object]) -> list[Badge]:
    """Return (origin, destination, value) of the moves that have a value, the best of each kind."""
    best: dict[tuple[int, int], str] = {}
    order = list(SIGNS)
    for worth in order[::-1]:
        for move in values:
            value = getattr(values[move], "value", values[move])
            if value not in order:
                raise MorrisError('A value is "win", "draw" or "loss", not {value}.', value=quote_input(value))
            if value == worth:
                best[-1 if move.origin is None else move.origin, move.to] = worth
    return [(None if origin < 0 else origin, to, best[origin, to]) for origin, to in sorted(best)]


def _badge(geo: Geometry, badge: Badge) -> Node:
    """Return the disc with the value of a move: on its destination, or beside the end of its arrow."""
    origin, to, worth = badge
    x, y = geo.xy[to]
    if origin is not None:
        x, y = (2 * x + geo.xy[origin][0]) // 3, (2 * y + geo.xy[origin][1]) // 3
    radius = geo.radius * 3 // (5 if origin is None else 7)
    text = _node("text", {"class": "sign", "x": x, "y": y + 11}, [SIGNS[worth]])
    return _node("g", {}, [_circle("badge " + worth, (x, y), radius), text])


def _rim(geo: Geometry, top: int, height: int) -> list[Node]:
    """Return the rim around the lines, with the files' letters below and the ranks' numbers on the left.

    Args:
        geo: The board's geometry.
        top: Where the picture begins.
        height: How high it is; the rim reaches its edges.
    """
    inner = SPAN + 2 * FIELD
    size = geo.board.size
    wide, high = SIZE - 46, height - 46  # between the round corners
    corner = "a20 20 0 0 1 "
    path = (
        f"M{23 - MARGIN} {top + 3}h{wide}{corner}20 20v{high}{corner}-20 20"
        + f"h{-wide}{corner}-20 -20v{-high}{corner}20 -20z"
        + f"M{-FIELD} {-FIELD}h{inner}v{inner}h{-inner}z"
    )
    labels = []
    for number in range(size):
        across = (size - 1 - number if geo.flipped else number) * geo.step
        down = (number if geo.flipped else size - 1 - number) * geo.step
        labels.append(_node("text", {"x": across, "y": SPAN + FIELD + RIM // 2 + 5}, [FILES[number]]))
        labels.append(_node("text", {"x": -FIELD - RIM // 2, "y": down + 5}, [str(number + 1)]))
    return [
        _node("path", {"class": "rim", "fill-rule": "evenodd", "d": path}),
        _frame("edge", -FIELD, -FIELD, inner, inner, 8),
        _node("g", {"class": "coordinates"}, labels),
    ]


def _defs(colours: Mapping[str, str], men: str) -> Node:
    """Return the gradients of the board and the men; only turned men have a light and a shaded side."""
    wood = {"id": _id("wood", colours), "x2": ".35", "y2": "1"}
    shades = [_node("linearGradient", wood, _stops("wood", colours))]
    for side in SIDES:
        if men == "turned":
            light = {"id": _id(side, colours), "cx": ".35", "cy": ".3", "r": ".75"}
            shades.append(_node("radialGradient", light, _stops(side, colours)))
    return _node("defs", {}, shades)


def _stops(name: str, colours: Mapping[str, str]) -> list[Node]:
    shades = ((0, colours[name + "-1"]), (1, colours[name + "-2"]))
    return [_node("stop", {"offset": str(place), "stop-color": colour}) for place, colour in shades]


def _id(name: str, colours: Mapping[str, str]) -> str:
    """Return the id of a gradient, which differs between looks because a notebook shows many pictures in one page."""
    shades = colours[name + "-1"] + "-" + colours[name + "-2"]
    return name + "-" + "".join([letter for letter in shades if letter in "0123456789abcdef-"])


def _colours(look: str | Mapping[str, str]) -> Mapping[str, str]:
    if not isinstance(look, str):
        colours = dict(_colours("wood"))
        colours.update(look)
        return colours
    if look not in LOOKS:
        raise MorrisError(
            "There is no look {name}. Looks: {names}.", name=quote_input(look), names=", ".join(sorted(LOOKS))
        )
    return dict(zip(NAMES, LOOKS[look].split()))


def _paint(colours: Mapping[str, str], men: str) -> dict[str, str]:
    """Return what each class looks like, as attributes."""

    def stroke(colour: str, width: float, more: str = "") -> str:
        return f'fill="none" stroke="{escape_html(colours[colour])}" stroke-width="{width}"' + more

    def fill(colour: str, more: str = "") -> str:
        return f'fill="{escape_html(colours[colour])}"' + more

    ends = ' stroke-linecap="round" stroke-linejoin="round"'
    font = ' font-family="system-ui, sans-serif" font-weight="600" text-anchor="middle" font-size='
    paint = {
        "wood": f'fill="url(#{_id("wood", colours)})" stroke="{escape_html(colours["wood-edge"])}" stroke-width="3"',
        "rim": fill("wood-edge", ' fill-opacity=".25"'),
        "edge": stroke("wood-edge", 2),
        "coordinates": fill("rim-ink", font + '"16"'),
        "lines": stroke("line", 4.5, ends),
        "spot": fill("line"),
        "mill-edge": stroke("mill-edge", 17),
        "shadow": 'fill="#140a00" fill-opacity=".34"',
        "mark mark-last": stroke("last", 5),
        "mark mark-circle": stroke("goal", 6),
        "mark mark-taken": stroke("take", 5, ends),
        "arrow move": stroke("goal", 11, ends),
        "arrow forbidden": stroke("take", 11, ends),
        "sign": fill("wood-1", font + '"32"'),
    }
    for worth, colour in (("win", "goal"), ("draw", "last"), ("loss", "take")):
        paint["arrow " + worth] = stroke(colour, 9, ends)
        paint["badge " + worth] = fill(colour)
    for side, flat, bar in (("white", "white-1", "white-2"), ("black", "black-2", "black-1")):
        edge = f' stroke="{escape_html(colours[side + "-edge"])}" stroke-width="2.5"'
        paint["man " + side] = f'fill="url(#{_id(side, colours)})"' + edge if men == "turned" else fill(flat, edge)
        paint["mill " + side] = stroke(bar, 13)
        if men == "turned":
            groove = "wood-2" if side == "black" else "white-edge"
            paint["groove " + side] = stroke(groove, 2.5, ' stroke-opacity=".35"')
        else:
            paint["groove " + side] = stroke("white-2" if side == "black" else "white-edge", 5)
    return paint


def _write(node: Node, paint: Mapping[str, str]) -> str:
    """Return a node as text, with attributes in place of classes."""
    tag, attributes, children = node
    text = "<" + tag
    for name in sorted(attributes):
        value = str(attributes[name])
        if name != "class":
            text += f' {name}="{escape_html(value)}"'
        elif value not in paint:
            raise MorrisError('An arrow is "move", "forbidden" or a value, not {kind}.', kind=quote_input(value[6:]))
        else:
            text += " " + paint[value]
    if not children:
        return text + "/>"
    inner = [escape_html(child) if isinstance(child, str) else _write(child, paint) for child in children]
    return text + ">" + "".join(inner) + "</" + tag + ">"


def escape_html(text: str) -> str:
    """Return text escaped for an attribute or the contents of an element."""
    for character, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(character, entity)
    return text
