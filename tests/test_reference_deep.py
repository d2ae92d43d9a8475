"""morris_core and the reference agree in random games by random house rules, which hypothesis finds.

`make test` always runs the same few examples, and `make test-all` looks for new ones.
"""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from morris_core import Game, Variant
from tests.core.compare import compare_game
from tests.strategies import CHOICES, Chooser, variants

_HEALTH = [HealthCheck.too_slow, HealthCheck.data_too_large]


@pytest.mark.slow
@settings(max_examples=3000, deadline=None, database=None, suppress_health_check=_HEALTH)
@given(variants(), CHOICES)
def test_new_examples_agree_with_the_reference(variant: Variant, numbers: list[int]) -> None:
    compare_game(variant, Chooser(numbers), 200)


@settings(max_examples=30, derandomize=True, deadline=None, database=None, suppress_health_check=_HEALTH)
@given(variants(), CHOICES, st.integers(1, 80))
def test_undone_moves_can_be_played_again_to_an_equal_game(variant: Variant, numbers: list[int], back: int) -> None:
    game = compare_game(variant, Chooser(numbers), 60)
    again = Game(variant)
    for move in game.move_texts():
        again.play(move)
    assert again == game
    results = [(game.position, game.quiet, game.outcome())]
    undone = 0
    while undone < back and game.undo() is not None:
        undone += 1
        results.append((game.position, game.quiet, game.outcome()))
    assert (game == again) is (undone == 0)
    for _ in range(undone):
        assert (game.position, game.quiet, game.outcome()) == results.pop()
        assert game.redo() is not None
    assert (game.position, game.quiet, game.outcome()) == results.pop()
    assert game == again
    assert game.redo() is None
