"""Exact values: solutions are read correctly, and positions without a value have none."""

import json
from pathlib import Path
from random import Random

import pytest

from lab.perfect import best_value, move_values, open_perfect
from lab.perfect.solved import SolvedGame
from lab.tablebase.store import StoreError
from lab.tests.support import solved, tables
from morris_core import BLACK, WHITE, Game, Position, find_variant, start_position
from morris_core.notation import parse_move
from tests.core.support import walk
from tests.tablebase.support import random_sets

NINE = find_variant("nine")


@pytest.mark.parametrize("distances", [False, True])
def test_positions_of_games_have_the_values_of_a_table_file(distances: bool) -> None:
    variant = find_variant("five").with_rules(men=4)
    known, read = tables(variant), open_perfect(solved(variant, None, distances).folder)
    seen = set()
    for seed in range(40):
        for game in walk(Game(variant), Random(seed), 60):
            answer = known.probe(variant, game.position)
            assert answer
            assert read.probe(variant, game.position) == (answer.value, answer.distance if distances else None)
            seen.add(answer.value)
    assert seen == {"win", "draw", "loss"}


def test_positions_with_unequal_sides_are_known_for_both_sides() -> None:
    known, read, random = tables(NINE, 7), SolvedGame(solved(NINE, 7, False).folder), Random(5)
    seen = set()
    for numbers in ((3, 3), (4, 3), (3, 4)):
        for _ in range(300):
            white, black = random_sets(random, *numbers)
            for side in (WHITE, BLACK):
                position = Position(white, black, 0, 0, side, None, None, NINE.board)
                answer = known.probe(NINE, position)
                assert answer
                assert read.probe(NINE, position) == (answer.value, None)
                seen.add(answer.value)
    assert seen == {"win", "draw", "loss"}


def test_positions_that_a_solution_lacks_are_not_known() -> None:
    read = SolvedGame(solved(NINE, 7, False).folder)
    assert read.probe(NINE, start_position(NINE)) is None
    eight = Position(0b1111, 0b111100000, 0, 0, WHITE, None, None, NINE.board)
    assert read.probe(NINE, eight) is None
    seven = eight._replace(black=0b11100000)
    assert read.probe(NINE, seven) is not None
    for other in ("nine-merelles", "twelve", "nine-diagonal"):
        assert read.probe(find_variant(other), seven) is None
    assert read.probe(NINE.with_rules(no_return=True), seven) is None
    assert read.probe(NINE, Position(0b11, 0b111000, 0, 0, WHITE, None, None, NINE.board)) == ("loss", None)
    assert read.probe(NINE, Position(0b111000, 0b11, 0, 0, WHITE, None, None, NINE.board)) == ("win", None)


def test_a_damaged_solution_is_named(tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_text(json.dumps({"form": 1}))
    with pytest.raises(StoreError, match="damaged"):
        open_perfect(tmp_path)


def test_table_files_answer_in_the_same_way() -> None:
    read = open_perfect(Path("morris_core/tablebase/files"))
    values = move_values(read, NINE, Position(0b111 << 21, 0b1011, 0, 0, BLACK, None, None, NINE.board))
    assert best_value(values) == "win"
    assert parse_move("b6-a4", NINE) in values
    assert move_values(read, NINE, start_position(NINE)) == {}
