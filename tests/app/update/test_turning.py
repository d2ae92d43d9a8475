"""The setting that turns the board to the player to move, for two people."""

from __future__ import annotations

from app.model.state import State
from app.update.controller import handle

from tests.app.playing import come, effect, opened, press


def turning(fragment: str = "v=nine") -> State:
    state = State()
    handle(state, "setting", {"name": "turn", "value": "turn"})
    handle(state, "load", {"fragment": fragment, "kept": None})
    return state


def test_the_board_turns_after_the_move_was_seen() -> None:
    state = turning()
    effects = press(state, "d6")
    assert state.open.orientation == 0, "the move is seen first"
    _after, milliseconds, intent, revision = effect(effects, "after")
    assert milliseconds > 0
    handle(state, intent, revision)
    assert state.open.orientation == 1
    assert state.fragment() == "v=nine&m=d6", "a link does not hold it"


def test_without_animation_it_turns_at_once_and_undo_turns_it_back() -> None:
    state = turning()
    handle(state, "setting", {"name": "animation", "value": "off"})
    after = effect(press(state, "d6"), "after")
    assert after[1] == 0
    come(state, "turn", after[3])
    handle(state, "undo")
    assert state.open.orientation == 0
    handle(state, "redo")
    assert state.open.orientation == 1


def test_a_game_opens_with_the_side_to_move_at_the_bottom_and_a_new_game_with_white() -> None:
    state = turning("v=nine&m=d6")
    assert state.open.orientation == 1
    handle(state, "resign")
    handle(state, "rematch")
    assert state.open.orientation == 0


def test_the_board_stays_against_the_computer_by_default_and_at_the_end() -> None:
    for state in (turning("v=nine&b=3"), opened()):
        assert effect(press(state, "d6"), "after") is None
    assert effect(press(turning("v=three&m=a3.a1.b3.b1"), "c3"), "after") is None
