"""`morris review`: the value of every move of a game, and its turning points."""

import argparse
import json
import sys
from typing import Any

from ..engine.review import NODES, Review, move_numbers
from ..game import Game
from ..reader import read
from .options import DONE, Commands, add_command, add_engine, engine_of, positive


def add_to(commands: Commands) -> None:
    parser = add_command(
        commands,
        "review",
        "Show the value of every move of a game, and its turning points.",
        run,
        'Example: morris review "v=nine&m=d6.f4.d2.b4.f6.b2"\n\n'
        "A chance is the expected result in percent, with a draw as half; an exclamation mark means that it is\n"
        "proven. docs/engine.md has the formulas.",
    )
    parser.add_argument(
        "game", metavar="GAME", nargs="?", help="a link, or a record as text; standard input when left out"
    )
    parser.add_argument(
        "--nodes", metavar="N", type=positive(int), default=NODES, help=f"for each position of the game; {NODES}"
    )
    parser.add_argument("--json", action="store_true", help="print the review as one JSON object")
    add_engine(parser)


def run(options: argparse.Namespace) -> int:
    """Review and print. Raises MorrisError if the text holds no game, or one without moves."""
    link = read(sys.stdin.buffer.read() if options.game is None else options.game)[0]
    for remark in link.remarks:
        print(remark, file=sys.stderr)
    game = link.game
    review = Review(engine_of(options), game, options.nodes)
    for _ in review.run():
        pass
    report = review.report()
    if options.json:
        print(json.dumps(report))
    else:
        _print(game, report)
    return DONE


def _print(game: Game, report: dict[str, Any]) -> None:
    numbers = move_numbers(game)
    for move, number in zip(report["moves"], numbers, strict=True):
        proved = "!" if move["exact"] else " "
        print(
            f"{number:4}. {'wb'[move['side']]}  {move['move']:12} {move['white']:3}%{proved} {move['grade']}".rstrip()
        )
        if "sentences" in move:
            print("         " + " ".join(template.format(**fields) for template, fields in move["sentences"]))
    for name, accuracy in zip(("White", "Black"), report["accuracy"], strict=True):
        print(f"{name}: " + ("nothing to lose" if accuracy is None else f"accuracy {accuracy}%"))
