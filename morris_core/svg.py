"""Pictures of boards, positions and games as SVG text, as the page draws them.

>>> from morris_core import Game, svg
>>> game = Game("three")
>>> _ = game.play("a1"), game.play("b2")
>>> picture = svg.board(game, size=400, arrows=[("b2", "c3")], look="slate")
>>> picture.startswith("<svg "), picture.count("<path")
(True, 5)

A picture contains its colours and refers to nothing outside itself, so it can be saved as a file or put into any page.
The page's rules show the same drawing in the colours of a style sheet, see `drawing`.

Invariant: every text in a picture is escaped.
"""

from __future__ import annotations

from .board import bits
from .errors import MorrisError, quote_input
from .geometry import MARGIN, SIZE, SPAN, cross_path, geometry
from .looks import LOOKS, NAMES
from .paint import attributes
from .parts import SIDES, disc, field, man, mills, rim, ring, shades, strike, trace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any, Protocol

    from .board import Board
    from .geometry import Geometry
    from .parts import Move, Node

    Place = tuple[float, float]
    Mark = tuple[int, str]  # a point, and "target", "captured" or the kind of a ring
    Arrow = tuple[int, int, str]  # two points, and one of ARROWS
    Badge = tuple[int | None, int, str]  # where a move comes from and goes to, and its value

    class Ended(Protocol):  # as rules.Outcome
        @property
        def winner(self) -> int | None: ...

    class Shown(Protocol):
        def picture(self) -> tuple[Board, str, Sequence[int], Move | None, Ended | None]: ...


__all__ = ["ARROWS", "MEN", "SIGNS", "arrow", "board", "drawing"]

MEN = ("turned", "flat", "shapes")
"""The sets of men. In "shapes", Black's are squares, so they differ without any colour."""
SIGNS = {"win": "+", "draw": "=", "loss": "\u2212"}
"""The values of a move for the side to move, and how they are written on the board."""
ARROWS = ("move", "forbidden", "win", "draw", "loss", "G", "R", "Y", "B")
"""The kinds of arrows and rings. The last four are the colours of arrows in comments, see `shapes`."""

# In the drawing's units: the strip above and below the board for the men in hand, and the radius of these men.
STRIP = 56
HAND_MAN = 17


def board(
    shown: Shown,
    position: Sequence[Any] | None = None,
    *,
    last: Move | None = None,
    outcome: Ended | None = None,
    arrows: Iterable[Sequence[int | str]] = (),
    circles: Iterable[int | str | tuple[int | str, str]] = (),
    values: Mapping[Any, object] | None = None,
    orientation: int = 0,
    size: int | None = None,
    coordinates: bool = True,
    look: str | Mapping[str, str] = "wood",
    men: str = "turned",
    title: str = "",
) -> str:
    """Return a picture of a board as SVG text.

    Mills have a bar, golden if the last move closed them. Men in hand are in a row above and below the board, each on
    their side.

    Args:
        shown: A game, whose position and last move the picture shows; a position that knows its board; or a variant,
            which is an empty board.
        position: The position to show on the board of a game or a variant.
        last: The move to mark as the last one.
        outcome: How the game ended; the loser's men are pale. By default that of the game.
        arrows: (from, to) or (from, to, kind), points by name or index. The kind is one of ARROWS, by default "move".
        circles: Points to put a ring around, by name or index, or (point, kind).
        values: Values of moves for the side to move, as `Tables.look_up_moves` returns them: each is "win", "draw" or
            "loss", or has this as its attribute `value`. If moves differ only in captures, the best one counts.
        orientation: WHITE or BLACK, the side at the bottom.
        size: The width in pixels.
        coordinates: Whether the rim has letters and numbers.
        look: A name in LOOKS, or a mapping from NAMES to colours; those it lacks are those of wood.
        men: One of MEN.
        title: What screen readers say; by default the title of the variant or the board.

    Raises:
        MorrisError: There is no such point, kind, look or set of men, or a value is not one of these.
    """
    lines, text, men_and_hands, moved, over = shown.picture()
    if position is not None:
        men_and_hands = position
    else:
        last, outcome = last or moved, outcome or over
    lost = None if outcome is None or outcome.winner is None else 1 - outcome.winner
    colours = _colours(look, men)
    geo = geometry(lines, orientation == 1)
    point = lines.point
    marks = [(point(one[0]), str(one[1])) if isinstance(one, tuple) else (point(one), "move") for one in circles]
    drawn = [(point(one[0]), point(one[1]), str(one[2]) if len(one) > 2 else "move") for one in arrows]
    for kind in [kind for _from, _to, kind in drawn] + [kind for _point, kind in marks]:
        if kind not in ARROWS:
            raise MorrisError("A mark is one of {kinds}, not {kind}.", kinds=", ".join(ARROWS), kind=quote_input(kind))
    badges = _badges(values or {})
    drawn += [(origin, to, worth) for origin, to, worth in badges if origin is not None]
    white, black = men_and_hands[:2]
    hands = men_and_hands[2:4]

    strip = STRIP if hands[0] or hands[1] else 0
    height = SIZE + 2 * strip
    top = -MARGIN - strip
    parts = _wood(colours, top, height, men)
    if coordinates:
        parts += rim(geo, strip)
    parts += drawing(geo, white, black, marks, drawn, last, lost, men)
    parts += [_badge(geo, one) for one in badges]
    bottom = 1 if orientation == 1 else 0
    for side, y in ((1 - bottom, top + strip * 2 // 3), (bottom, SPAN + MARGIN + strip * 4 // 9)):
        for number in range(hands[side]):
            place = SPAN // 2 + number * 42 - (hands[side] - 1) * 21, y
            parts.append(_man(place, HAND_MAN, side, men))
    width = size or SIZE
    root: dict[str, str | int | bool | None] = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"{-MARGIN} {top} {SIZE} {height}",
        "width": width,
        "height": width * height // SIZE,
        "role": "img",
        "aria-label": title or text,
    }
    return _write(("svg", root, (("title", {}, (title or text,)),) + tuple(parts)), colours)


def drawing(
    geo: Geometry,
    white: int,
    black: int,
    marks: Sequence[Mark] = (),
    arrows: Sequence[Arrow] = (),
    last: Move | None = None,
    lost: int | None = None,
    men: str = "turned",
) -> list[Node]:
    """Return lines, points, mills, men, marks and arrows as nodes whose classes say what they are.

    Args:
        geo: The board's geometry.
        white, black: Masks of the men.
        marks: What is marked: "target", an empty point; "captured", a man to take; "closed", a man of a new mill; or
            one of ARROWS, a ring of this kind.
        arrows: What moves where.
        last: The last move.
        lost: The side that has lost.
        men: One of MEN.
    """
    sides = (white, black)
    closed = [point for point, kind in marks if kind == "closed"]
    if last is not None:
        closed += geo.board.points_of(geo.board.mills_through(last[1], sides[black >> last[1] & 1]))
    parts = field(geo) + mills(geo, white, black, closed) + ([] if last is None else trace(geo, last))
    for side, mask in enumerate(sides):
        for point in bits(mask):
            parts.append(_man(geo.xy[point], geo.radius, side, men, side == lost))
    for point, kind in marks:
        x, y = geo.xy[point]
        if kind == "target":
            parts.append(("circle", {"class": "goal", "cx": x, "cy": y, "r": 17}, ()))
        else:
            parts += ring(kind, (x, y), geo.radius + 4)
        if kind == "captured":
            parts += strike((x, y), geo.radius * 2 // 5)
    for origin, to, kind in arrows:
        parts += arrow(geo.xy[origin], geo.xy[to], geo.radius, kind)
    return parts


def _man(place: Place, radius: int, side: int, men: str, lost: bool = False) -> Node:
    """Return a man of a set. One that has lost is mixed with the wood below."""
    parts = man(radius, SIDES[side])
    if men != "turned":
        kinds = (("disc ", radius), ("groove ", radius * 2 // 3))[: 2 if men == "shapes" else 1]
        square = men == "shapes" and side == 1
        sizes = [(kind, reach * 21 // 25 if square else reach) for kind, reach in kinds]
        parts = [disc(kind + SIDES[side], reach, reach * 3 // 7 if square else reach) for kind, reach in sizes]
    if lost:
        below: Node = ("circle", {"class": "below", "r": radius + 1}, ())
        parts = [below, ("g", {"class": "faded"}, tuple(parts[1:] if men == "turned" else parts))]
    return "g", {"transform": f"translate({place[0]} {place[1]})"}, tuple(parts)


def _path(*places: Place) -> str:
    return "M" + "L".join([f"{round(x)} {round(y)}" for x, y in places])


def arrow(start: Place, end: Place, man: int, kind: str) -> list[Node]:
    """Return an arrow from beside one point to beside another, with its case. A forbidden one has a cross."""
    (x0, y0), (x1, y1) = start, end
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5 or 1
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    # Starts beside the man and ends a little before the other point.
    x0, y0 = x0 + dx * man * 1.2, y0 + dy * man * 1.2
    x1, y1 = x1 - dx * man * 0.35, y1 - dy * man * 0.35
    head = man * 0.7
    wing = head * 0.55
    neck_x, neck_y = x1 - dx * head, y1 - dy * head
    tip = _path((neck_x - dy * wing, neck_y + dx * wing), (x1, y1), (neck_x + dy * wing, neck_y - dx * wing)) + "z"
    path = _path((x0, y0), (neck_x, neck_y)) + tip
    if kind == "forbidden":
        path += cross_path(round((x0 + neck_x) / 2), round((y0 + neck_y) / 2), round(man * 0.4))
    return [("path", {"class": layer + kind, "d": path}, ()) for layer in ("arrow-edge ", "arrow ")]


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
    disc = ("circle", {"class": "worth-disc " + worth, "cx": x, "cy": y, "r": radius}, ())
    return "g", {}, (disc, ("text", {"class": "worth " + worth, "x": x, "y": y + 11}, (SIGNS[worth],)))


def _colours(look: str | Mapping[str, str], men: str) -> dict[str, str]:
    """Return the colours of a look by their names, and what else differs between sets of men."""
    if isinstance(look, str) and look not in LOOKS:
        raise MorrisError(
            "There is no look {name}. Looks: {names}.", name=quote_input(look), names=", ".join(sorted(LOOKS))
        )
    if men not in MEN:
        raise MorrisError("There are no men {name}. Men: {names}.", name=quote_input(men), names=", ".join(MEN))
    colours = dict(zip(NAMES, LOOKS[look if isinstance(look, str) else "wood"].split()))
    if not isinstance(look, str):
        colours.update(look)
    turned, shapes = men == "turned", men == "shapes"
    for side, flat in (("white", "white-1"), ("black", "black-2")):
        colours[side + "-fill"] = f"url(#{_id(side, colours)})" if turned else colours[flat]
    colours["groove-ink"] = colours["white-2"] if shapes else "#b9aea0"
    colours["groove-width"], colours["groove-opacity"] = ("5", "1") if shapes else ("2.5", ".35")
    return colours


def _id(name: str, colours: Mapping[str, str]) -> str:
    """Return the id of a gradient, which differs between looks because a notebook shows many pictures in one page."""
    tones = colours[name + "-1"] + "-" + colours[name + "-2"]
    return name + "-" + "".join([letter for letter in tones if letter in "0123456789abcdef-"])


def _wood(colours: Mapping[str, str], top: int, height: int, men: str) -> list[Node]:
    """Return the gradients, of which the men need theirs only if they are turned, and the wood."""
    stops = [("stop", {"offset": str(place), "stop-color": colours["wood-" + str(place + 1)]}, ()) for place in (0, 1)]
    paint: list[Node] = [("linearGradient", {"id": _id("wood", colours), "x2": ".35", "y2": "1"}, tuple(stops))]
    if men == "turned":
        paint += [shades(side, _id(side, colours)) for side in SIDES]
    wood: dict[str, str | int | bool | None] = {"x": str(1.5 - MARGIN), "y": str(1.5 + top), "rx": 22}
    wood.update({"width": SIZE - 3, "height": height - 3, "stroke": colours["wood-edge"], "stroke-width": 3})
    wood["fill"] = f"url(#{_id('wood', colours)})"
    return [("defs", {}, tuple(paint)), ("rect", wood, ())]


def _write(node: Node, colours: Mapping[str, str]) -> str:
    """Return a node as text, with attributes in place of classes."""
    tag, facts, children = node
    written = {name: facts[name] for name in facts if name not in ("class", "key", "pathLength")}
    written.update(attributes(str(facts.get("class", "")), colours))
    text = "<" + tag + "".join([f' {name}="{escape_html(str(written[name]))}"' for name in sorted(written)])
    if not children:
        return text + "/>"
    inner = [escape_html(child) if isinstance(child, str) else _write(child, colours) for child in children]
    return text + ">" + "".join(inner) + "</" + tag + ">"


def escape_html(text: str) -> str:
    """Return text escaped for an attribute or the contents of an element."""
    for character, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(character, entity)
    return text
