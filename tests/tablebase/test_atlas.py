"""The atlas: every game of small boards has the value that its rules alone give, and an interrupted run goes on."""

import json
from pathlib import Path

import pytest

from morris_core import Variant, find_variant, start_position
from morris_core.game import Game
from morris_core.rules import apply, legal_moves
from morris_core.variants import with_house_rules
from tests.tablebase.conftest import Command
from tests.tablebase.support import values_by_the_rules
from tools.solving.mixes import identity, link_of, read_atlas
from tools.tablebase.atlas import games

MEASURED = {"seconds": 0, "processor": 0, "version": ""}
SMALLEST = [variant for variant in games() if len(variant.board.points) == 9]
SAMPLE = [
    Game.from_link(f"v={name}&r=men:3,{rules}mill_wins:1").variant
    for name, rules in (("five", ""), ("five", "stuck:passes,"), ("seven", ""))
]
"""Games on the boards of 16 and 17 points."""
ENTRIES = read_atlas()


@pytest.mark.parametrize(
    "variant",
    [
        pytest.param(game, id=link_of(game), marks=() if game in SMALLEST[:8] else pytest.mark.slow)
        for game in (*SMALLEST, *SAMPLE)
    ],
)
def test_every_game_of_nine_points_and_a_sample_of_larger_ones_have_the_values_by_their_rules(
    variant: Variant,
) -> None:
    values, start = values_by_the_rules(variant), start_position(variant)
    entry = ENTRIES[link_of(variant)]
    assert entry["value"] == {"draw": "draw", "win": "White", "loss": "Black"}[values[start][0]]
    after = {move.to: values[apply(variant, start, move)][0] for move in legal_moves(variant, start)}
    assert entry["first"] == "".join({"draw": "=", "win": "B", "loss": "W"}[after[point]] for point in sorted(after))


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
    other = Game.from_link(same if "=" in same else f"v={same}").variant
    assert identity(variant) == identity(other) != identity(variant.with_rules(stuck="passes"))
    assert values_by_the_rules(variant)[start_position(variant)] == values_by_the_rules(other)[start_position(other)]


def test_an_interrupted_atlas_goes_on_with_the_next_game(tmp_path: Path, command: Command) -> None:
    path = tmp_path / "atlas.json"
    arguments = "atlas", "--folder", tmp_path / "games", "--file", path, "--most"
    assert command(*arguments, 1000)[0] == 0
    first = read_atlas(path)
    assert 0 < len(first) < len(SMALLEST)
    code, output = command(*arguments, 2200)
    assert code == 0
    entries = read_atlas(path)
    assert {link: entries[link] for link in first} == first
    assert not any(link + " " in output for link in first)
    assert len(entries) > len(first)
    for link, entry in entries.items():
        assert {**entry, **MEASURED} == {**ENTRIES[link], **MEASURED}
    assert not list((tmp_path / "games").iterdir())
    assert json.loads(path.read_text())["games"] == entries
