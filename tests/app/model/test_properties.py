"""What holds for a game on the board whatever is done to it, and for copies of it that are merged."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.app.model.walks import Action, act, begin, check

_HEALTH = [HealthCheck.too_slow, HealthCheck.data_too_large]
QUICK = settings(max_examples=60, derandomize=True, deadline=None, database=None, suppress_health_check=_HEALTH)
LONG = settings(max_examples=6000, deadline=None, database=None, suppress_health_check=_HEALTH)
ACTIONS = st.lists(st.tuples(st.integers(0, 23), st.integers(0, 99), st.integers(0, 29)), max_size=25)
STARTS = st.integers(0, 47)


def walks_well(actions: list[Action], start: int) -> None:
    game = begin(start)
    for action in actions:
        act(game, action)
        check(game)


@QUICK
@given(ACTIONS, STARTS)
def test_the_invariants_hold_after_every_step(actions: list[Action], start: int) -> None:
    walks_well(actions, start)


@pytest.mark.slow
@LONG
@given(ACTIONS, STARTS)
def test_the_invariants_hold_after_every_step_of_many_walks(actions: list[Action], start: int) -> None:
    walks_well(actions, start)
