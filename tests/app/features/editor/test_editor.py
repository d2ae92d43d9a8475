"""The position editor: what it draws, what it refuses, and the game that starts from its position."""

import pytest
from app.features.editor.editor import REMOVE, Editor
from app.update.controller import handle

from morris_core import Game, find_variant
from morris_core.errors import PositionError
from morris_core.position import BLACK, WHITE
from tests.app.playing import at_start

NINE = find_variant("nine")
START = Editor(NINE, Game(NINE).position)
EMPTY = START.clear()
D6, F4 = NINE.board.index["d6"], NINE.board.index["f4"]


def drawn(men: str, editor: Editor = EMPTY) -> Editor:
    """Put men, written "Wd6 Bf4 ...", on an editor's board."""
    for man in men.split():
        editor = editor.put(editor.variant.board.index[man[1:]], "white" if man[0] == "W" else "black")
    return editor


def test_a_drawn_position_can_be_played() -> None:
    editor = drawn("Wd6 Wd7 Wa1 Wg7 Bf4 Bb4 Bg4 Ba7")
    assert editor.problem() == ""
    game = editor.game()
    assert (game.outcome(), game.position.hand(WHITE)) == (None, 0)
    game.play("d6-d5")
    assert Game.from_fen(game.fen(), NINE).position == game.position


def test_a_press_puts_a_man_takes_it_away_or_changes_its_colour() -> None:
    editor = EMPTY.choose("white")
    once = editor.press(D6)
    assert (once.position.white, once.press(D6).position.white) == (1 << D6, 0)
    assert editor.position.white == 0, "an editor never changes"
    editor = drawn("Wd6 Bd6")
    assert (editor.position.white, editor.position.black) == (0, 1 << D6)
    assert editor.choose(REMOVE).press(D6).position.black == 0


def test_the_other_button_puts_the_other_colour() -> None:
    assert EMPTY.choose("white").press_other(D6).position.black == 1 << D6
    assert EMPTY.choose("black").press_other(D6).position.white == 1 << D6
    assert drawn("Wd6").choose(REMOVE).press_other(D6).position.white == 0


def test_men_are_moved_mirrored_and_change_their_colours() -> None:
    editor = drawn("Wd6 Wb4 Bf4")
    moved = editor.move(D6, NINE.board.index["a1"])
    assert moved.position == drawn("Wa1 Wb4 Bf4").position
    assert editor.move(D6, F4).position == drawn("Wb4 Wf4").position, "the man there is gone"
    assert editor.move(D6, None).position == drawn("Wb4 Bf4").position
    assert drawn("Wa7 Bb4 Wd5").mirror().position == drawn("Wg7 Bf4 Wd5").position
    swapped = START.put(D6, "white").swap()
    assert (swapped.position.black, swapped.position.white_hand, swapped.position.black_hand) == (1 << D6, 9, 8)
    assert swapped.position.side == WHITE
    assert swapped.swap().position == START.put(D6, "white").position


def test_men_put_on_the_start_position_come_from_the_hand_and_change_the_turn() -> None:
    one = START.put(D6, "white")
    assert (one.position.white_hand, one.position.black_hand, one.position.side) == (8, 9, BLACK)
    two = one.put(F4, "black")
    assert (two.position.white_hand, two.position.black_hand, two.position.side) == (8, 8, WHITE)
    assert two.problem() == ""


def test_more_men_than_the_variant_has_are_refused_with_the_reason() -> None:
    editor = EMPTY
    for point in range(9):
        editor = editor.put(point, "white")
    refused = editor.put(9, "white")
    assert refused.note == "All 9 of White's men are on the board."
    assert refused.position == editor.position
    assert editor.put(9, "black").note == ""
    assert START.set_hand(WHITE, 40).position.white_hand == 9
    assert START.set_hand(BLACK, -1).position.black_hand == 0


def test_an_impossible_position_has_a_problem_and_starts_no_game() -> None:
    three = find_variant("three")
    for editor, problem in (
        (drawn("Wd6 Bf4").set_hand(WHITE, 5), "take turns placing"),
        (
            drawn("Wd6", START).set_hand(WHITE, 9),
            "Each side has 9 men in this game, but White has 1 on the board and 9 in hand.",
        ),
        (drawn("Wd6", START).set_side(WHITE), "with White to move"),
        (drawn("Wa3 Wb3 Wc3 Ba1 Bb1 Bc1", Editor(three, Game(three).position).clear()), "Both sides have a row"),
    ):
        assert problem in editor.problem()
        with pytest.raises(PositionError, match=problem):
            editor.game()


def test_a_remark_says_if_the_game_is_over_or_the_side_to_move_must_pass() -> None:
    editor = drawn("Wd6 Wd7 Wd5 Bf4 Bg4")
    assert editor.problem() == "Black has two men left and has lost, so it should be Black's turn."
    editor = editor.set_side(BLACK)
    assert editor.problem() == ""
    assert editor.remark() == "In this position the game is over. White wins: Black has only two men left."
    passes = NINE.with_rules(stuck="passes", flying=0)
    editor = drawn("Wa7 Wd7 Wg7 Wa1 Ba4 Bd6 Bg4 Bd1 Bb4", Editor(passes, Game(passes).position).clear())
    assert editor.set_side(WHITE).remark() == "White can't move and passes. It's Black's turn."


def test_a_variant_with_other_men_changes_the_hands_while_men_are_placed() -> None:
    lasker = find_variant("lasker")
    assert START.set_variant(lasker).position == Game(lasker).position
    played = Game(NINE)
    played.play("d6")
    longer = Editor.of(NINE, played.position).set_variant(lasker)
    assert (longer.problem(), longer.position.white_hand, longer.position.black_hand) == ("", 9, 10)
    twelve, diagonal = find_variant("twelve"), find_variant("nine-diagonal")
    assert Editor.of(twelve, Game(twelve).position).set_variant(diagonal).position == Game(diagonal).position


def test_another_variant_on_the_same_board_keeps_the_men() -> None:
    lasker, merelles = find_variant("lasker"), find_variant("nine-merelles")
    editor = drawn("Wd6 Wa1 Wg1 Bf4 Bg7 Ba7")
    assert editor.set_variant(lasker).position == editor.position
    assert START.set_variant(merelles).position == START.position
    five = find_variant("five")
    assert editor.set_variant(five).position == Game(five).position


def test_an_impossible_position_cannot_be_played() -> None:
    state = at_start("v=nine&m=d6.f4")
    handle(state, "open", "editor")
    handle(state, "editor:hand", "white-")
    handle(state, "editor:hand", "white-")
    assert state.ui.draft["editor"].problem()
    handle(state, "editor:play")
    assert state.open.game.move_texts() == ["d6", "f4"]
    handle(state, "editor:start")
    handle(state, "editor:play")
    assert state.open.game.position.white == 0
    assert state.parked is not None


def test_the_editor_keeps_the_house_rules_of_the_variant_on_the_board() -> None:
    state = at_start("v=nine&r=flying:0&m=d6")
    handle(state, "open", "editor")
    for name, variant in (("five", find_variant("five")), ("nine", state.variant)):
        handle(state, "editor:variant", {"name": "variant", "value": name})
        assert state.ui.draft["editor"].variant == variant
