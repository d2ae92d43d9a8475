"""The page "Solved" agrees with the shipped tables."""

import json

import pytest

from morris_core import Game, find_variant
from morris_core.tablebase import shipped_tables
from tools.site.solved_page import facts, first_in_words
from tools.solving import solved_facts


def test_the_facts_are_those_of_the_tables_that_ship() -> None:
    """If this fails, run `python -m tools.solving.solved_facts`."""
    assert json.loads(json.dumps(solved_facts.collect())) == facts()


@pytest.mark.parametrize("name", [name for name, solved in facts().items() if solved["longest"]])
def test_the_longest_win_is_one_and_can_be_set_up(name: str) -> None:
    longest = facts()[name]["longest"]
    assert longest
    game = Game.from_fen(longest["fen"], find_variant(name))
    assert shipped_tables().probe(game.variant, game.position) == ("win", longest["plies"])


def test_shares_count_every_position_once() -> None:
    """Three men against three on the nine points of three men's morris: 84 sets times 20."""
    assert sum(facts()["three"]["shares"]["3-3"]) == 84 * 20


def test_of_first_placements_only_one_group_is_anywhere_else() -> None:
    for name, solved in facts().items():
        if solved["first"]:
            assert first_in_words(find_variant(name), solved).count("anywhere else") <= 1, name
