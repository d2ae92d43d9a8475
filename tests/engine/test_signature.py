"""The nodes of fixed-depth searches, which a change that should not change the search leaves the same.

Change them only on purpose: `python -m tests.engine.test_signature` prints them, and the commit says why.
"""

from __future__ import annotations

import random

import pytest

from morris_core import Game, find_variant
from morris_core.engine import Engine, Limit
from morris_core.engine.evaluation import Evaluation

DEPTH = 5
NODES: dict[str, int] = {
    "nine": 11510,
    "nine-storer": 11506,
    "nine-diagonal": 14717,
    "three": 461,
    "five": 3373,
    "seven": 5661,
    "lasker": 24028,
    "morabaraba": 21476,
}


def nodes_of(name: str) -> int:
    """Return the nodes of searches of some positions of a variant to DEPTH, each with a new engine."""
    total = 0
    for plies in (0, 7, 16, 30):
        dice = random.Random(plies)
        game = Game(find_variant(name))
        for _ in range(plies):
            moves = game.legal_moves()
            if not moves:
                break
            game.play(dice.choice(moves))
        *_, info = Engine(evaluation=Evaluation).search(game, Limit(depth=DEPTH))
        total += info.nodes
    return total


@pytest.mark.parametrize("name", NODES)
def test_the_search_takes_as_many_nodes_as_ever(name: str) -> None:
    assert nodes_of(name) == NODES[name]


if __name__ == "__main__":
    for name in ("nine", "nine-storer", "nine-diagonal", "three", "five", "seven", "lasker", "morabaraba"):
        print(f'    "{name}": {nodes_of(name)},')
