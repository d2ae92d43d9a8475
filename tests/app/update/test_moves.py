"""Entering moves, stepping, undo and redo through the controller. tests/app/model says what happens to the game."""

from app.kernel.features import DIALOG, FEATURES
from app.update.controller import handle
from app.view.slots import build
from app.view.text import happened, status

from tests.app.playing import MILL_NEXT, effect, opened, press, press_moves

DIAGONAL = "v=three-diagonal&f=WBW/1W1/B1B_w_0_0_-_0_7"

# White's last move leaves Black without a move, so Black misses a turn.
PASSED = (
    "v=five&r=stuck:passes&m=c2.b3.a3.b4.d4.a5.d2.d3.b2xa5.e3.c2-c1.e3-e5.b2-c2.e5-c5.a3-a1."
    "d3-e3.c2-b2.b4-c4.c1-c2xc5.e3-e1.a1-c1.c4-c5.d4-c4.b3-a3.c1-a1.e1-e3.c2-c1.e3-d3.b2-c2."
    "a3-a5.c1-e1.d3-e3.c4-b4.c5-e5.d2-d3.a5-c5.b4-b3.c5-a5.a1-a3.a5-c5.d3-d4.e3-d3.e1-c1.c5-a5."
    "a3-a1.a5-c5.d4-c4.e5-e3.a1-a3.d3-d2.a3-a5.d2-d3.c1-e1.e3-e5.c2-d2.d3-e3.d2-d3"
)


def test_an_illegal_press_only_says_why_until_the_next_move() -> None:
    state = opened("v=nine&m=d6")
    effects = press(state, "d6")
    assert status(state) == "One of White's men is on d6."
    assert state.open.game.move_texts() == ["d6"]
    assert state.ui.entry.empty
    assert effect(effects, "ask") is None
    press(state, "d2")
    assert state.ui.notice == ""
    assert state.open.game.move_texts() == ["d6", "d2"]
    for fragment, point, text in (
        ("v=nine&m=d6&b=level2", "d6", "It's the computer's turn."),
        ("v=three&m=a3.a2.b3.b2.c3", "c2", "The game is over."),
    ):
        state = opened(fragment)
        before = state.open.game.ply
        press(state, point)
        assert status(state).startswith(text)
        assert state.open.game.ply == before


def test_escape_and_undo_drop_a_half_entered_move() -> None:
    for intent in ("cancel", "undo"):
        state = opened(MILL_NEXT)
        press(state, "d1")
        handle(state, intent)
        assert state.ui.entry.empty
        assert (state.open.game.ply, len(state.open.game.line)) == (10, 10)
        assert status(state) == "White: place a man"
    handle(state, "undo")
    assert state.open.game.ply == 9


def test_a_man_can_be_dragged() -> None:
    state = opened(DIAGONAL)
    index = state.variant.board.index
    handle(state, "grab", index["b2"])
    assert state.ui.entry.origin == index["b2"]
    handle(state, "drop", None)
    assert state.ui.entry.empty, "put back, as it was dropped beside the board"
    assert state.open.game.ply == 0
    handle(state, "grab", index["b2"])
    handle(state, "drop", index["c2"])
    assert state.open.game.move_texts() == ["b2-c2"]
    state = opened("v=nine&m=d6.f4")
    handle(state, "grab", state.variant.board.index["d6"])
    assert state.ui.entry.empty, "it cannot move"


def test_arrow_keys_reach_every_point_of_every_board() -> None:
    for name in ("three", "five", "seven", "nine", "twelve", "wheel", "picaria-large", "moebius"):
        state = opened("v=" + name)
        reached = {state.ui.cursor}
        todo = [state.ui.cursor]
        while todo:
            start = todo.pop()
            for key in ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"):
                state.ui.cursor = start
                handle(state, "arrow", key)
                if state.ui.cursor not in reached:
                    reached.add(state.ui.cursor)
                    todo.append(state.ui.cursor)
        assert len(reached) == len(state.variant.board.points), name


def test_undo_against_the_computer_takes_back_both_moves_or_stops_it() -> None:
    state = opened("v=nine&m=d6.f4&b=level1")
    handle(state, "undo")
    assert state.open.game.ply == 0
    handle(state, "redo")
    assert state.open.game.ply == 2
    assert effect(press(state, "d2"), "ask")[1]["task"] == "move"
    assert effect(handle(state, "undo"), "stop") == ("stop",)
    assert state.open.game.move_texts() == ["d6", "f4"]
    state = opened("v=nine&m=d6&w=level1")
    assert handle(state, "undo") is not None
    assert state.open.game.move_texts() == ["d6"], "the computer's first move"


def test_the_same_move_again_keeps_the_moves_after_it() -> None:
    state = opened("v=nine&m=d6.f4.d2.b4")
    handle(state, "undo")
    handle(state, "undo")
    press(state, "d2")
    assert state.open.game.move_texts() == ["d6", "f4", "d2"]
    assert (len(state.open.game.line), state.open.previous_line) == (4, [])
    handle(state, "redo")
    handle(state, "step", 1)
    press(state, "f4")
    assert (state.open.game.ply, state.open.shown_ply, len(state.open.game.line)) == (2, 2, 4)


def test_the_status_says_if_a_side_may_fly_or_misses_a_turn() -> None:
    state = opened("v=nine&f=WB1/1W1/BW1/6/3/3/B2_w_0_0_-_0_19")
    assert status(state) == "White: move a man to any empty point"
    press_moves(state, "a7-g1")
    state = opened(PASSED)
    assert state.ui.notice == ""
    assert status(state) == "White: move a man to a neighbouring point"
    assert happened(state) == "White moved d2-d3. Black can't move and misses a turn."


def test_every_dialog_opens_while_an_earlier_ply_is_shown() -> None:
    for ply in (0, 1, 3):
        state = opened("v=nine&m=d6.f4.d2")
        handle(state, "step", ply)
        for name in [one.name for one in FEATURES if one.shows == DIALOG]:
            handle(state, "open", name)
            assert build(state, ("dialog",))
        handle(state, "open", "editor")
        editor = state.ui.draft["editor"]
        assert (editor.position.white, editor.position.black) == (state.position.white, state.position.black)
