"""The perft tables to their last depth."""

import pytest

from morris_core import VARIANTS, Game
from morris_core.counting import perft
from tests.core.compare import named_move, reference_of
from tests.core.support import play, read_json
from tests.core.test_perft import counts_agree

OPENSPIEL = read_json("perft.json")
TABLES = read_json("perft_variants.json")["variants"]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(OPENSPIEL["positions"])))
def test_perft_of_nine_equals_openspiel_to_a_hundred_million_moves(number: int) -> None:
    entry = OPENSPIEL["positions"][number]
    assert counts_agree(entry["position"], entry["perft_turns"], 10**8) >= 3


@pytest.mark.slow
@pytest.mark.parametrize("name", list(VARIANTS))
def test_perft_equals_the_tables_to_the_last_depth(name: str) -> None:
    variant = VARIANTS[name].with_rules(repetition=0, quiet_limit=0, three_limit=0)
    for entry in TABLES[name]:
        game, reference = play(Game(variant), entry["moves"]), reference_of(variant)
        for move in game.moves:
            reference.play(named_move(variant, move))
        for depth, nodes in enumerate(entry["perft"]):
            assert perft(variant, game.position, depth) == nodes
            if nodes <= 3000:
                assert reference.perft(depth) == nodes
