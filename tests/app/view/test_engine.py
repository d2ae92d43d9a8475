"""What the page says of the engine's answers: values, colours beside the best move, and how long loading takes."""

from __future__ import annotations

from app.update.controller import handle
from app.view.engine import loading_text, move_value, sorted_moves, tone, value_in_words

from tests.app.playing import asked, opened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from app.messages import MoveReport


def report(score: int, value: str | None = None, distance: int | None = None, move: str = "a1") -> MoveReport:
    return {"move": move, "score": score, "value": value, "distance": distance, "exact": value is not None}


def test_values_name_their_units() -> None:
    assert value_in_words(report(99999, "win", 1)) == "wins in 1 move"
    assert value_in_words(report(99993, "win", 7)) == "wins in 4 moves"
    assert value_in_words(report(-99998, "loss", 2)) == "loses in 1 move"
    assert value_in_words(report(0, "draw")) == "draw"
    assert value_in_words(report(-140)) == "−1.4 men"
    assert value_in_words(report(2)) == "even"


def test_the_board_says_the_same_in_short() -> None:
    for one, words in (
        (report(99993, "win", 7), "win 4"),
        (report(-99996, "loss", 4), "loss 2"),
        (report(0, "draw"), "draw"),
        (report(120), "+1.2"),
        (report(0), "even"),
    ):
        assert move_value(one) == words


def test_a_win_that_is_seen_but_not_proved_is_told_in_moves_too() -> None:
    assert value_in_words(report(99995)) == "wins in 3 moves"


def test_colours_tell_how_far_a_move_is_behind_the_best_one() -> None:
    behind = report(-300)
    assert tone(behind, behind) == "good"  # in a bad position the best move is the one to find
    assert tone(report(-310), behind) == "good"
    assert tone(report(-350), behind) == "even"
    assert tone(report(-420), behind) == "bad"
    assert tone(report(200), report(99997, "win", 3)) == "bad"
    assert tone(report(99993, "win", 7), report(99997, "win", 3)) == "even"
    assert tone(report(-99998, "loss", 2), report(0)) == "bad"
    assert tone(report(-99998, "loss", 2), report(-99990, "loss", 10)) == "even"
    assert tone(report(-99990, "loss", 10), report(-99990, "loss", 10)) == "good"


def test_of_moves_that_are_worth_the_same_the_list_begins_with_that_of_the_best_line() -> None:
    state = opened("v=nine&m=d6")
    handle(state, "analyse")
    moves = [report(10, move="a1"), report(10, move="d2"), report(0, move="g7"), report(10, move="f4")]
    answer = {"id": asked(state)["id"], "depth": 3, "best": "d2", "pv": ["d2", "f4"], "moves": moves}
    handle(state, "answer", answer)
    assert [one["move"] for one in sorted_moves(state)] == ["d2", "a1", "f4", "g7"]


def test_loading_tells_megabytes_and_the_time_left() -> None:
    assert loading_text(12_000_000, 12_000_000, 30.0) == "The computer player is here and starts …"
    assert loading_text(0, 0, 0.0) == "Loading the computer player …"
    assert loading_text(500_000, 12_000_000, 0.5) == "Loading the computer player: 0.5 of 12.0 MB"
    text = "Loading the computer player: 4.0 of 12.0 MB, about 40 seconds left"
    assert loading_text(4_000_000, 12_000_000, 20.0) == text
    assert loading_text(1_000_000, 16_000_000, 20.0).endswith("about 5 minutes left")
    assert loading_text(11_900_000, 12_000_000, 20.0) == "Loading the computer player: 11.9 of 12.0 MB"
