"""morris_core and the reference agree along random games by random combinations of house rules, found by hypothesis.

`make test` runs the same examples every time; `make test-all` also looks for new ones.
"""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from morris_core import BOARDS, OPTIONS, VARIANTS, Game, Rules, Variant
from tests.core.compare import compare_game

Turn = tuple[str | None, str, tuple[str, ...]]
_HEALTH = [HealthCheck.too_slow, HealthCheck.data_too_large]


@st.composite
def variants(draw: st.DrawFn) -> Variant:
    """Draw a variant of the table, a board with any combination of options, most of them of three or four values."""
    if draw(st.integers(0, 9)) == 9:
        return VARIANTS[draw(st.sampled_from(list(VARIANTS)))]
    board = BOARDS[draw(st.sampled_from(list(BOARDS)))]
    options: dict[str, object] = {
        option.name: draw(st.sampled_from(option.values))
        for option in OPTIONS
        if option.values and option.name != "men"
    }
    options["men"] = draw(st.integers(3, min(12, len(board.points) // 2)))
    options["repetition"] = draw(st.sampled_from((0, 2, 3, 5)))
    options["quiet_limit"] = draw(st.sampled_from((0, 7, 30, 100)))
    return Variant("random", "Random", board, Rules(**options), "")


class Chooser:
    """Chooses turns from numbers that hypothesis draws: each says which turn, and whether to take as many as can be."""

    def __init__(self, numbers: list[int]) -> None:
        self.numbers = numbers
        self.place = 0

    def __call__(self, turns: list[Turn]) -> int:
        number = self.numbers[self.place % len(self.numbers)] + self.place // len(self.numbers)
        self.place += 1
        wanted = list(range(len(turns)))
        if number % 5 < 3:
            most = max(len(turn[2]) for turn in turns)
            wanted = [place for place in wanted if len(turns[place][2]) == most]
        elif number % 5 == 3:
            least = min(len(turn[2]) for turn in turns)
            wanted = [place for place in wanted if len(turns[place][2]) == least]
        return wanted[number // 5 % len(wanted)]


CHOICES = st.lists(st.integers(0, 4999), min_size=10, max_size=60)


@settings(max_examples=400, derandomize=True, deadline=None, database=None, suppress_health_check=_HEALTH)
@given(variants(), CHOICES)
def test_every_turn_successor_and_outcome_agrees_with_the_reference(variant: Variant, numbers: list[int]) -> None:
    compare_game(variant, Chooser(numbers), 80)


@settings(max_examples=100, derandomize=True, deadline=None, database=None, suppress_health_check=_HEALTH)
@given(variants(), CHOICES)
def test_the_state_after_every_legal_turn_agrees_with_the_reference(variant: Variant, numbers: list[int]) -> None:
    compare_game(variant, Chooser(numbers), 30, every_successor=True)


@pytest.mark.slow
@settings(max_examples=5000, deadline=None, database=None, suppress_health_check=_HEALTH)
@given(variants(), CHOICES)
def test_new_examples_agree_with_the_reference(variant: Variant, numbers: list[int]) -> None:
    compare_game(variant, Chooser(numbers), 200)


@settings(max_examples=100, derandomize=True, deadline=None, database=None, suppress_health_check=_HEALTH)
@given(variants(), CHOICES, st.integers(1, 80))
def test_undone_turns_can_be_played_again_to_an_equal_game(variant: Variant, numbers: list[int], back: int) -> None:
    game = compare_game(variant, Chooser(numbers), 60)
    again = Game(variant)
    for turn in game.turns():
        again.play(turn)
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
