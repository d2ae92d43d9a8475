"""morris_core and the reference agree after every move of long games, and in games that hypothesis finds.

tests/core/test_reference.py plays the same few games in every run.
"""

import random

import pytest
from hypothesis import HealthCheck, given, settings

from morris_core import VARIANTS, Variant
from tests.core.compare import compare_game
from tests.core.test_reference import eager, shy
from tests.strategies import CHOICES, Chooser, variants

_HEALTH = [HealthCheck.too_slow, HealthCheck.data_too_large]


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_every_move_of_long_games_agrees_with_the_reference(name: str) -> None:
    for choose in (eager, shy):
        random.seed(1)
        compare_game(VARIANTS[name], choose, 120, every_successor=True)


@pytest.mark.slow
@settings(max_examples=3000, deadline=None, database=None, suppress_health_check=_HEALTH)
@given(variants(), CHOICES)
def test_new_examples_agree_with_the_reference(variant: Variant, numbers: list[int]) -> None:
    compare_game(variant, Chooser(numbers), 200)
