"""Finds the tactical suite, tests/data/tactics.json: positions with one thing to see, proved by brute force.

    python -m tools.measure.make_tactics --out tests/data/tactics.json

It looks at the positions that careless players meet, and at men thrown on the board, in several variants. Kept are
those in which the side to move can force a win in exactly 3, 5 or 7 plies and at most two moves do, and those in which
all moves but one lose within 2, 4 or 6 plies while that one does not even within two plies more. The proof is
tests/brute_force.py's; only positions in which that is quick are taken, so that the tests can prove them again. The
same seed finds the same suite.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TypedDict

from morris_core import WHITE, Game, Position, PositionError, Variant, find_variant
from morris_core.fen import check_position, format_fen, parse_fen_game
from morris_core.notation import format_move
from morris_core.variants import house_rules_text, with_house_rules
from tests.brute_force import BruteForce, TooMany
from tools.measure.players import simple_moves

GAMES = (
    ("nine", ""),
    ("nine-merelles", ""),
    ("nine-storer", "double_mill:2"),
    ("nine-diagonal", ""),
    ("three", ""),
    ("three-diagonal", ""),
    ("five", ""),
    ("five", "no_return:1"),
    ("six", ""),
    ("six", "stuck:passes,flying:3"),
    ("seven", ""),
    ("lasker", ""),
    ("morabaraba", ""),
)
QUOTA = {"win 3": 2, "win 5": 2, "win 7": 1, "hold 2": 1, "hold 4": 1, "hold 6": 1}
"""How many positions of a kind are taken from each game."""
EASY = {1: 100, 2: 500, 3: 6000, 4: 4000, 5: 12_000, 6: 8000, 7: 20_000}
"""Positions that the brute force may look at for so many plies."""
PATIENCE = 1_000_000
"""Positions that the brute force may look at for each game before it gives up on what is still missing."""
MANY = 15
"""Positions with more legal moves than this are not tried: brute force is hardly ever quick there."""


class Tactic(TypedDict):
    """One position. kind: "win" (in `plies`) or "hold" (every other move loses within `plies`); best: the moves to
    find.
    """

    variant: str
    rules: str
    fen: str
    kind: str
    plies: int
    best: list[str]


def careless_positions(variant: Variant, random: Random) -> Iterator[Game]:
    """Yield the positions of endless games between players who close and block most of the time."""
    while True:
        game = Game(variant)
        care = random.random()
        while not game.outcome() and game.ply < 150:
            game.play(random.choice(simple_moves(game) if random.random() < care else game.legal_moves()))
            yield game


def thrown_positions(variant: Variant, random: Random) -> Iterator[Game]:
    """Yield positions with men on any points and none in hand, White to move and mostly in the majority."""
    points = range(len(variant.board.points))
    while True:
        white, black = random.randint(3, min(variant.rules.men, 7)), random.randint(3, min(variant.rules.men, 4))
        places = random.sample(points, white + black)
        masks = [sum(1 << point for point in part) for part in (places[:white], places[white:])]
        position = Position(masks[0], masks[1], 0, 0, WHITE, None, None)
        try:
            check_position(variant, position)
        except PositionError:
            continue
        yield Game(variant, position)


def positions(variant: Variant, seed: int) -> Iterator[Game]:
    """Yield positions of both kinds in turn."""
    for pair in zip(careless_positions(variant, Random(seed)), thrown_positions(variant, Random(seed)), strict=True):
        yield from pair


def look(force: BruteForce, game: Game, wanted: set[str]) -> Tactic | None:
    """Return what there is to see in a game's position, None when that is nothing, too much or not wanted."""
    position = game.position
    if game.outcome() or not 3 <= len(game.legal_moves()) <= MANY:
        return None
    # Counts of quiet plies do not belong to what is to be seen.
    fen = " ".join([*format_fen(game).split()[:5], "0", "1"])
    try:
        for plies in (1, 3, 5, 7):
            force.most = force.positions + EASY[plies]
            if force.distance(position, plies):
                best = force.winning(position, plies)
                if f"win {plies}" not in wanted or len(best) > 2:
                    return None
                return _tactic(game, fen, "win", plies, [format_move(move, game.variant) for move in best])
        return _look_for_hold(force, game, fen, wanted)
    except TooMany:
        return None


def _look_for_hold(force: BruteForce, game: Game, fen: str, wanted: set[str]) -> Tactic | None:
    moves = game.legal_moves()
    for plies in (2, 4, 6):
        force.most = force.positions + EASY[plies]
        losing = force.losing(game.position, plies)
        if len(losing) == len(moves) - 1:
            held = next(move for move in moves if move not in losing)
            force.most = force.positions + EASY[plies] * 4
            if f"hold {plies}" not in wanted or held in force.losing(game.position, plies + 2):
                return None
            return _tactic(game, fen, "hold", plies, [format_move(held, game.variant)])
        if len(losing) == len(moves):
            return None
    return None


def _tactic(game: Game, fen: str, kind: str, plies: int, best: list[str]) -> Tactic:
    rules = house_rules_text(game.variant)
    return {"variant": game.variant.name, "rules": rules, "fen": fen, "kind": kind, "plies": plies, "best": best}


def collect(variant: Variant, seed: int) -> list[Tactic]:
    """Return the suite's positions of one variant."""
    found: list[Tactic] = []
    seen: set[str] = set()
    count: Counter[str] = Counter()
    spent = 0
    for game in positions(variant, seed):
        wanted = {kind for kind, quota in QUOTA.items() if count[kind] < quota}
        if not wanted or spent > PATIENCE:
            break
        key = " ".join(format_fen(game).split()[:5])
        if key in seen:
            continue
        seen.add(key)
        force = BruteForce(variant)
        tactic = look(force, game, wanted)
        spent += force.positions
        # Once more from its text: what the file says is what was proved.
        if tactic and look(BruteForce(variant), parse_fen_game(tactic["fen"], variant), wanted) == tactic:
            count[f"{tactic['kind']} {tactic['plies']}"] += 1
            found.append(tactic)
    return sorted(found, key=lambda tactic: (tactic["kind"], tactic["plies"], tactic["fen"]), reverse=True)


def main() -> int:
    """Find the suite and write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    suite: list[Tactic] = []
    for name, rules in GAMES:
        found = collect(with_house_rules(find_variant(name), rules), options.seed)
        suite += found
        kinds = Counter(f"{tactic['kind']} {tactic['plies']}" for tactic in found)
        print(
            f"{name} {rules}: " + ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())), file=sys.stderr
        )
    lines = ",\n".join(" " + json.dumps(tactic) for tactic in suite)
    options.out.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    print(f"{len(suite)} positions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
