"""The board of a position as a picture of its own: SVG text with its colours inside, for files, print and other pages.

Pure; may import morris_core and share_texts only. The one invariant: every text that goes into the picture is escaped,
and the picture refers to nothing outside itself, so it may be shown anywhere.
"""

from collections import namedtuple

from morris_core.board import FILES, Board
from morris_core.position import WHITE, Position
from morris_core.variants import Variant

from .share_texts import escape_html

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple

    class Palette(NamedTuple):
        """The colours of a picture, in the order in which they lie on each other."""

        ground: str
        line: str
        label: str
        white: str
        white_edge: str
        black: str
        black_edge: str
        last: str
else:
    Palette = namedtuple("Palette", ("ground", "line", "label", "white", "white_edge", "black", "black_edge", "last"))

LIGHT = Palette("#f3e9d7", "#5b4630", "#6b563f", "#fffdf8", "#4a3a2a", "#2a2421", "#14100e", "#c2571a")

# Lengths in the picture's own units; one step of the grid is 100 whatever the board.
STEP = 100
MAN = 34
SPOT = 8
# Around the board: a man's half, the letters and numbers.
MARGIN = 84
STRIP = 64


def board_picture(
    variant: Variant,
    position: Position,
    *,
    last: "tuple[int, ...]" = (),
    flipped: bool = False,
    labels: bool = True,
    caption: str = "",
    palette: Palette = LIGHT,
) -> str:
    """Return the position as SVG text.

    last: points to mark as the last turn's; flipped: Black at the bottom; labels: letters and numbers at the edge, as
    turns are written; caption: a line of text below the board, as well as the picture's name for screen readers.
    Men in hand stand in a row above and below the board, each beside their side.
    """
    board = variant.board
    span = (board.size - 1) * STEP
    width = span + 2 * MARGIN
    hands = max(position.white_hand, position.black_hand)
    top = STRIP if hands else 0
    height = width + 2 * top + (STRIP if caption else 0)
    name = escape_html(caption or variant.title)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        + f'role="img" aria-label="{name}" font-family="system-ui, sans-serif">',
        f"<title>{name}</title>",
        f'<rect width="{width}" height="{height}" rx="24" fill="{palette.ground}"/>',
    ]
    bottom_side = 1 if flipped else WHITE
    for side, y in ((1 - bottom_side, top * 0.62), (bottom_side, top + width + top * 0.38)):
        parts.extend(_hand(position.hand(side), side, width, y, palette))
    parts.append(f'<g transform="translate({MARGIN} {MARGIN + top})">')
    parts.append(
        f'<g fill="none" stroke="{palette.line}" stroke-width="6" stroke-linecap="round" stroke-linejoin="round">'
    )
    for line in board.lines:
        (x1, y1), (x2, y2) = _place(board, line[0], flipped), _place(board, line[-1], flipped)
        parts.append(f'<path d="M{x1} {y1}L{x2} {y2}"/>')
    parts.append("</g>")
    if labels:
        parts.extend(_labels(board, flipped, palette))
    for point in range(len(board.points)):
        x, y = _place(board, point, flipped)
        if (position.white | position.black) >> point & 1:
            parts.append(_man(x, y, MAN, 0 if position.white >> point & 1 else 1, palette))
        else:
            parts.append(f'<circle cx="{x}" cy="{y}" r="{SPOT}" fill="{palette.line}"/>')
        if point in last:
            parts.append(
                f'<circle cx="{x}" cy="{y}" r="{MAN + 7}" fill="none" stroke="{palette.last}" stroke-width="6"/>'
            )
    parts.append("</g>")
    if caption:
        parts.append(
            f'<text x="{width // 2}" y="{height - 26}" text-anchor="middle" font-size="30" fill="{palette.label}"'
            + (f' textLength="{width - 40}" lengthAdjust="spacingAndGlyphs"' if len(caption) * 15 > width - 40 else "")
            + f">{escape_html(caption)}</text>"
        )
    parts.append("</svg>")
    return "".join(parts)


def _place(board: Board, point: int, flipped: bool) -> "tuple[int, int]":
    column, row = board.place(point)
    last = board.size - 1
    return ((last - column) * STEP, (last - row) * STEP) if flipped else (column * STEP, row * STEP)


def _labels(board: Board, flipped: bool, palette: Palette) -> "list[str]":
    """Return the files' letters below and the ranks' numbers on the left."""
    parts = [f'<g font-size="22" fill="{palette.label}" text-anchor="middle">']
    last = board.size - 1
    for number in range(board.size):
        at = number * STEP
        letter = FILES[last - number if flipped else number]
        rank = number + 1 if flipped else board.size - number
        parts.append(f'<text x="{at}" y="{last * STEP + 66}">{letter}</text>')
        parts.append(f'<text x="-58" y="{at + 8}">{rank}</text>')
    parts.append("</g>")
    return parts


def _man(x: float, y: float, radius: int, side: int, palette: Palette) -> str:
    """Return a man: a disc with a turned groove."""
    fill, edge = (palette.black, palette.black_edge) if side else (palette.white, palette.white_edge)
    groove = palette.white if side else palette.black
    return (
        f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="{edge}" stroke-width="4"/>'
        + f'<circle cx="{x}" cy="{y}" r="{radius * 3 // 5}" fill="none" stroke="{groove}" stroke-opacity=".35" '
        + 'stroke-width="3"/>'
    )


def _hand(men: int, side: int, width: int, y: float, palette: Palette) -> "list[str]":
    """Return a row of small men, as many as a side still has to place."""
    step = 40
    left = width / 2 - (men - 1) * step / 2
    return [_man(left + number * step, y, 15, side, palette) for number in range(men)]
