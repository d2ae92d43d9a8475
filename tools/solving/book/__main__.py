"""Make the opening book of nine men's morris from the values of the whole game.

    python -m tools.solving.book make DIR [--output FILE] [--choices 2,2,2,2] [--last PLY]
    python -m tools.solving.book anywhere DIR [--output FILE]

DIR holds the whole game (perfect/solved.py). `make` writes the shipped book unless --output names another file.
`anywhere` writes the second file, with moves for every position of two plies. The same seed and the same game give the
same bytes.
"""

import argparse
import time
from pathlib import Path

from morris_core.engine.opening import ANYWHERE, FILE
from tools.solving.book.data import open_solved
from tools.solving.book.make import CHOICES, Maker
from tools.solving.perfect.solved import MEN


def main() -> None:
    """Run one command."""
    parser = argparse.ArgumentParser(description="the opening book of nine men's morris")
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser("make", help="make a book")
    make.add_argument("folder", type=Path)
    make.add_argument("--output", type=Path, default=FILE)
    make.add_argument(
        "--choices",
        type=lambda text: tuple(map(int, text.split(","))),
        default=CHOICES,
        help="how many moves to choose from, by ply, as long as the values after the replies are known",
    )
    make.add_argument("--last", type=int, default=2 * MEN - 1, help="the last ply with moves in the book")
    make.add_argument("--seed", type=int, default=1)
    anywhere = commands.add_parser("anywhere", help="make the file of moves for every position of two plies")
    anywhere.add_argument("folder", type=Path)
    anywhere.add_argument("--output", type=Path, default=ANYWHERE)
    anywhere.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    started = time.perf_counter()

    def report(text: str) -> None:
        print(f"{time.perf_counter() - started:6.0f} s  {text}", flush=True)

    choices = arguments.choices if arguments.command == "make" else ()
    maker = Maker(open_solved(arguments.folder), choices, arguments.seed, report)
    data = maker.make(arguments.last) if arguments.command == "make" else maker.make_anywhere()
    arguments.output.write_bytes(data)
    report(f"{arguments.output}: {len(data)} bytes")


if __name__ == "__main__":
    main()
