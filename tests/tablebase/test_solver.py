"""`solve`: the same values as without symmetries, and as the shipped tables; larger games are refused."""

import pytest

from morris_core import Position, RulesError, Variant, find_variant, solve, start_position
from morris_core.tablebase import Answer, shipped_tables
from morris_core.tablebase.solver import MOST, size
from morris_core.variants import with_house_rules
from tests.tablebase.support import values_by_the_rules

THREE = find_variant("three")


@pytest.mark.parametrize(
    "variant",
    [
        THREE,
        with_house_rules(find_variant("three-diagonal"), "flying:3,stuck:passes"),
        with_house_rules(THREE, "moving_while_placing:1"),
        with_house_rules(THREE, "mill_wins:0,men:4,capture:always"),
        with_house_rules(find_variant("three-diagonal"), "mill_wins:0,men:4,capture:never,stuck:passes"),
    ],
)
def test_every_position_has_the_value_that_it_has_without_symmetries(variant: Variant) -> None:
    solution, values = solve(variant), values_by_the_rules(variant)
    assert {position: solution[position] for position in values} == values
    kinds = {white_to_move(position).canonical() for position in values}
    assert {position.canonical() for position in solution} == kinds
    assert len(solution) == len(kinds) <= size(variant)


def white_to_move(position: Position) -> Position:
    """Return a position with exchanged colours if Black is to move."""
    white, black, hand, black_hand, side, _, _, board = position
    return position if side == 0 else Position(black, white, black_hand, hand, 0, None, None, board)


@pytest.mark.parametrize("name", ["three", "three-diagonal"])
def test_it_agrees_with_the_shipped_tables(name: str) -> None:
    variant = find_variant(name)
    solution = solve(name)
    assert {position: shipped_tables().probe(variant, position) for position in solution} == dict(solution)
    assert start_position(variant) in solution


def test_a_board_that_fills_up_is_drawn_at_once() -> None:
    answers = dict(solve(with_house_rules(THREE, "men:4,moving_while_placing:1,mill_wins:0,capture:never")))
    assert {answer.distance for answer in answers.values() if answer.value == "draw"} >= {None}
    assert Answer("loss", 0) in answers.values()


def test_a_position_that_play_does_not_lead_to_has_no_value() -> None:
    with pytest.raises(KeyError):
        solve(THREE)[Position(0b111, 0b111000, 0, 0, 0, None, None, THREE.board)]


def test_large_games_are_refused_with_their_size_and_what_is_possible() -> None:
    with pytest.raises(
        RulesError, match=r"Seven Men's Morris with 7 men a side on 17 points has up to 33,179,885 positions"
    ):
        solve("seven")
    with pytest.raises(RulesError, match=r"up to 1,496 positions, and solve takes at most 100: "):
        solve("three", most=100)
    with pytest.raises(RulesError, match="the legal moves depend on the last moves"):
        solve(with_house_rules(THREE, "mill_hold:1"))
    assert size(find_variant("six")) < MOST < size(find_variant("seven"))
