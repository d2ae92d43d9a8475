"""The coach asks before a move that gives away a man, and only then."""

from __future__ import annotations

from app.update.controller import handle

from tests.app.playing import game_data, opened, press, started, text_in


def test_the_coach_asks_before_a_move_that_lets_the_computer_close_a_mill() -> None:
    state = opened("v=nine&m=d6.b4.d2.b6&b=level1")
    press(state, "a7")
    assert state.ui.dialog is None or state.ui.dialog == ""
    assert len(state.open.game.moves) == 5, "it is off at first"
    state = opened("v=nine&m=d6.b4.d2.b6&b=level1")
    handle(state, "setting", {"name": "coach", "value": "on"})
    press(state, "a7")
    assert len(state.open.game.moves) == 4
    assert "After a7, Black can close the mill b2-b4-b6." in text_in(state)
    handle(state, "coach:back")
    assert len(state.open.game.moves) == 4 and state.ui.entry.empty
    press(state, "a7")
    handle(state, "coach:play")
    assert state.open.game.move_texts()[-1] == "a7"


def test_the_question_goes_with_its_position() -> None:
    other = "v=nine&m=d6.f4.f6.b4.b2.d2"
    for intent, value in (
        ("load", {"fragment": other}),
        ("load", {"fragment": "v=three&m=b2"}),
        ("step", "previous"),
    ):
        state = opened("v=nine&m=d6.f4.f6.g4&b=level3")
        handle(state, "setting", {"name": "coach", "value": "on"})
        press(state, "a1")
        assert "Are you sure?" in text_in(state)
        handle(state, intent, value)
        assert state.ui.dialog == ""
    state = started("", [("mine", game_data("v=nine&m=d6.f4.f6.g4&b=level3", 7))])
    handle(state, "setting", {"name": "coach", "value": "on"})
    press(state, "a1")
    handle(state, "follow", ("mine", game_data("v=nine&m=d6.f4.f6.g4.d2.b4&b=level3", 8), None, False))
    assert (state.ui.dialog, state.open.game.ply) == ("", 6), "another tab has played on"


def test_the_coach_is_silent_if_nothing_is_lost_or_nothing_helps() -> None:
    state = opened("v=nine&m=d6.b4.d2.b6&b=level1")
    handle(state, "setting", {"name": "coach", "value": "on"})
    press(state, "b2")
    assert len(state.open.game.moves) == 5
    two = opened("v=nine&m=d6.b4.d2.b6")
    handle(two, "setting", {"name": "coach", "value": "on"})
    press(two, "a7")
    assert len(two.open.game.moves) == 5, "two people play"
