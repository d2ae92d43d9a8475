"""Nodes per second of the engine in every variant, and how many nodes it enters beside the bare search at one depth."""

import json
import time
from random import Random
from typing import Any

from morris_core import Game, Variant
from morris_core.engine import MATE, Engine, Limit
from morris_core.engine.evaluation import Material
from morris_core.engine.knowledge import Options
from morris_core.variants import VARIANTS

from . import alphabeta as bare_search
from .speed import bare_position, game_at

NODES = 60_000  # for each position
ROUNDS = 5  # through all variants; the fastest counts, since other work of the machine only slows a search down
DEPTH = 7

alphabeta: Any = bare_search  # it has no types


def measure_rates() -> dict[str, float]:
    """Return nodes per second, in this Python, of every variant over four positions from its beginning on."""
    rates = dict.fromkeys(VARIANTS, 0.0)
    for _ in range(ROUNDS):
        for name, variant in VARIANTS.items():
            rates[name] = max(rates[name], rate(variant))
    return rates


def rate(variant: Variant) -> float:
    """Return nodes per second of one variant, once the tables are made that all engines share."""
    for _ in range(2):
        engine = Engine()
        nodes, seconds = 0, 0.0
        for game in openings(variant):
            begun = time.process_time()
            *_, last = engine.search(game, Limit(nodes=NODES))
            seconds += time.process_time() - begun
            nodes += last.nodes
    return nodes / seconds


def openings(variant: Variant) -> list[Game]:
    """Return the start, and games of some random moves: in the middle of placing, after it, and later."""
    games = []
    for number, plies in enumerate((0, variant.rules.men, 2 * variant.rules.men, 3 * variant.rules.men)):
        random = Random(number)
        while True:
            game = Game(variant)
            while game.ply < plies and not game.outcome():
                game.play(random.choice(game.legal_moves()))
            if not game.outcome():
                break
        games.append(game)
    return games


def measure_nodes(perft: str) -> dict[str, Any]:
    """Count the nodes of both searches, material only and nothing reduced, over nine positions to depth DEPTH.

    The engine gets there by way of all depths before it, which count too; the bare search goes there at once.

    Args:
        perft: the text of tests/data/perft.json.

    Returns:
        {"engine": nodes, "bare": nodes, "same": whether all values are the same}.
    """
    nodes = {"engine": 0, "bare": 0}
    same = True
    for where in (entry["position"] for entry in json.loads(perft)["positions"]):
        engine = Engine(evaluation=Material, options=Options(reductions=False, quiescence=0))
        *_, last = engine.search(game_at(where), Limit(depth=DEPTH))
        alphabeta.TT.clear()
        alphabeta.nodes = 0
        value = alphabeta.search(*bare_position(where), DEPTH, -9999, 9999)
        nodes["engine"] += last.nodes
        nodes["bare"] += alphabeta.nodes
        same = same and last.score == score_of(value)
    return {**nodes, "same": same}


def score_of(value: int) -> int:
    """Return our score for a value of the bare search: its men are worth ten, its wins 1000 and the plies left."""
    if abs(value) < 1000:
        return value * 10
    score = MATE - (DEPTH - (abs(value) - 1000))
    return score if value > 0 else -score
