"""The nodes of fixed-depth searches, which a change that should not change the search leaves the same.

Change them only on purpose: `python -m tests.engine.test_signature` prints them, and the commit says why.
"""

from __future__ import annotations

import pytest

from morris_core import find_variant
from morris_core.engine import Engine, Limit
from morris_core.engine.analysis import last
from morris_core.engine.evaluation import Evaluation
from morris_core.terminal.bench import bench_games

DEPTH = 5
NODES: dict[str, int] = {
    "nine": 11349,
    "nine-storer": 10993,
    "nine-diagonal": 14942,
    "three": 523,
    "five": 3250,
    "seven": 4820,
    "lasker": 25328,
    "morabaraba": 12990,
}


def nodes_of(name: str) -> int:
    """Return the nodes of searches of the positions of `morris bench` to DEPTH, each with a new engine."""
    games = bench_games(find_variant(name))
    return sum(last(Engine(evaluation=Evaluation).search(game, Limit(depth=DEPTH))).nodes for game in games)


@pytest.mark.parametrize("name", NODES)
def test_the_search_takes_as_many_nodes_as_ever(name: str) -> None:
    assert nodes_of(name) == NODES[name]


if __name__ == "__main__":
    for name in NODES:
        print(f'    "{name}": {nodes_of(name)},')
