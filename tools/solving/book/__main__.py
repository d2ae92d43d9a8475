"""The opening book of nine men's morris, made from the values of the whole game and checked against them.

    python -m tools.solving.book make DIR [--output FILE] [--choices 2,2,2,2] [--last PLY]
    python -m tools.solving.book anywhere DIR [--output FILE]
    python -m tools.solving.book verify DIR [--book FILE] [--sample N] [--only values|white|black|anywhere]

DIR holds the whole game (perfect/solved.py). `make` writes the book that ships unless --output names another
file, `anywhere` the file beside it with moves of every position of two plies; the same seed and the same game give the
same bytes. `verify` goes through every position that the book's moves and any moves of the opponent lead to, or through
all that a book of moves anywhere is for; the exit code is 1 when anything is wrong.
"""

import argparse
import time
from pathlib import Path

from morris_core.engine.opening import ANYWHERE, FILE, OpeningBook
from tools.solving.book.data import open_solved
from tools.solving.book.make import CHOICES, Maker
from tools.solving.book.verify import PARTS, Checker
from tools.solving.perfect.solved import MEN


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description="the opening book of nine men's morris")
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser("make", help="make a book")
    make.add_argument("folder", type=Path)
    make.add_argument("--output", type=Path, default=FILE)
    make.add_argument(
        "--choices",
        type=lambda text: tuple(map(int, text.split(","))),
        default=CHOICES,
        help="how many moves there are to choose from, by ply, as long as those after the replies are known",
    )
    make.add_argument("--last", type=int, default=2 * MEN - 1, help="the last ply that the book has moves for")
    make.add_argument("--seed", type=int, default=1)
    anywhere = commands.add_parser("anywhere", help="make the file of moves that serve every position of two plies")
    anywhere.add_argument("folder", type=Path)
    anywhere.add_argument("--output", type=Path, default=ANYWHERE)
    anywhere.add_argument("--seed", type=int, default=1)
    verify = commands.add_parser("verify", help="check a book")
    verify.add_argument("folder", type=Path)
    verify.add_argument("--book", type=Path, default=FILE)
    verify.add_argument("--sample", type=int, default=2000, help="positions of each ply asked of morris_core's reader")
    verify.add_argument("--only", choices=PARTS, help="check the values of the first plies or one side's moves alone")
    arguments = parser.parse_args()
    started = time.perf_counter()

    def say(text: str) -> None:
        print(f"{time.perf_counter() - started:6.0f} s  {text}", flush=True)

    solved = open_solved(arguments.folder)
    if arguments.command != "verify":
        choices = arguments.choices if arguments.command == "make" else ()
        maker = Maker(solved, choices, arguments.seed, say)
        data = maker.make(arguments.last) if arguments.command == "make" else maker.make_anywhere()
        arguments.output.write_bytes(data)
        say(f"{arguments.output}: {len(data)} bytes")
        return 0
    data = arguments.book.read_bytes()
    verdict = Checker(OpeningBook(arguments.book.name, data), solved, arguments.sample, say).check(arguments.only)
    say(
        f"{arguments.book}: {len(data)} bytes; {verdict.values} values and the moves in {verdict.moves} positions, "
        f"{verdict.wrong} wrong"
    )
    return 1 if verdict.wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
