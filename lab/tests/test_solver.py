"""The solver agrees with published counts and endgames, and with small games solved by the rules alone."""

import numpy as np
import pytest

from lab.tablebase.counts import compare
from lab.tablebase.plan import make_plan
from lab.tablebase.solve import check
from lab.tests.support import changed, solved, tables
from morris_core import RulesError, find_variant, solve
from morris_core.tablebase.index import Pair, Side, pair_of
from morris_core.variants import OPTIONS, with_house_rules
from tools.site.facts import KNOWN, read

VALUES = read(KNOWN)


@pytest.mark.parametrize(
    ("name", "men", "subspaces"),
    [("nine", 7, 3), ("nine-merelles", 7, 2), pytest.param("nine", 8, 6, marks=pytest.mark.slow)],
)
def test_endgames_have_the_published_numbers_of_wins_draws_and_losses(name: str, men: int, subspaces: int) -> None:
    compared = [(found, known) for _, found, known in compare(solved(find_variant(name), men)) if known]
    assert len(compared) == subspaces
    assert all(found == known for found, known in compared)


@pytest.mark.parametrize("men", [7, pytest.param(8, marks=pytest.mark.slow)])
def test_the_longest_wins_and_losses_have_the_published_length(men: int) -> None:
    store = solved(find_variant("nine"), men)
    for name, plies in VALUES["nine_longest_win_loss"].items():
        pair, half = pair_of(*(Side(int(number), 0) for number in name.split("v")))
        if pair in store.plan.pairs():
            # None in the list means that there is no loss.
            assert store.read(pair).longest[half] == [number or 0 for number in plies], name


SMALL_GAMES = [
    ("three", ""),
    ("three-diagonal", ""),
    ("three", "flying:3"),
    ("three-diagonal", "flying:3,stuck:passes"),
    ("three", "moving_while_placing:1"),
    ("three", "mill_wins:0,capture:never"),
    ("three", "mill_wins:0,men:4"),
    ("three", "mill_wins:0,men:4,capture:never,flying:3"),
    ("three", "mill_wins:0,men:4,capture:always,stuck:passes"),
    ("three-diagonal", "mill_wins:0,men:4,capture:never,stuck:passes"),
    ("three-diagonal", "mill_wins:0,men:4,double_mill:2"),
    ("three-diagonal", "mill_wins:0,men:4,double_mill:2,capture:never,flying:3"),
    ("three", "mill_wins:0,moving_while_placing:1,double_mill:2,stuck:passes"),
    pytest.param("three", "mill_wins:0,men:4,moving_while_placing:1,double_mill:2", marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("name", "rules"), SMALL_GAMES)
def test_every_position_of_a_small_game_has_the_value_and_distance_by_its_rules(name: str, rules: str) -> None:
    variant = with_house_rules(find_variant(name), rules)
    known = tables(variant)
    values = solve(variant)
    assert len(values) > 500
    assert {position: known.probe(variant, position) for position in values} == dict(values)


@pytest.mark.parametrize(("name", "men"), [("nine", 6), ("nine-storer", 6), ("morabaraba", 6)])
def test_a_solution_agrees_with_its_own_moves(name: str, men: int) -> None:
    store = solved(find_variant(name), men)
    for pair in store.plan.pairs():
        compared, wrong = check(store, pair, step=5)
        assert compared > 1000
        assert not wrong


def test_a_wrong_value_is_noticed_when_a_solution_is_checked() -> None:
    store = solved(find_variant("three"), None)
    pair = Pair(Side(3, 0), Side(3, 0))
    with changed(store, pair, lambda data: data ^ np.uint8(1)):
        assert check(store, pair)[1] > 0


@pytest.mark.parametrize("option", [option.name for option in OPTIONS if option.remembers])
def test_rules_that_depend_on_earlier_moves_are_refused_with_the_reason(option: str) -> None:
    with pytest.raises(RulesError, match=f"{option}: there the legal moves depend on the last moves"):
        make_plan(with_house_rules(find_variant("nine"), f"{option}:1"), 6, True)


def test_a_plan_solves_pairs_after_those_that_moves_lead_to() -> None:
    names = [pair.name() for pair in make_plan(find_variant("lasker"), None, False).pairs()]
    assert names.index("9-9") < names.index("10-9") < names.index("9+1-9+1") < names.index("0+10-0+10")
