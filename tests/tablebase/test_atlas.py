"""The atlas: a sample of its games has the values that the rules alone give."""

import pytest

from morris_core import Game, Variant, find_variant, solve, start_position
from morris_core.rules import apply, legal_moves
from morris_core.variants import with_house_rules
from tools.site.facts.mixes import identity, link_of, read_atlas

ENTRIES = read_atlas()
GAMES = {link: Game.from_link(link).variant for link in ENTRIES}
SMALLEST = [link for link, variant in GAMES.items() if len(variant.board.points) <= 13]
SAMPLE = [
    f"v={name}&r=men:3,{rules}mill_wins:1" for name, rules in (("five", ""), ("five", "stuck:passes,"), ("seven", ""))
]
"""Games on the boards of 16 and 17 points."""


@pytest.mark.parametrize(
    "link", [*SMALLEST[::5], *SAMPLE, *(pytest.param(link, marks=pytest.mark.slow) for link in SMALLEST)]
)
def test_a_game_has_the_values_by_its_rules(link: str) -> None:
    variant, entry = GAMES[link], ENTRIES[link]
    solution, start = solve(variant), start_position(variant)
    assert entry["value"] == {"draw": "draw", "win": "White", "loss": "Black"}[solution[start].value]
    if variant.rules.set_up:  # nobody places a first man
        assert entry["first"] == ""
        return
    after = {move.to: solution[apply(variant, start, move)].value for move in legal_moves(variant, start)}
    assert entry["first"] == "".join({"draw": "=", "win": "B", "loss": "W"}[after[point]] for point in sorted(after))


def test_a_game_is_listed_once_by_the_link_that_names_it() -> None:
    assert len({identity(variant) for variant in GAMES.values()}) == len(ENTRIES) >= 572
    assert all(link_of(variant) == link for link, variant in GAMES.items())


@pytest.mark.parametrize(
    ("name", "rules", "same"),
    [
        ("three", "mill_wins:0,capture:never", "three"),
        ("three-diagonal", "mill_wins:0,double_mill:2,capture:always,flying:3", "v=three-diagonal&r=flying:3"),
        ("three", "men:4,flying:3,capture:always", "v=three&r=men:4"),
        ("three-diagonal", "mill_wins:0,men:4,double_mill:2", "v=three-diagonal&r=men:4,mill_wins:0"),
    ],
)
def test_a_rule_that_changes_nothing_makes_no_new_game(name: str, rules: str, same: str) -> None:
    variant = with_house_rules(find_variant(name), rules)
    other: Variant = Game.from_link(same if "=" in same else f"v={same}").variant
    assert identity(variant) == identity(other) != identity(variant.with_rules(stuck="passes"))
    assert solve(variant)[start_position(variant)] == solve(other)[start_position(other)]
