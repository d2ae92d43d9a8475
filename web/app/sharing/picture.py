"""The board of a position as a picture of its own: SVG text with its colours inside, for files, print and other pages.

The one invariant: every text that goes into the picture is escaped, and the picture refers to nothing outside itself,
so it may be shown anywhere.
"""

from __future__ import annotations

from morris_core.board import FILES
from morris_core.position import BLACK, WHITE, Position
from morris_core.variants import Variant

from ..geometry import FIELD, MARGIN, RIM, SIZE, SPAN, Geometry, geometry, line_paths
from ..translation import _
from .texts import escape_html

# The light colours of style/colours.css, by their names there: a file has no style sheet to take them from.
COLOURS = {
    "wood-1": "#e9cf9f",
    "wood-2": "#d8b47b",
    "wood-edge": "#8f6433",
    "line": "#4a3018",
    "last": "#7a5200",
    "white-1": "#fffefa",
    "white-2": "#e6dcc6",
    "white-edge": "#6f5f44",
    "black-1": "#55504b",
    "black-2": "#1d1a18",
    "black-edge": "#0c0a09",
}
SIDES = ("white", "black")

# In the drawing's units: the strip above and below the board for the men in hand, and the radius of these.
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
) -> str:
    """Return the position as SVG text, looking like the page's board.

    last: points to mark as the last move's; flipped: Black at the bottom; labels: letters and numbers at the edge, as
    moves are written; name: what the picture is called for those who hear it. Men in hand stand in a row above and
    below the board, each on their side.
    """
    geo = geometry(variant.board, flipped)
    strip = STRIP if position.white_hand or position.black_hand else 0
    height = SIZE + 2 * strip
    title = escape_html(name or _(variant.title))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-MARGIN} {-MARGIN - strip} {SIZE} {height}" '
        + f'width="{SIZE}" height="{height}" role="img" aria-label="{title}">',
        f"<title>{title}</title>",
        _gradients(),
        f'<rect x="{1.5 - MARGIN}" y="{1.5 - MARGIN - strip}" width="{SIZE - 3}" height="{height - 3}" rx="22" '
        + f'fill="url(#wood)" stroke="{COLOURS["wood-edge"]}" stroke-width="3"/>',
        f'<path d="{line_paths(geo)}" fill="none" stroke="{COLOURS["line"]}" stroke-width="4.5" '
        + 'stroke-linecap="round"/>',
    ]
    if labels:
        # The rim holds them, as on the page.
        inner = SPAN + 2 * FIELD
        parts.append(
            f'<rect x="{-FIELD}" y="{-FIELD}" width="{inner}" height="{inner}" rx="8" fill="none" '
            + f'stroke="{COLOURS["wood-edge"]}" stroke-width="2"/>'
        )
        parts.extend(_labels(geo))
    for point, (x, y) in enumerate(geo.xy):
        if (position.white | position.black) >> point & 1:
            parts.append(_man(x, y, geo.radius, WHITE if position.white >> point & 1 else BLACK))
        else:
            parts.append(f'<circle cx="{x}" cy="{y}" r="9" fill="{COLOURS["line"]}"/>')
        if point in last:
            parts.append(
                f'<circle cx="{x}" cy="{y}" r="{geo.radius + 4}" fill="none" stroke="{COLOURS["last"]}" '
                + 'stroke-width="5"/>'
            )
    bottom = BLACK if flipped else WHITE
    for side, y in ((1 - bottom, -MARGIN - strip // 3), (bottom, SPAN + MARGIN + strip // 3)):
        men = position.hand(side)
        for number in range(men):
            parts.append(_man(SPAN // 2 + number * 42 - (men - 1) * 21, y, HAND_MAN, side))
    parts.append("</svg>")
    return "".join(parts)


def _gradients() -> str:
    shades = "".join(
        f'<radialGradient id="{side}" cx=".35" cy=".3" r=".75"><stop stop-color="{COLOURS[side + "-1"]}"/>'
        + f'<stop offset="1" stop-color="{COLOURS[side + "-2"]}"/></radialGradient>'
        for side in SIDES
    )
    wood = (
        f'<linearGradient id="wood" x2=".35" y2="1"><stop stop-color="{COLOURS["wood-1"]}"/>'
        + f'<stop offset="1" stop-color="{COLOURS["wood-2"]}"/></linearGradient>'
    )
    return f"<defs>{wood}{shades}</defs>"


def _labels(geo: Geometry) -> list[str]:
    """Return the files' letters below and the ranks' numbers on the left."""
    size = geo.board.size
    parts = [
        f'<g font-family="system-ui, sans-serif" font-size="20" font-weight="600" fill="{COLOURS["line"]}" '
        + 'fill-opacity=".72" text-anchor="middle">'
    ]
    for number in range(size):
        across = (size - 1 - number if geo.flipped else number) * geo.step
        down = (number if geo.flipped else size - 1 - number) * geo.step
        parts.append(f'<text x="{across}" y="{SPAN + FIELD + RIM // 2 + 7}">{FILES[number]}</text>')
        parts.append(f'<text x="{-FIELD - RIM // 2}" y="{down + 7}">{number + 1}</text>')
    parts.append("</g>")
    return parts


def _man(x: int, y: int, radius: int, side: int) -> str:
    """Return a man with its shadow: a disc with a turned groove."""
    name = SIDES[side]
    edge = COLOURS[name + "-edge"]
    groove = COLOURS["wood-2"] if side else edge
    return (
        f'<circle cx="{x}" cy="{y + radius // 8}" r="{radius + 1}" fill="#140a00" fill-opacity=".34"/>'
        + f'<circle cx="{x}" cy="{y}" r="{radius}" fill="url(#{name})" stroke="{edge}" stroke-width="2.5"/>'
        + f'<circle cx="{x}" cy="{y}" r="{radius * 2 // 3}" fill="none" stroke="{groove}" stroke-opacity=".35" '
        + 'stroke-width="2.5"/>'
    )
