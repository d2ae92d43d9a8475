"""The board turns to the one of two people who is to move, where that is wanted."""

from __future__ import annotations

from app.state import State
from app.update.controller import handle

from tests.app.playing import effect, opened, press


def turning(fragment: str = "v=nine") -> State:
    state = State()
    handle(state, "setting", {"name": "turn", "value": "turn"})
    handle(state, "load", {"fragment": fragment, "kept": None})
    return state


def test_the_board_turns_once_the_move_has_been_seen() -> None:
    state = turning()
    effects = press(state, "d6")
    assert state.open.orientation == 0, "the move is seen first"
    _after, milliseconds, intent, revision = effect(effects, "after")
    assert milliseconds > 0
    handle(state, intent, revision)
    assert state.open.orientation == 1
    assert state.fragment() == "v=nine&m=d6", "a link says nothing of it"


def test_a_turn_that_is_overtaken_does_not_come() -> None:
    state = turning()
    _after, _milliseconds, intent, revision = effect(press(state, "d6"), "after")
    press(state, "f4")
    handle(state, intent, revision)
    assert state.open.orientation == 0


def test_without_motion_it_turns_at_once_and_undo_turns_it_back() -> None:
    state = turning()
    handle(state, "setting", {"name": "animation", "value": "off"})
    effects = press(state, "d6")
    assert effect(effects, "after")[1] == 0
    handle(state, "turn", effect(effects, "after")[3])
    handle(state, "undo")
    assert state.open.orientation == 0
    handle(state, "redo")
    assert state.open.orientation == 1


def test_a_game_that_is_opened_is_seen_by_who_is_to_move_and_a_new_one_by_white() -> None:
    state = turning("v=nine&m=d6")
    assert state.open.orientation == 1
    handle(state, "resign")
    handle(state, "rematch")
    assert state.open.orientation == 0


def test_against_the_computer_and_by_default_the_board_stays() -> None:
    state = turning("v=nine&b=3")
    assert effect(press(state, "d6"), "after") is None
    state = opened()
    assert effect(press(state, "d6"), "after") is None


def test_at_the_end_of_a_game_the_board_stays() -> None:
    state = turning("v=three&m=a3.a1.b3.b1")
    assert effect(press(state, "c3"), "after") is None
