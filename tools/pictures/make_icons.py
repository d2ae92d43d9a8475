"""Draw the icons and the preview picture into web/icons, and docs/board.svg: `python -m tools.pictures.make_icons`.

It needs a Chromium. The SVG is drawn from the boards of morris_core, so an icon shows a real board. The files are
committed: run this again when the drawing changes. The SVG is always the same; the bytes of the PNG files may depend
on the browser.
"""

import re
import sys

from playwright.sync_api import sync_playwright

from morris_core import BLACK, BOARDS, Game
from morris_core.position import WHITE, Position
from morris_core.svg import board as picture
from tools.browser import launch_options
from tools.sources import ROOT

ICONS = ROOT / "web/icons"

WOOD, WOOD_EDGE, LINE = "#d9b57c", "#b98e52", "#4d3520"
IVORY, EBONY, PAPER, INK = "#fffaf0", "#2b211a", "#f4efe6", "#2b211a"

# The position on the icons: a white mill on the top line.
WHITE_MEN, BLACK_MEN = ("a7", "d7", "g7", "d5", "c3"), ("a4", "g4", "e4", "d1")


def men(name: str, x: float, y: float, radius: float, white: bool) -> str:
    """Return a man, a disk with a rim. `name` is the name of its point."""
    fill, rim = (IVORY, "#cbb796") if white else (EBONY, "#6b5646")
    return (
        f'<g data-man="{name}"><circle cx="{x:g}" cy="{y + radius * 0.12:g}" r="{radius:g}" fill="#000" opacity=".25"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius * 0.66:g}" fill="none" stroke="{rim}" '
        f'stroke-width="{radius * 0.12:g}"/></g>'
    )


def board(name: str, left: float, top: float, width: float, white: tuple[str, ...], black: tuple[str, ...]) -> str:
    """Return the lines of a board, `width` wide from (left, top), with men on the named points."""
    shape = BOARDS[name]
    step = width / (shape.size - 1)
    at = {
        point: (left + x * step, top + y * step)
        for number, point in enumerate(shape.points)
        for x, y in [shape.coordinates(number)]
    }
    path = " ".join(
        "M{:g} {:g} {:g} {:g}".format(*at[shape.points[line[0]]], *at[shape.points[line[-1]]]) for line in shape.lines
    )
    drawn = [
        f'<path d="{path}" fill="none" stroke="{LINE}" stroke-width="{step * 0.14:g}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    ]
    drawn += [men(point, *at[point], step * 0.44, True) for point in white]
    drawn += [men(point, *at[point], step * 0.44, False) for point in black]
    return "".join(drawn)


def svg(width: int, height: int, body: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{body}</svg>\n'


def wood(left: float, top: float, width: float, corner: float) -> str:
    """Return a square piece of wood with a rim, in flat colours, which make small PNG files."""
    rim = width * 0.04
    return (
        f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{width:g}" rx="{corner:g}" fill="{WOOD_EDGE}"/>'
        f'<rect x="{left + rim:g}" y="{top + rim:g}" width="{width - 2 * rim:g}" height="{width - 2 * rim:g}" '
        f'rx="{max(0, corner - rim):g}" fill="{WOOD}"/>'
    )


def on_wood(margin: int) -> str:
    """Return the board of nine men on wood that fills the whole square, with a margin around the board."""
    men = board("three-ring", margin, margin, 512 - 2 * margin, WHITE_MEN, BLACK_MEN)
    return svg(512, 512, f'<rect width="512" height="512" fill="{WOOD}"/>' + men)


def icon() -> str:
    """Return the main icon: the board of nine men on a rounded piece of wood."""
    return svg(512, 512, wood(0, 0, 512, 96) + board("three-ring", 82, 82, 348, WHITE_MEN, BLACK_MEN))


def favicon() -> str:
    """Return the icon for the smallest sizes: a mill on the board of three men."""
    return svg(64, 64, wood(0, 0, 64, 12) + board("three", 14, 14, 36, ("a2", "b2", "c2"), ("c3", "a1")))


def shared_picture() -> str:
    """Return the position on the icons as the page's shared pictures draw it, with rim, mill and coordinates."""
    at = BOARDS["three-ring"].points.index
    white, black = (sum(1 << at(name) for name in names) for names in (WHITE_MEN, BLACK_MEN))
    text = picture(Position(white, black, 0, 0, WHITE, None, None, BOARDS["three-ring"]))
    # Without a size, the picture fills the frame around it.
    return re.sub(r' (width|height)="\d+"', "", text, count=2)


def example() -> str:
    """Return the picture of docs/library.md, from the same line as there."""
    game = Game.from_fen("WW1/BB1/3/6/3/3/3 w 7 7")
    return picture(game, arrows=[("d7", "g7")], circles=["d6"], orientation=BLACK, size=300, look="slate")


def preview() -> str:
    """Return the preview picture of links to the site (Open Graph), 1200 x 630."""
    serif = "font-family=\"Georgia, 'DejaVu Serif', serif\""
    return svg(
        1200,
        630,
        f'<rect width="1200" height="630" fill="{PAPER}"/>'
        + f'<svg x="605" y="50" width="530" height="530">{shared_picture()}</svg>'
        + f'<g fill="{INK}" {serif}>'
        '<text x="70" y="250" font-size="76" font-weight="bold">Nine Men’s</text>'
        '<text x="70" y="346" font-size="76" font-weight="bold">Morris</text>'
        '<text x="72" y="424" font-size="34">and its whole family.</text>'
        '<text x="72" y="472" font-size="34">Play at once, even offline.</text></g>',
    )


def main() -> int:
    """Write the SVG files and their PNG pictures."""
    ICONS.mkdir(parents=True, exist_ok=True)
    (ROOT / "docs/board.svg").write_text(example(), encoding="utf-8")
    (ICONS / "icon.svg").write_text(icon(), encoding="utf-8")
    (ICONS / "favicon.svg").write_text(favicon(), encoding="utf-8")
    pictures = (
        ("icon-192.png", icon(), 192, 192),
        ("icon-512.png", icon(), 512, 512),
        ("maskable-512.png", on_wood(126), 512, 512),  # whose edges may be cut off
        ("apple-touch-icon.png", on_wood(86), 180, 180),  # whose corners Apple rounds
        ("preview.png", preview(), 1200, 630),
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        for name, drawing, width, height in pictures:
            page = browser.new_page(viewport={"width": width, "height": height})
            page.set_content(
                f"<style>body{{margin:0}}svg{{display:block;width:{width}px;height:{height}px}}</style>{drawing}"
            )
            page.screenshot(path=ICONS / name, omit_background=True)
            page.close()
        browser.close()
    for path in sorted(ICONS.iterdir()):
        print(f"{path.stat().st_size:8} {path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
