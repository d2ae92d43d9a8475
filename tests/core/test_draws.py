"""Draws by counting, and the order of several ends that come at once."""

from morris_core import BLACK, WHITE, Outcome, find_variant
from tests.core.support import SHUTTING, play, start

MERELLES = find_variant("nine-merelles")

# repetition and quiet_limit have no source in the old texts; they are as in chess.


def test_the_third_occurrence_of_a_position_draws_counting_the_start() -> None:
    men = ("a1 d1 d5 g7", "b6 f6 c3 e3")
    there_and_back = "a1-a4 b6-d6 a4-a1 d6-b6 "
    game = play(start(MERELLES, *men), there_and_back + "a1-a4 b6-d6 a4-a1")
    assert game.outcome() is None
    game.play("d6-b6")
    assert game.outcome() == Outcome(None, "repetition")
    never = play(start(MERELLES.with_rules(repetition=0), *men), there_and_back * 5)
    assert never.outcome() is None
    twice = play(start(MERELLES.with_rules(repetition=2), *men), there_and_back)
    assert twice.outcome() == Outcome(None, "repetition")


def test_positions_differ_by_the_last_moves_where_the_rules_read_them() -> None:
    men = ("a1 d1 d5 g7", "b6 f6 c3 e3")
    there_and_back = "a1-a4 b6-d6 a4-a1 d6-b6 "
    game = play(start(MERELLES.with_rules(mill_hold=True), *men), there_and_back * 2)
    assert game.outcome() is None, "at the start no side had moved yet"
    play(game, "a1-a4 b6-d6")
    assert game.outcome() == Outcome(None, "repetition"), "with both last moves this position came up at plies 2, 6, 10"


# The order of ends: a row or too few men, a full board, a side that cannot move, repetition, quiet moves.


def test_too_few_men_come_before_being_trapped() -> None:
    game = play(start(MERELLES, "d7 a4 g4 b2 d2 f4", "a7 g7 c3"), "f4-f2xc3")
    assert game.outcome() == Outcome(WHITE, "two_men")


def test_a_row_comes_before_a_full_board() -> None:
    variant = find_variant("five").with_rules(men=8, mill_wins=True)
    game = start(variant, "a5 e5 a3 e3 c4 b2 c2 d3", "c1 e1 c5 b4 d4 d2 b3", BLACK, (0, 1))
    game.play("a1")
    assert game.position.white | game.position.black == variant.board.full
    assert game.outcome() == Outcome(BLACK, "row")


def test_being_trapped_comes_before_the_draw_counts() -> None:
    game = play(start(MERELLES.with_rules(quiet_limit=1), *SHUTTING), "d6-d7")
    assert game.outcome() == Outcome(WHITE, "no_moves")


def test_repetition_comes_before_quiet_moves() -> None:
    men = ("a1 d1 d5 g7", "b6 f6 c3 e3")
    game = play(start(MERELLES.with_rules(quiet_limit=8), *men), "a1-a4 b6-d6 a4-a1 d6-b6 " * 2)
    assert game.outcome() == Outcome(None, "repetition")
