"""Review games of levels and random players, and count how many of their mistakes get a reason.

python -m tools.measure.reasons make      # plays and reviews the games of tests/data/turning_points.jsonl again
python -m tools.measure.reasons           # prints the share of mistakes with each kind of sentence
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random

from morris_core import Game, find_variant
from morris_core.engine import Engine
from morris_core.engine.opening import Known
from morris_core.engine.review import Review
from morris_core.engine.turning_points import TurningPoint, explain_turning_point, is_reason
from morris_core.notation import parse_move
from morris_core.rules import find_legal
from morris_core.terminal.matches import play_out
from morris_core.terminal.players import Setup, make_player
from tools.sources import ROOT

FILE = ROOT / "tests/data/turning_points.jsonl"
GAMES, NODES = 200, 500
PLAYERS = ("random", "simple", "novice", "level:1", "level:2", "level:3", "level:4", "level:5")
VARIANTS = ("nine", "nine", "nine", "nine", "nine-merelles", "six", "twelve", "seven")


def reviewed_game(number: int) -> str:
    """Play a game and return it with its turning points as a line of the file."""
    random = Random(number)
    game = Game(find_variant(VARIANTS[number % len(VARIANTS)]))
    players = [make_player(random.choice(PLAYERS), Setup(f"{number}/{side}")) for side in range(2)]
    fault = play_out(game, players)
    assert not fault, fault
    known = Known()
    review = Review(Engine(known, book=known), game, NODES)
    for _ in review.run():
        pass
    points = [
        [ply, report["better"], report["line"], report["better_line"]]
        for ply, report in enumerate(review.report()["moves"])
        if "sentences" in report
    ]
    return json.dumps({"link": game.link(), "points": points}, separators=(",", ":"))


def turning_points(line: str) -> Iterator[tuple[Game, int, TurningPoint]]:
    """Yield the turning points of a line of the file, with the game and the ply of each."""
    entry = json.loads(line)
    game = Game.from_link(entry["link"])
    for ply, better, line_after, better_line in entry["points"]:
        position = game.position_at(ply)
        legal = find_legal(game.variant, position, parse_move(better, game.variant))
        assert legal is not None
        lines = [tuple(parse_move(move, game.variant) for move in moves[1:]) for moves in (line_after, better_line)]
        reply = game.line[ply + 1] if ply + 1 < game.ply else None
        yield game, ply, TurningPoint(game.variant, position, ply // 2 + 1, game.line[ply], legal, reply, *lines)


def main() -> None:
    """Make the file, or print what its mistakes get."""
    if sys.argv[1:] == ["make"]:
        with ProcessPoolExecutor(2) as pool, FILE.open("w", encoding="utf-8", buffering=1) as file:
            for line in pool.map(reviewed_game, range(GAMES)):
                file.write(line + "\n")
        return
    counts: Counter[str] = Counter()
    with_reason = 0
    for line in FILE.read_text(encoding="utf-8").splitlines():
        for _game, _ply, point in turning_points(line):
            sentences = explain_turning_point(point)
            counts[sentences[-1].template] += 1
            with_reason += is_reason(sentences)
    for template, count in counts.most_common():
        print(f"{count:5}  {template}")
    print(f"{with_reason} of {counts.total()} mistakes have a reason: {with_reason / counts.total():.1%}")


if __name__ == "__main__":
    main()
