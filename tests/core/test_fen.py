"""Positions as text, and which of them a game can come to."""

from typing import Any

from morris_core import BLACK, VARIANTS, WHITE, Game, Variant, find_variant
from morris_core.possible import check_position
from tests.core.support import position, refusal

NINE = find_variant("nine")
LASKER = find_variant("lasker")
HELD = find_variant("nine-merelles").with_rules(mill_hold=True)


def test_the_start_of_every_variant() -> None:
    starts = {name: Game(variant).fen() for name, variant in VARIANTS.items()}
    assert starts["nine"] == "3/3/3/6/3/3/3 w 9 9 - 0 1"
    assert starts["three"] == "3/3/3 w 3 3 - 0 1"
    assert starts["six"] == "3/3/4/3/3 w 6 6 - 0 1"
    assert starts["seven"] == "3/3/5/3/3 w 7 7 - 0 1"
    for name, text in starts.items():
        assert Game.from_fen(text, VARIANTS[name]) == Game(VARIANTS[name])


def test_all_fields_are_written_and_read() -> None:
    game = Game.from_fen("WW1/3/2W/WB1B2/3/B1B/3 b 0 0 w:a1-a4 7 42", HELD)
    assert game.position == position(HELD, "a7 d7 e5 a4", "b4 e4 b2 f2", BLACK, (0, 0), ("a1-a4", ""))
    assert (game.quiet, game.first_ply) == (7, 41)
    assert game.fen() == "WW1/3/2W/WB1B2/3/B1B/3 b 0 0 w:a1-a4 7 42"
    game.play("b2-d2")
    assert game.fen() == "WW1/3/2W/WB1B2/3/1BB/3 w 0 0 w:a1-a4,b:b2-d2 8 43"
    assert game.fen(0) == "WW1/3/2W/WB1B2/3/B1B/3 b 0 0 w:a1-a4 7 42"


def test_the_last_three_fields_may_be_left_out() -> None:
    assert Game.from_fen("3/3/3/6/3/3/3 w 9 9", NINE).position == Game(NINE).position
    assert Game.from_fen("WW1/3/2W/WB1B2/3/B1B/3 b 0 0 -", NINE).first_ply == 0


def test_last_moves_are_stored_only_if_the_rules_depend_on_them() -> None:
    text = "WW1/3/2W/WB1B2/3/B1B/3 b 0 0 w:a1-a4 7 42"
    assert Game.from_fen(text, NINE).position.white_last is None
    assert Game.from_fen(text, HELD).position.white_last is not None


def test_a_position_in_which_a_side_has_to_pass_is_settled() -> None:
    variant = find_variant("nine-merelles").with_rules(stuck="passes")
    assert Game.from_fen("B1B/1W1/3/W4W/2W/3/BW1 b 0 0", variant).position.side == BLACK, "d7 is free for Black"
    assert Game.from_fen("BWB/3/3/W4W/2W/3/BW1 b 0 0", variant).position.side == WHITE


def problem(variant: Variant, *men: Any) -> str:
    """Return why a position is impossible; men: see tests.core.support.position."""
    return refusal(check_position, variant, position(variant, *men))


def test_impossible_positions_are_refused_with_the_reason() -> None:
    assert problem(NINE, "a1", "a1") == "Two men are on the same point."
    assert problem(NINE, "a1 a4", "", WHITE, (8, 9)) == (
        "Each side has 9 men in this game, but White has 2 on the board and 8 in hand."
    )
    assert problem(NINE, "", "", WHITE, (9, 8)) == (
        "White and Black take turns placing, so with White to move both must have the same number of men in hand. "
        "White has 9, Black 8."
    )
    assert problem(NINE, "a1", "", BLACK, (8, 8)) == (
        "White and Black take turns placing, so with Black to move Black must have one more man in hand than White. "
        "White has 8, Black 8."
    )


def test_men_cannot_be_missing_before_a_mill_can_have_been_closed() -> None:
    assert problem(NINE, "a1", "d7 d6", WHITE, (7, 7)) == (
        "Black can't have closed a mill yet (men placed: 2), but White is missing men: 1."
    )
    assert problem(NINE, "a1", "d7 d6 g1", WHITE, (6, 6)) == (
        "Black has placed 3 men so far and can have taken 1 at most, but White is missing 2."
    )
    check_position(NINE, position(NINE, "a1 a4", "d7 d6 d5", WHITE, (6, 6)))
    check_position(NINE.with_rules(double_mill=2), position(NINE, "a1 a4 g1", "d7 d6 d5 b6 f6", WHITE, (4, 4)))
    assert "White is missing men: 1" in problem(LASKER, "a1", "b4 b2", WHITE, (8, 8))


def test_no_side_can_have_lost_more_men_than_the_game_allows() -> None:
    assert (
        problem(NINE, "a1", "b4 b2 d2")
        == "White has fewer than two men left (1), but the game ends when a side is down to two."
    )
    assert (
        problem(NINE, "", "b4 b2 d2")
        == "White has fewer than two men left (0), but the game ends when a side is down to two."
    )
    assert problem(NINE, "a1 a4", "b4 b2") == (
        "Both sides have two men left, but the game ends as soon as one side does."
    )
    assert problem(NINE, "a1 a4", "b4 b2 f2", BLACK) == (
        "White has two men left and has lost, so it should be White's turn."
    )
    check_position(NINE, position(NINE, "a1 a4", "b4 b2 f2", WHITE))


def test_if_a_row_wins_nothing_is_taken_and_the_first_row_ends_the_game() -> None:
    three = find_variant("three")
    assert (
        problem(three, "a1 b1", "a2 b2 c3")
        == "No men are taken in this game, so White can't be missing any (missing: 1)."
    )
    assert problem(three, "a1 b1 c1", "a2 b2 c2") == "Both sides have a row, but the game ends with the first row."
    assert problem(three, "a1 b1 c1", "a2 b2 c3") == ("White has a row and has won, so it should be Black's turn.")
    check_position(three, position(three, "a1 b1 c1", "a2 b2 c3", BLACK))


def test_impossible_last_moves_are_refused() -> None:
    white, black = "a4 d1 d5 g4", "b6 d6 f4 c3"

    def reason(last: str, side: int = BLACK, hands: "tuple[int, int]" = (0, 0)) -> str:
        return problem(HELD, white, black, side, hands, (last, "")).partition(": ")[2]

    check_position(HELD, position(HELD, white, black, BLACK, (0, 0), ("a1-a4", "")))
    assert problem(HELD, white, black, BLACK, (0, 0), ("d1-a4", "")) == (
        "White's last move can't have been d1-a4: White has a man on d1."
    )
    assert reason("b4-c4") == "White has no man on c4."
    assert reason("b6-a4") == "b6 is not empty."
    assert reason("g7-a4") == "no line joins these points."
    assert reason("a1-b6", WHITE) == "White has no man on b6."
    assert reason("a1-a4", BLACK, (1, 2)) == "White still has men to place."
    # The other side's move may have taken the man; three men may have flown.
    check_position(HELD, position(HELD, white, black, WHITE, (0, 0), ("c4-b4", "")))
    flying = NINE.with_rules(mill_hold=True)
    check_position(flying, position(flying, "a4 d1 d5", black, BLACK, (0, 0), ("g7-a4", "")))
