"""Plays engine against engine by rules thrown together at random: every move legal, no crash, every game with an end.

    python -m tools.measure.endurance --games 500

Each game has a board, a number of men and a value for every house rule drawn by chance, with at least one of the two
draw rules on, and two players of little thought, so that all kinds of positions come up. The exit code is 1 when
anything went wrong; what it was stands on standard error with a link to the game.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from random import Random

from morris_core import OPTIONS, VARIANTS, WHITE, Game, RulesError, Variant
from morris_core.link import format_link
from tools.measure.match import Pairing, Record, play_pair, score_of

PLAYERS = ("engine:nodes=400", "engine:depth=2", "level:2,nodes=300", "level:5,nodes=300", "engine:nodes=1500")


def random_variant(random: Random) -> Variant:
    """Return a board of the family with house rules drawn by chance that can be played together."""
    base = random.choice(list(VARIANTS.values()))
    while True:
        changes: dict[str, object] = {}
        for option in OPTIONS:
            if option.values is not None:
                changes[option.name] = random.choice(option.values)
        changes["repetition"], changes["quiet_limit"] = random.choice(((3, 100), (3, 0), (0, 100), (2, 30), (0, 20)))
        if changes["flying"] and (changes["mill_hold"] or changes["no_return"]) and not changes["quiet_limit"]:
            # Men that fly, in positions that differ by the last moves too, need not meet one again in thousands of
            # plies: here repetition alone ends a game by the letter only.
            changes["quiet_limit"] = 100
        try:
            return base.with_options(changes)
        except RulesError:
            continue


def play(number: int, seed: int) -> Record:
    """Play one game of a seed's series; its players take their colours by chance too."""
    random = Random(f"{seed}/{number}")
    variant = random_variant(random)
    first, second = random.choice(PLAYERS), random.choice(PLAYERS)
    return play_pair(Pairing(first, second, format_link(Game(variant)), f"{seed}/{number}", "", (WHITE,)))[0]


def main(arguments: Sequence[str] | None = None) -> int:
    """Play as the command line says; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    if options.games < 1:
        parser.error("--games is a number from 1")
    records = [play(number, options.seed) for number in range(options.games)]
    faults = [record for record in records if record.fault]
    for record in faults:
        print(f"{record.white} - {record.black}: {record.fault}\n  {record.link[:2000]}", file=sys.stderr)
    reasons = Counter(record.reason for record in records)
    print(f"{len(records)} games, {len(faults)} faults, longest {max(record.plies for record in records)} plies")
    print(score_of(records))
    for reason, count in reasons.most_common():
        print(f"{count:5} {reason}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
