"""The offer to begin, which a first visit shows and which goes once somebody plays."""

from __future__ import annotations

import json

from app.model.state import State
from app.update.controller import handle
from app.view.slots import build

from tests.app.playing import at_start, offers, opened, press, started, text_in

FIRST_VISIT = ["play-now", "two-people"]


def ways(state: State) -> list[str]:
    """Return the ways to begin that the empty list of moves offers."""
    moves = build(state)["moves"]
    return [intent for intent in FIRST_VISIT + ["new-game:computer"] if offers(moves, intent)]


def test_one_press_plays_the_computer_at_its_first_level() -> None:
    state = at_start("")
    assert ways(state) == FIRST_VISIT
    handle(state, "play-now")
    assert (state.open.players, state.ui.dialog, ways(state)) == (["human", "1"], "", [])
    press(state, "d6")
    assert state.engine.question is not None


def test_the_goal_is_that_of_the_rules() -> None:
    assert "you take one of your opponent's" in text_in(opened("v=nine"), "moves")
    assert "wins at once. No men are taken." in text_in(opened("v=three"), "moves")
    assert "opponent's" not in text_in(opened("v=nine&r=mill_wins:1"), "moves")


def test_two_people_are_not_asked_again() -> None:
    state = at_start("")
    handle(state, "two-people")
    assert "Two players on this device." in text_in(state, "moves")
    assert ways(state) == ["new-game:computer"]


def test_nothing_is_offered_in_a_game_or_at_a_position_that_was_set_up() -> None:
    assert ways(at_start("", ("game", "v=nine&m=d6", 1))) == []
    assert ways(opened("v=nine&f=WBW/W1W/1B1/1BW1B1/2B/BBB/W1B_w_0_0_-_0_19")) == ["new-game:computer"]
    assert ways(opened("v=nine&b=level3")) == []
    for fragment, dialog, intent in (("", "new-game", "new-game:start"), ("v=three&m=a3.a2.b3.b2.c3", "", "rematch")):
        state = opened(fragment)
        if dialog:
            handle(state, "open", dialog)
            assert state.ui.draft["opponent"] == "computer", "until somebody has chosen otherwise"
            handle(state, "choose", {"name": "opponent", "value": "human"})
        handle(state, intent)
        assert not state.open.game.line
        assert ways(state) == ["new-game:computer"]


def test_a_player_who_presses_the_board_first_is_offered_an_opponent_until_black_has_moved_twice() -> None:
    state = at_start("")
    state.ui.address = "https://example.org/"
    for number, point in enumerate(("d6", "f4", "d2", "b4")):
        assert offers(build(state)["status"], "play-now") == (number > 0)
        press(state, point)
    assert not offers(build(state)["status"], "play-now")
    handle(state, "undo")
    handle(state, "play-now")
    assert state.open.players == ["human", "1"]
    assert state.engine.question is not None
    assert not offers(build(state)["status"], "play-now")


def test_two_players_stay_two_after_a_reload() -> None:
    for begin_with, names in (("two-people", False), ("new-game:start", False), ("", True)):
        state = at_start("")
        if begin_with == "new-game:start":
            handle(state, "open", "new-game")
            state.ui.draft["opponent"] = "human"
        if begin_with:
            handle(state, begin_with)
        press(state, "d6")
        later = started("", [("game", json.loads(json.dumps(state.open.write())))])
        later.ui.address = "https://example.org/"
        assert offers(build(later)["status"], "play-now") == names


def test_a_game_with_names_has_its_two_players() -> None:
    state = at_start("")
    state.ui.address = "https://example.org/"
    press(state, "d6")
    assert offers(build(state)["status"], "play-now")
    state.open.names = ["Ada", ""]
    assert not offers(build(state)["status"], "play-now")
