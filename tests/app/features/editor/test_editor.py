"""The position editor: what it draws, what it refuses, and the game that begins there."""

import pytest
from app.features.editor.editor import REMOVE, Editor

from morris_core import Game, find_variant
from morris_core.errors import PositionError
from morris_core.fen import format_fen
from morris_core.position import BLACK, WHITE

NINE = find_variant("nine")


def at(name: str) -> int:
    return NINE.board.index[name]


def drawn(men: str, editor: Editor) -> Editor:
    """Put men, written "Wd6 Bf4 ...", on an editor's board."""
    for man in men.split():
        editor = editor.put(editor.variant.board.index[man[1:]], "white" if man[0] == "W" else "black")
    return editor


def test_an_editor_begins_with_the_position_on_the_board() -> None:
    game = Game(NINE)
    for move in ("d6", "f4", "d2"):
        game.play(move)
    editor = Editor.of_game(game)
    assert editor.fen().split()[:4] == format_fen(game).split()[:4]
    assert editor.problem() == ""
    assert editor.game().position == game.position


def test_a_drawn_position_is_played_on_from() -> None:
    editor = drawn("Wd6 Wd7 Wa1 Wg7 Bf4 Bb4 Bg4 Ba7", Editor(NINE, Game(NINE).position).clear())
    assert editor.problem() == ""
    game = editor.game()
    assert game.outcome() is None
    assert game.position.hand(WHITE) == 0
    game.play("d6-d5")
    assert Game.from_fen(format_fen(game), NINE).position == game.position


def test_pressing_the_same_man_again_takes_it_away() -> None:
    editor = Editor(NINE, Game(NINE).position).clear().choose("white")
    once = editor.press(at("d6"))
    assert once.position.white == 1 << at("d6")
    assert once.press(at("d6")).position.white == 0
    assert editor.position.white == 0, "an editor never changes"


def test_the_other_colour_takes_the_place_of_a_man() -> None:
    editor = drawn("Wd6 Bd6", Editor(NINE, Game(NINE).position).clear())
    assert (editor.position.white, editor.position.black) == (0, 1 << at("d6"))
    assert editor.choose(REMOVE).press(at("d6")).position.black == 0


def test_men_put_on_the_start_position_come_from_the_hand_and_the_move_follows() -> None:
    editor = Editor(NINE, Game(NINE).position)
    one = editor.put(at("d6"), "white")
    assert (one.position.white_hand, one.position.black_hand, one.position.side) == (8, 9, BLACK)
    two = one.put(at("f4"), "black")
    assert (two.position.white_hand, two.position.black_hand, two.position.side) == (8, 8, WHITE)
    assert two.problem() == ""


def test_more_men_than_the_variant_has_are_refused_with_the_reason() -> None:
    editor = Editor(NINE, Game(NINE).position).clear()
    for point in range(9):
        editor = editor.put(point, "white")
    refused = editor.put(9, "white")
    assert refused.note == "All 9 of White's men are on the board."
    assert refused.position == editor.position
    assert editor.put(9, "black").note == ""


def test_impossible_hands_are_told_and_start_no_game() -> None:
    editor = drawn("Wd6 Bf4", Editor(NINE, Game(NINE).position).clear()).set_hand(WHITE, 5)
    assert "take turns placing" in editor.problem()
    with pytest.raises(PositionError, match="take turns placing"):
        editor.game()
    full = drawn("Wd6", Editor(NINE, Game(NINE).position)).set_hand(WHITE, 9)
    assert full.problem() == "White has 1 men on the board and 9 in hand, but only 9 in this game."


def test_the_side_that_cannot_be_to_move_is_told_when_it_is_chosen() -> None:
    editor = drawn("Wd6", Editor(NINE, Game(NINE).position))
    assert editor.position.side == BLACK
    assert "with White to move" in editor.set_side(WHITE).problem()


def test_a_hand_stays_between_none_and_all() -> None:
    editor = Editor(NINE, Game(NINE).position)
    assert editor.set_hand(WHITE, 40).position.white_hand == 9
    assert editor.set_hand(BLACK, -1).position.black_hand == 0


def test_two_rows_in_a_game_of_rows_are_impossible() -> None:
    three = find_variant("three")
    editor = drawn("Wa3 Wb3 Wc3 Ba1 Bb1 Bc1", Editor(three, Game(three).position).clear())
    assert "Both sides have a row" in editor.problem()


def test_a_finished_position_may_be_set_up_and_says_so() -> None:
    editor = drawn("Wd6 Wd7 Wd5 Bf4 Bg4", Editor(NINE, Game(NINE).position).clear())
    assert editor.problem() == "Black has two men left and has lost, so it should be Black's turn."
    editor = editor.set_side(BLACK)
    assert editor.problem() == ""
    assert editor.remark() == "In this position the game is over. White wins: Black has only two men left."


def test_a_stuck_side_that_passes_is_told() -> None:
    passes = NINE.with_rules(stuck="passes", flying=0)
    men = "Wa7 Wd7 Wg7 Wa1 Ba4 Bd6 Bg4 Bd1 Bb4"
    editor = drawn(men, Editor(passes, Game(passes).position).clear())
    assert editor.set_side(WHITE).remark() == "White can't move and passes. It's Black's turn."


def test_another_variant_on_the_same_board_keeps_the_men() -> None:
    editor = drawn("Wd6 Bf4", Editor(NINE, Game(NINE).position).clear())
    lasker = editor.set_variant(find_variant("lasker"))
    assert lasker.position == editor.position
    five = editor.set_variant(find_variant("five"))
    assert five.position == Game(find_variant("five")).position


def test_clear_and_start() -> None:
    editor = drawn("Wd6 Bf4", Editor(NINE, Game(NINE).position))
    assert editor.clear().fen() == "3/3/3/6/3/3/3 w 0 0 - 0 1"
    assert editor.start().fen() == "3/3/3/6/3/3/3 w 9 9 - 0 1"
