"""`morris match`: games between two players, with the result and its interval."""

import argparse
import sys
from collections.abc import Sequence
from contextlib import nullcontext

from ..errors import MorrisError
from ..named import house_rules_text
from . import players
from .matches import LONGEST, Maker, Pairing, Record, Sprt, pairings, play_match, score_of
from .options import DONE, FAILED, Commands, add_command, add_rules, positive, variant_of
from .players import Setup, make_player


def add_to(commands: Commands) -> None:
    parser = add_command(commands, "match", "Match two players.", run, players.__doc__ or "")
    add_match(parser)
    parser.add_argument(
        "--sprt",
        metavar=("LOW", "HIGH"),
        type=float,
        nargs=2,
        help="stop as soon as it is clear which of two differences in Elo holds",
    )


def add_match(parser: argparse.ArgumentParser) -> None:
    """Add the options of a match; read them with openings and play."""
    parser.add_argument("first", metavar="A", help="a player; the score is this one's")
    parser.add_argument("second", metavar="B", help="the other player")
    parser.add_argument("--variant", default="nine", metavar="VARIANT", help="nine when left out")
    add_rules(parser)
    parser.add_argument("--games", metavar="N", type=positive(int), default=40, help="at most; 40 when left out")
    parser.add_argument("--plies", metavar="N", type=int, default=4, help="random moves of an opening; 4 when left out")
    parser.add_argument("--seed", metavar="N", type=int, default=1, help="makes openings and chances the same")
    parser.add_argument("--jobs", metavar="N", type=positive(int), default=1, help="games at the same time, 1")
    parser.add_argument("--go", metavar="TEXT", default="movetime 1000", help="how long programs think, as after `go`")
    parser.add_argument("--records", metavar="FILE", help="write the games to a file, one a line, with links")


def run(options: argparse.Namespace) -> int:
    """Play and print. Raises MorrisError if a player cannot be made."""
    sys.path.insert(0, "")  # functions may be in modules of the folder that the command runs in
    for text in (options.first, options.second):
        make_player(text, Setup("")).close()
    test = Sprt(*options.sprt) if options.sprt else None
    if test and not test.low < test.high:
        raise MorrisError("In --sprt LOW HIGH, the first number must be less than the second.")
    records = play(options, openings(options, options.first, options.second), test=test)
    if test:
        limits = {"high": f"{test.high:+g} Elo or more", "low": f"{test.low:+g} Elo or less", "": "not decided"}
        print(f"SPRT: {limits[test.decision(records)]}, log-likelihood ratio {test.ratio(records):.2f}")
    return FAILED if any(record.fault and record.plies < LONGEST for record in records) else DONE


def openings(options: argparse.Namespace, first: str, second: str) -> list[Pairing]:
    """Return the pairings of a match between two players."""
    variant = variant_of(options)
    plies = min(max(0, options.plies), variant.rules.men)
    return pairings(first, second, variant, options.games, plies, options.seed, options.go)


def play(
    options: argparse.Namespace, todo: Sequence[Pairing], make: Maker = make_player, test: Sprt | None = None
) -> list[Record]:
    """Play a match, write its records, print its faults and the score, and return the records."""
    with open(options.records, "w", encoding="utf-8") if options.records else nullcontext() as file:
        records = play_match(todo, options.jobs, file, sys.stderr if sys.stderr.isatty() else None, make, test)
    for number, record in enumerate(records, 1):
        if record.fault:
            print(f"morris: game {number}: {record.fault}", file=sys.stderr)
    game = " ".join([options.variant, house_rules_text(variant_of(options))]).rstrip()
    print(f"{options.first} against {options.second}, {game}, seed {options.seed}")
    print(score_of(records, len(todo[0].sides)))
    return records
