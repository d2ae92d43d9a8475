"""Make an opening book from the solution of a game that `python -m lab.tablebase solve` has left in a folder.

    python -m lab.book make FOLDER FILE [--placements N N]
    python -m lab.book anywhere FOLDER FILE

`make` writes the values of the first placements, and moves for all placements, or for the first N of White and the
first N of Black. `anywhere` writes a second file, with moves for every position of two plies. The same game gives the
same bytes.
"""

import argparse
import time
from pathlib import Path

from lab.book.make import Maker
from lab.tablebase.store import open_store


def main() -> None:
    parser = argparse.ArgumentParser(description="the opening book of a solved game")
    parser.add_argument("command", choices=("make", "anywhere"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("file", type=Path)
    parser.add_argument(
        "--placements",
        type=int,
        nargs=2,
        metavar="N",
        help="how many placements of White and of Black have moves; default: all",
    )
    arguments = parser.parse_args()
    started = time.perf_counter()

    def report(text: str) -> None:
        print(f"{time.perf_counter() - started:6.0f} s  {text}", flush=True)

    maker = Maker(open_store(arguments.folder), report)
    data = maker.make(arguments.placements) if arguments.command == "make" else maker.make_anywhere()
    arguments.file.write_bytes(data)
    report(f"{arguments.file}: {len(data)} bytes")


if __name__ == "__main__":
    main()
