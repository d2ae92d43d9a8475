"""`morris bench`: the search's nodes per second in each variant, and its nodes to a fixed depth.

The nodes are a signature: as long as they are the same, the search behaves the same.
"""

import argparse
import json
from random import Random
from typing import Any

from ..engine import Engine, Limit
from ..engine.analysis import last
from ..family import VARIANTS
from ..game import Game
from ..named import find_variant
from ..variants import Variant
from .options import DONE, Commands, add_command

PLIES = (0, 6, 14, 24)
"""Random moves played before each position of a variant is searched."""


def add_to(commands: Commands) -> None:
    parser = add_command(commands, "bench", "Measure the search: nodes, seconds, nodes per second.", run)
    parser.add_argument("variants", metavar="VARIANT", nargs="*", help="those to measure; all when left out")
    parser.add_argument("--depth", metavar="D", type=int, default=5, choices=range(1, 13), help="plies, 1 to 12; 5")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    variants = [find_variant(name) for name in options.variants or VARIANTS]
    if not options.json:
        print(f"{'variant':16}{'nodes':>12}{'seconds':>10}{'nodes/s':>12}")
    rows = []
    for variant in variants:
        # Each position is searched with a new engine.
        infos = [last(Engine().search(game, Limit(depth=options.depth))) for game in bench_games(variant)]
        rows.append(_row(variant.name, sum(info.nodes for info in infos), sum(info.seconds for info in infos)))
        if not options.json:
            _print(rows[-1])
    total = _row("all", sum(row["nodes"] for row in rows), sum(row["seconds"] for row in rows))
    if options.json:
        del total["variant"]
        print(json.dumps({"depth": options.depth, **total, "variants": rows}))
    else:
        _print(total)
    return DONE


def _row(name: str, nodes: int, seconds: float) -> dict[str, Any]:
    rate = round(nodes / max(seconds, 1e-9))
    return {"variant": name, "nodes": nodes, "seconds": round(seconds, 3), "nodes_per_second": rate}


def _print(row: dict[str, Any]) -> None:
    print(f"{row['variant']:16}{row['nodes']:12}{row['seconds']:10.2f}{row['nodes_per_second']:12}", flush=True)


def bench_games(variant: Variant) -> list[Game]:
    """Return games of a variant at random positions that are the same each time."""
    games = []
    for plies in PLIES:
        random = Random(plies)
        game = Game(variant)
        for _ in range(plies):
            moves = game.legal_moves()
            if not moves:
                break
            game.play(moves[random.randrange(len(moves))])
        if game.outcome():
            # If the random game happens to be over, use the position before the last move.
            game.undo()
        games.append(game)
    return games
