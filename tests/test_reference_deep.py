"""morris_core and the reference agree in random games by random house rules, which hypothesis finds.

tests/core/test_reference.py plays the same few games in every run.
"""

import pytest
from hypothesis import HealthCheck, given, settings

from morris_core import Variant
from tests.core.compare import compare_game
from tests.strategies import CHOICES, Chooser, variants

_HEALTH = [HealthCheck.too_slow, HealthCheck.data_too_large]


@pytest.mark.slow
@settings(max_examples=3000, deadline=None, database=None, suppress_health_check=_HEALTH)
@given(variants(), CHOICES)
def test_new_examples_agree_with_the_reference(variant: Variant, numbers: list[int]) -> None:
    compare_game(variant, Chooser(numbers), 200)
