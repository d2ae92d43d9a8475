"""Make an opening book from the solution of a game that `python -m tools.tablebase solve` has left in a folder.

    python -m tools.solving.book make FOLDER FILE [--choices 2,2,2,2] [--last PLY]
    python -m tools.solving.book anywhere FOLDER FILE

`make` writes the values of the first placements, and moves up to a ply. `anywhere` writes a second file, with moves for
every position of two plies. The same seed and the same game give the same bytes.
"""

import argparse
import time
from pathlib import Path

from tools.solving.book.make import CHOICES, Maker
from tools.tablebase.store import open_store


def main() -> None:
    """Run one command."""
    parser = argparse.ArgumentParser(description="the opening book of a solved game")
    commands = parser.add_subparsers(dest="command", required=True)
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("folder", type=Path)
    shared.add_argument("file", type=Path)
    shared.add_argument("--seed", type=int, default=1)
    make = commands.add_parser("make", parents=[shared], help="make a book")
    make.add_argument(
        "--choices",
        type=lambda text: tuple(map(int, text.split(","))),
        default=CHOICES,
        help="how many moves to choose from, by ply, as long as the values after the replies are known",
    )
    make.add_argument("--last", type=int, help="the last ply with moves in the book; default: the last placement")
    commands.add_parser("anywhere", parents=[shared], help="make the file of moves for every position of two plies")
    arguments = parser.parse_args()
    started = time.perf_counter()

    def report(text: str) -> None:
        print(f"{time.perf_counter() - started:6.0f} s  {text}", flush=True)

    is_book = arguments.command == "make"
    maker = Maker(open_store(arguments.folder), arguments.choices if is_book else (), arguments.seed, report)
    data = maker.make(arguments.last) if is_book else maker.make_anywhere()
    arguments.file.write_bytes(data)
    report(f"{arguments.file}: {len(data)} bytes")


if __name__ == "__main__":
    main()
