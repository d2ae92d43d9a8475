"""Nodes per second of the engine and of the bare alpha-beta, over the nine positions of tests/data/perft.json.

Runs in CPython and, sent there by the bench, in the engine's worker in a browser; so it asks for its data as text. A
node is a position entered, leaves included, in both searches.
"""

import json
import sys
import time
from typing import Any

from morris_core import Game, Position, find_variant
from morris_core.engine import Engine, Limit

# The alpha-beta's points, three rings clockwise from the top left corner.
RINGS = "a7 d7 g7 g4 g1 d1 a1 a4 b6 d6 f6 f4 f2 d2 b2 b4 c5 d5 e5 e4 e3 d3 c3 c4"
POINTS = RINGS.split()
SIDES = ("white", "black")

# Seconds that this process worked, not those that it waited for other processes; a browser measures only the latter.
clock = time.perf_counter if sys.platform == "emscripten" else time.process_time


def measure(alphabeta: Any, perft: str, seconds: float) -> str:
    """Let both searches think about each position, by turns; return [engine, bare], nodes per second, as JSON.

    Args:
        alphabeta: the module alphabeta.py.
        perft: the text of tests/data/perft.json.
        seconds: for each search and position; where all is proved sooner, the engine takes less.
    """
    positions = [entry["position"] for entry in json.loads(perft)["positions"]]
    search_engine(Engine(), positions[0], seconds / 10)  # makes its tables, which all engines share
    engine = Engine()
    # By turns, so that the machine's other work hits both.
    found = [(*search_engine(engine, one, seconds), *search_bare(alphabeta, one, seconds)) for one in positions]
    nodes, spent, bare_nodes, bare_spent = map(sum, zip(*found, strict=True))
    return json.dumps([nodes / spent, bare_nodes / bare_spent])


def search_engine(engine: Engine, where: dict[str, Any], seconds: float) -> tuple[int, float]:
    """Return the nodes that the engine entered, and the seconds they took."""
    variant = find_variant("nine")
    white, black = (sum(1 << variant.board.index[name] for name in where[side]) for side in SIDES)
    hands = where["hand_white"], where["hand_black"]
    game = Game(variant, Position(white, black, *hands, SIDES.index(where["side_to_move"]), None, None))
    begun = clock()
    nodes, spent = 0, 0.0
    for info in engine.search(game, Limit(seconds=seconds)):
        nodes, spent = info.nodes, clock() - begun
    return nodes, spent


def search_bare(alphabeta: Any, where: dict[str, Any], seconds: float) -> tuple[int, float]:
    """Return the nodes that the bare search entered, and the seconds they took."""
    side = where["side_to_move"]
    other = SIDES[1 - SIDES.index(side)]
    own, opponent = (sum(1 << POINTS.index(name) for name in where[one]) for one in (side, other))
    alphabeta.TT.clear()
    alphabeta.nodes = 0
    begun = clock()
    for depth in range(1, 30):
        # The next depth takes several times as long as all before it.
        if clock() - begun > seconds / 4:
            break
        alphabeta.search(own, opponent, where[f"hand_{side}"], where[f"hand_{other}"], depth, -9999, 9999)
    return alphabeta.nodes, clock() - begun
