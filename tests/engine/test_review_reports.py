"""Reviews apart from their sentences: grades, accuracy, numbers, and games that cannot be reviewed."""

from math import exp
from typing import Any

import pytest

from morris_core import Game, find_variant
from morris_core.engine import Engine
from morris_core.engine.review import GRADES, Review, ReviewError, grade, move_numbers
from tests.engine.test_review import GAMES, review_of


def sentences(report: dict[str, Any], ply: int) -> str:
    return " ".join(template.format(**fields) for template, fields in report["moves"][ply - 1].get("sentences", []))


def test_a_move_that_throws_away_a_win_of_the_tables_is_a_proven_blunder() -> None:
    game = Game.from_link(GAMES[6]["link"])
    reported = review_of(game)["moves"][14]
    assert reported.items() >= {"grade": "blunder", "loss": 50, "exact": True, "value": "draw", "white": 50}.items()
    assert "White had a won game; now it's a draw. Both are proven." in sentences({"moves": [reported]}, 1)


def test_a_review_is_the_same_each_time_and_does_not_change_the_game() -> None:
    game = Game.from_link(GAMES[1]["link"])
    before = game.link()
    assert review_of(game) == review_of(game)
    assert game.link() == before


def test_resigned_games_and_undone_moves_are_reviewed_up_to_the_board() -> None:
    game = Game.from_link("v=nine&m=d6.f4.d2.b4.f6.b2.b6xf4")
    game.undo()
    game.resign(0)
    report = review_of(game)
    assert [reported["move"] for reported in report["moves"]] == ["d6", "f4", "d2", "b4", "f6", "b2"]
    assert not report["moves"][-1]["exact"], "what somebody resigns is not the value of the position"


def test_a_part_of_a_game_can_be_reviewed() -> None:
    report = review_of(Game.from_link("v=nine&m=d6.f4.d2.b4.f6.b2"), first=5)
    assert report["first"] == 5
    assert [reported["move"] for reported in report["moves"]] == ["b2"]
    assert report["moves"][0]["grade"] == "blunder"


def test_a_game_that_cannot_be_reviewed_is_refused_with_a_reason() -> None:
    engine = Engine()
    with pytest.raises(ReviewError, match="has no moves yet"):
        Review(engine, Game(find_variant("nine")))
    with pytest.raises(ReviewError, match="begins at ply 0 to 0"):
        Review(engine, Game.from_link("v=nine&m=d6"), first=1)


def test_accuracy_is_the_mean_over_moves_that_could_lose_something() -> None:
    game = Game.from_link(GAMES[6]["link"])
    report = review_of(game)
    chances = [report["start"]["white"], *(reported["white"] for reported in report["moves"])]
    for side in (0, 1):
        scores = []
        for ply, reported in enumerate(report["moves"]):
            before = chances[ply] if side == 0 else 100 - chances[ply]
            if reported["side"] == side and before >= 5 and len(game.copy(ply).legal_moves()) > 1:
                scores.append(100 * exp(-5 * reported["loss"] / 100))
        assert report["accuracy"][side] == round(sum(scores) / len(scores))


def test_a_side_with_nothing_to_choose_or_to_lose_has_no_accuracy() -> None:
    assert review_of(Game.from_link("v=nine&m=d6"))["accuracy"][1] is None


def test_grades_begin_at_their_losses() -> None:
    assert [grade(least) for _, least in GRADES] == [name for name, _ in GRADES]
    assert grade(0.09) == ""


def test_moves_are_numbered_as_records_number_them() -> None:
    assert move_numbers(Game.from_link("v=nine&m=d6.f4.d2")) == [1, 1, 2]
