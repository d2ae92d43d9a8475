"""`morris svg`: a picture of a game or a position, as the page's Share makes it."""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from .. import svg
from ..errors import MorrisError
from ..looks import LOOKS
from ..position import SIDES, WHITE
from ..reader import read
from ..shapes import drawn_shapes
from .options import DONE, Commands, add_command, positive

RENDERERS = (
    ("resvg", "{svg}", "{png}"),
    ("rsvg-convert", "--output={png}", "{svg}"),
    ("cairosvg", "{svg}", "-o", "{png}"),
    ("inkscape", "{svg}", "--export-filename={png}"),
)
"""Programs that make a PNG of an SVG, and their arguments. The first that is installed does it."""


def add_to(commands: Commands) -> None:
    parser = add_command(
        commands,
        "svg",
        "Write a picture of a game or a position as SVG or PNG.",
        run,
        'Example: morris svg "v=nine&m=d6.f4.d2.b4.f6.b6.b2" > diagram.svg\n\n'
        "The picture has the arrows and circles of the position's comment. docs/diagrams.md shows how to use\n"
        "it in documents and web sites.",
    )
    parser.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        help="a link, record, position, or a file of one; standard input when left out",
    )
    parser.add_argument("--output", metavar="FILE", type=Path, help="a file; the ending .png makes a PNG")
    parser.add_argument("--ply", metavar="N", type=int, help="show the position after N moves; the link's, or the last")
    parser.add_argument("--orientation", choices=SIDES, help="the side at the bottom; the link's, or white")
    parser.add_argument("--look", choices=LOOKS, default="wood", help="the colours; wood")
    parser.add_argument("--men", choices=svg.MEN, default="turned", help="how men look; turned")
    parser.add_argument("--size", metavar="PX", type=positive(int), help="the width in pixels")
    parser.add_argument("--no-coordinates", action="store_true", help="leave out the letters and numbers")
    parser.add_argument("--no-last", action="store_true", help="do not mark the last move")
    parser.add_argument("--title", default="", help="what screen readers say; the name of the game")


def run(options: argparse.Namespace) -> int:
    """Write the picture. Raises MorrisError if there is no such position, or no program to make a PNG."""
    text = sys.stdin.read() if options.game is None else options.game
    if os.path.isfile(text):  # false for a text that can be no name of a file
        text = Path(text).read_text(encoding="utf-8", errors="replace")
    picture = draw(text, options)
    if options.output is None:
        print(picture)
    elif options.output.suffix.lower() == ".png":
        _render(picture, options.output)
    else:
        options.output.write_text(picture + "\n", encoding="utf-8")
    return DONE


def draw(text: str, options: argparse.Namespace) -> str:
    """Return the picture of a game's position as SVG text."""
    link = read(text)[0]
    nodes, plies = link.tree.nodes(link.game.ply), link.game.ply
    if options.ply is not None and not 0 <= options.ply <= plies:
        raise MorrisError("--ply must be from 0 to {plies} in this game, not {ply}.", plies=plies, ply=options.ply)
    shown = link.at if options.ply is None else options.ply
    node = nodes[plies if shown is None else shown]
    game = node.game()
    arrows, circles = drawn_shapes(node.comment, game.variant.board)
    side = WHITE if link.side is None else link.side
    return svg.board(
        game.variant,
        game.position,
        last=None if options.no_last else node.move,
        outcome=game.outcome(),
        arrows=arrows,
        circles=circles,
        orientation=side if options.orientation is None else SIDES.index(options.orientation),
        size=options.size,
        coordinates=not options.no_coordinates,
        look=options.look,
        men=options.men,
        title=options.title or game.variant.title,
    )


def _render(picture: str, target: Path) -> None:
    """Write a PNG of a picture with the first of RENDERERS that is installed."""
    found = [(shutil.which(name), arguments) for name, *arguments in RENDERERS if shutil.which(name)]
    if not found:
        names = ", ".join(name for name, *_ in RENDERERS)
        raise MorrisError("A PNG needs one of these programs: {names}. An SVG needs none.", names=names)
    program, arguments = found[0]
    with TemporaryDirectory() as folder:
        source = Path(folder) / "board.svg"
        source.write_text(picture, encoding="utf-8")
        command = [str(program), *(one.format(svg=source, png=target) for one in arguments)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode or not target.is_file():
        raise MorrisError("{program} made no PNG: {reason}", program=program, reason=done.stderr.strip()[:300])
