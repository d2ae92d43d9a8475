"""The tactical suite: one thing to see in each position, proven by brute force and seen by the engine.

"win": the side to move can force a win in the given number of plies, no sooner, and only with the moves in `best`.
"hold": every move but the one in `best` loses within that number of plies; that one does not within two plies more.
"""

from collections import Counter
from typing import Any

import pytest

from morris_core import Game, find_variant
from morris_core.engine import Engine, Limit
from morris_core.engine.limits import mate_distance
from morris_core.notation import format_move
from morris_core.variants import with_house_rules
from tests.brute_force import BruteForce
from tests.core.support import read_json

SUITE: list[dict[str, Any]] = read_json("tactics.json")
NODES = 300_000

NAMES = [f"{tactic['variant']}-{tactic['kind']}-{tactic['plies']}-{n}" for n, tactic in enumerate(SUITE)]

every_tactic = pytest.mark.parametrize("tactic", SUITE, ids=NAMES)


def test_the_suite_is_large_and_mixed() -> None:
    assert len(SUITE) >= 60
    assert len({tactic["fen"] + tactic["variant"] + tactic["rules"] for tactic in SUITE}) == len(SUITE)
    kinds = Counter((tactic["kind"], tactic["plies"]) for tactic in SUITE)
    assert {("win", 3), ("win", 5), ("win", 7)} < set(kinds)
    assert any(kind == "hold" for kind, _ in kinds)
    assert len({tactic["variant"] for tactic in SUITE}) >= 6


@every_tactic
def test_brute_force_proves_it(tactic: dict[str, Any]) -> None:
    variant = with_house_rules(find_variant(tactic["variant"]), tactic["rules"])
    game = Game.from_fen(tactic["fen"], variant)
    force, position, plies = BruteForce(variant), game.position, tactic["plies"]
    moves = {format_move(move, variant) for move in game.legal_moves()}
    assert len(moves) > len(tactic["best"])
    if tactic["kind"] == "win":
        assert force.distance(position, plies) == plies
        assert [format_move(move, variant) for move in force.winning(position, plies)] == tactic["best"]
    else:
        losing = {format_move(move, variant) for move in force.losing(position, plies)}
        assert moves - losing == set(tactic["best"])
        later = {format_move(move, variant) for move in force.losing(position, plies + 2)}
        assert later == losing


@every_tactic
def test_the_engine_sees_it(tactic: dict[str, Any]) -> None:
    variant = with_house_rules(find_variant(tactic["variant"]), tactic["rules"])
    game = Game.from_fen(tactic["fen"], variant)
    wins = tactic["kind"] == "win"
    # Deep enough to see every loss; a search for a win ends when it has a proof.
    limit = Limit(nodes=NODES, depth=None if wins else tactic["plies"] + 1)
    *_, info = Engine(memory=2**22).search(game, limit)
    assert info.best
    assert format_move(info.best, variant) in tactic["best"]
    assert info.nodes <= NODES
    if wins:
        assert info.exact
        assert mate_distance(info.score) == len(info.pv) == tactic["plies"]
        for move in info.pv:
            game.play(move)
        assert game.outcome() is not None
