"""Make the file of puzzles, and prove every claim in it.

    python -m lab.puzzles make [--games nine,six] [--seed 1] [--most 150] [--perfect DIR]
    python -m lab.puzzles verify [--first N]

`make` lets the engine play games, takes the positions with only one right move, and replaces the puzzles of the chosen
games in the feature's file. It takes an hour. `verify` proves, by the exact tables or by exhaustive search, that every
step of every puzzle has only one right move, that each refutation refutes its move, and that no two puzzles are alike
up to symmetry and colours.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from app.features.puzzles.book import Book, Puzzle, PuzzleError, read_puzzle, write_puzzle

from lab.puzzles.file import FILE, read_book, write_book
from lab.puzzles.mine import mine
from lab.puzzles.verify import Wrong, verify_all
from morris_core import find_variant

GAMES = ("nine", "six", "three-diagonal", "twelve")
"""The games with puzzles, in the order of the page."""


def found_in(name: str, seed: int, most: int, folder: Path | None) -> list[str]:
    """Return the puzzles of a variant as lines of the file."""
    return [write_puzzle(puzzle) for puzzle in mine(find_variant(name), seed, most, folder)]


def known(book: Book, name: str) -> list[Puzzle]:
    return [puzzle for puzzle in (book.puzzle(id) for id in book.ids(name)) if puzzle is not None]


def make(names: list[str], seed: int, most: int, folder: Path | None) -> None:
    """Make the puzzles of some games, and write the file after each game."""
    puzzles = {name: known(read_book(), name) if FILE.exists() else [] for name in GAMES}
    with ProcessPoolExecutor(len(names)) as pool:
        jobs = {pool.submit(found_in, name, seed, most, folder): name for name in names}
        for job in as_completed(jobs):
            puzzles[jobs[job]] = [read_puzzle(line) for line in job.result()]
            FILE.parent.mkdir(exist_ok=True)
            FILE.write_text(write_book([one for some in puzzles.values() for one in some], GAMES), encoding="utf-8")
            print(f"{jobs[job]}: {len(puzzles[jobs[job]])} puzzles", flush=True)


def main(arguments: list[str] | None = None) -> int:
    """Run a command, by default that of the command line, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    making = commands.add_parser("make", help="find puzzles and write the file")
    making.add_argument("--games", default=",".join(GAMES), help="names of variants, separated by commas")
    making.add_argument("--seed", type=int, default=1)
    making.add_argument("--most", type=int, default=150, help="games to play of each")
    making.add_argument("--perfect", type=Path, help="a folder with the whole game solved, see lab.perfect")
    verifying = commands.add_parser("verify", help="prove the file")
    verifying.add_argument("--first", type=int, help="only this many, spread over the file")
    options = parser.parse_args(arguments)
    if options.command == "make":
        make(options.games.split(","), options.seed, options.most, options.perfect)
        return 0
    try:
        book = read_book()
        ids = book.ids()
        if options.first:
            ids = ids[:: max(1, len(ids) // options.first)][: options.first]
        proved, judged = verify_all(book, ids)
    except (Wrong, PuzzleError) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{proved} puzzles proved, {judged} moves judged")
    return 0


if __name__ == "__main__":
    sys.exit(main())
