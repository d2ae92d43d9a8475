"""The board of a position as a picture: SVG text that contains its colours, for files, print and other pages.

Invariant: every text in the picture is escaped, and the picture refers to nothing outside itself, so it can be shown
anywhere.
"""

from __future__ import annotations

from morris_core.board import FILES, bits
from morris_core.position import BLACK, WHITE, Position
from morris_core.variants import Variant

from ...model.geometry import FIELD, MARGIN, RIM, SIZE, SPAN, Geometry, geometry, line_paths
from ...model.translation import _
from .texts import escape_html

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# The light colours of style/colours.css under the same names: a file has no style sheet.
COLOURS = {
    "wood-1": "#e9cf9f",
    "wood-2": "#d8b47b",
    "wood-edge": "#8f6433",
    "line": "#4a3018",
    "last": "#7a5200",
    "mill-edge": "#6b4300",
    "rim-ink": "#3d2610",
    "white-1": "#fffefa",
    "white-2": "#e6dcc6",
    "white-edge": "#6f5f44",
    "black-1": "#55504b",
    "black-2": "#1d1a18",
    "black-edge": "#0c0a09",
}
SIDES = ("white", "black")

# In the drawing's units: the strip above and below the board for the men in hand, and the radius of these men.
STRIP = 56
HAND_MAN = 17


def board_picture(
    variant: Variant,
    position: Position,
    *,
    last: tuple[int, ...] = (),
    flipped: bool = False,
    labels: bool = True,
    name: str = "",
    colours: Mapping[str, str] = COLOURS,
    men: str = "turned",
) -> str:
    """Return the position as SVG text that looks like the page's board.

    Men in hand are in a row above and below the board, each on their side.

    Args:
        variant: The variant.
        position: The position.
        last: Points to mark as the last move's.
        flipped: Whether Black is at the bottom.
        labels: Whether the rim has coordinates.
        name: The picture's title for screen readers.
        colours: A table like COLOURS, with the same names.
        men: A value of the setting of that name.
    """
    geo = geometry(variant.board, flipped)
    strip = STRIP if position.white_hand or position.black_hand else 0
    height = SIZE + 2 * strip
    title = escape_html(name or _(variant.title))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-MARGIN} {-MARGIN - strip} {SIZE} {height}" '
        + f'width="{SIZE}" height="{height}" role="img" aria-label="{title}">',
        f"<title>{title}</title>",
        _gradients(colours, men),
        f'<rect x="{1.5 - MARGIN}" y="{1.5 - MARGIN - strip}" width="{SIZE - 3}" height="{height - 3}" rx="22" '
        + f'fill="url(#wood)" stroke="{colours["wood-edge"]}" stroke-width="3"/>',
    ]
    if labels:
        parts.extend(_rim(geo, colours, -MARGIN - strip, height))
    parts.append(
        f'<path d="{line_paths(geo)}" fill="none" stroke="{colours["line"]}" stroke-width="4.5" '
        + 'stroke-linecap="round"/>'
    )
    parts.extend(_mills(geo, position, colours))
    for point, (x, y) in enumerate(geo.xy):
        if (position.white | position.black) >> point & 1:
            side = WHITE if position.white >> point & 1 else BLACK
            parts.append(_man(x, y, geo.radius, side, colours, men))
        else:
            parts.append(f'<circle cx="{x}" cy="{y}" r="9" fill="{colours["line"]}"/>')
        if point in last:
            parts.append(
                f'<circle cx="{x}" cy="{y}" r="{geo.radius + 4}" fill="none" stroke="{colours["last"]}" '
                + 'stroke-width="5"/>'
            )
    parts.extend(_hands(position, BLACK if flipped else WHITE, strip, colours, men))
    parts.append("</svg>")
    return "".join(parts)


def _hands(position: Position, bottom: int, strip: int, colours: Mapping[str, str], men: str) -> list[str]:
    """Return the men in hand: the bottom side's below the board, the other side's above it."""
    parts = []
    for side, y in ((1 - bottom, -MARGIN - strip // 3), (bottom, SPAN + MARGIN + strip // 3)):
        held = position.hand(side)
        for number in range(held):
            parts.append(_man(SPAN // 2 + number * 42 - (held - 1) * 21, y, HAND_MAN, side, colours, men))
    return parts


def _gradients(colours: Mapping[str, str], men: str) -> str:
    """Return the gradients of the board and the men; only turned men have a light and a shaded side."""
    shades = "".join(
        f'<radialGradient id="{side}" cx=".35" cy=".3" r=".75"><stop stop-color="{colours[side + "-1"]}"/>'
        + f'<stop offset="1" stop-color="{colours[side + "-2"]}"/></radialGradient>'
        for side in SIDES
        if men == "turned"
    )
    wood = (
        f'<linearGradient id="wood" x2=".35" y2="1"><stop stop-color="{colours["wood-1"]}"/>'
        + f'<stop offset="1" stop-color="{colours["wood-2"]}"/></linearGradient>'
    )
    return f"<defs>{wood}{shades}</defs>"


def _rim(geo: Geometry, colours: Mapping[str, str], top: int, height: int) -> list[str]:
    """Return the rim around the lines, with the files' letters below and the ranks' numbers on the left.

    Args:
        geo: The board's geometry.
        colours: See board_picture.
        top: Where the picture begins.
        height: How high it is; the rim reaches its edges.
    """
    inner = SPAN + 2 * FIELD
    size = geo.board.size
    wide, high = SIZE - 46, height - 46  # between the round corners
    corner = "a20 20 0 0 1 "
    parts = [
        f'<path fill="{colours["wood-edge"]}" fill-opacity=".25" fill-rule="evenodd" '
        + f'd="M{23 - MARGIN} {top + 3}h{wide}{corner}20 20v{high}{corner}-20 20'
        + f"h{-wide}{corner}-20 -20v{-high}{corner}20 -20z"
        + f'M{-FIELD} {-FIELD}h{inner}v{inner}h{-inner}z"/>',
        f'<rect x="{-FIELD}" y="{-FIELD}" width="{inner}" height="{inner}" rx="8" fill="none" '
        + f'stroke="{colours["wood-edge"]}" stroke-width="2"/>',
        f'<g font-family="system-ui, sans-serif" font-size="20" font-weight="600" fill="{colours["rim-ink"]}" '
        + 'text-anchor="middle">',
    ]
    for number in range(size):
        across = (size - 1 - number if geo.flipped else number) * geo.step
        down = (number if geo.flipped else size - 1 - number) * geo.step
        parts.append(f'<text x="{across}" y="{SPAN + FIELD + RIM // 2 + 7}">{FILES[number]}</text>')
        parts.append(f'<text x="{-FIELD - RIM // 2}" y="{down + 7}">{number + 1}</text>')
    parts.append("</g>")
    return parts


def _mills(geo: Geometry, position: Position, colours: Mapping[str, str]) -> list[str]:
    """Return a bar with an edge for every mill on the board."""
    parts: list[str] = []
    for mill in geo.board.mills:
        for men, shade in ((position.white, "white-2"), (position.black, "black-1")):
            if men & mill == mill:
                points = list(bits(mill))
                (x, y), (to_x, to_y) = geo.xy[points[0]], geo.xy[points[-1]]
                parts.extend(
                    f'<path d="M{x} {y}L{to_x} {to_y}" stroke="{colours[colour]}" stroke-width="{width}"/>'
                    for colour, width in (("mill-edge", 17), (shade, 13))
                )
    return parts


def _man(x: int, y: int, radius: int, side: int, colours: Mapping[str, str], men: str) -> str:
    """Return a man with its shadow: a disc with a turned groove, a flat disc, or in shapes Black as a square."""
    name = SIDES[side]
    edge = colours[name + "-edge"]
    line = f'stroke="{edge}" stroke-width="2.5"'
    fill = colours["black-2" if side else "white-1"]
    ring = f'<circle cx="{x}" cy="{y}" r="{radius * 2 // 3}" fill="none" '
    if men == "turned":
        groove = colours["wood-2"] if side else edge
        return (
            f'<circle cx="{x}" cy="{y + radius // 8}" r="{radius + 1}" fill="#140a00" fill-opacity=".34"/>'
            + f'<circle cx="{x}" cy="{y}" r="{radius}" fill="url(#{name})" {line}/>'
            + f'{ring}stroke="{groove}" stroke-opacity=".35" stroke-width="2.5"/>'
        )
    if men == "shapes" and side:
        return _square(x, y, radius * 0.84, f'fill="{fill}" {line}') + _square(
            x, y, radius * 0.54, f'fill="none" stroke="{colours["white-2"]}" stroke-width="5"'
        )
    disc = f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" {line}/>'
    return disc + (f'{ring}stroke="{edge}" stroke-width="5"/>' if men == "shapes" else "")


def _square(x: int, y: int, reach: float, paint: str) -> str:
    size = round(2 * reach)
    corner = round(reach * 0.43)
    return f'<rect x="{x - size / 2}" y="{y - size / 2}" width="{size}" height="{size}" rx="{corner}" {paint}/>'
