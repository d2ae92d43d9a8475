"""`python -m tools.solving.perfect DIR FEN...`: the value of positions of nine men's morris, and of all their moves."""

import argparse
import sys
from pathlib import Path

from morris_core import Game, MorrisError, find_variant
from morris_core.notation import format_move

from . import move_values, open_perfect


def main() -> int:
    """Print a line for each position. Return 1 if the folder or a position cannot be read."""
    parser = argparse.ArgumentParser(description="exact values of positions and of their moves")
    parser.add_argument("folder", type=Path, help="table files, or files of the whole game")
    parser.add_argument("fen", nargs="+")
    arguments = parser.parse_args()
    variant = find_variant("nine")
    try:
        tables = open_perfect(arguments.folder)
        for text in arguments.fen:
            position = Game.from_fen(text, variant).position
            answer = tables.probe(variant, position)
            print(answer[0] if answer else "unknown", end=":")
            for move, value in move_values(tables, variant, position).items():
                print("", format_move(move, variant), value[0] if value else "unknown", end="")
            print()
    except MorrisError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
