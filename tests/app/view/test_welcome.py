"""Who has never played is asked how to begin, in one press; who plays already is not."""

from __future__ import annotations

from app.update.controller import handle
from app.view.slots import build

from tests.app.playing import at_start, find, opened, press, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from app.state import State


def ways(state: State) -> list[str]:
    """Return the intents that the empty list of moves offers."""
    moves = build(state)["moves"]
    intents = ("play-now", "lessons:open", "two-people", "play-computer")
    return [intent for intent in intents if find(moves, "data-intent", intent)]


def test_a_first_visit_offers_three_ways_to_begin() -> None:
    assert ways(at_start("")) == ["play-now", "lessons:open", "two-people"]


def test_one_press_plays_the_computer_at_its_first_level() -> None:
    state = at_start("")
    handle(state, "play-now")
    assert state.open.players == ["human", "1"]
    assert state.ui.dialog == ""
    assert ways(state) == []
    press(state, "d6")
    assert state.engine.question is not None


def test_one_press_begins_the_first_lesson() -> None:
    state = at_start("")
    handle(state, "lessons:open", "first")
    assert state.guide is not None
    handle(state, "lessons:leave")
    assert ways(state) == ["play-now", "lessons:open", "two-people"]


def test_two_people_are_asked_no_more() -> None:
    state = at_start("")
    handle(state, "two-people")
    assert "Two players on this device." in text_of(build(state)["moves"])
    assert ways(state) == ["play-computer"]


def test_nobody_is_asked_in_a_game_or_at_a_position_that_was_set_up() -> None:
    assert ways(at_start("", ("game", "v=nine&m=d6", 1))) == []
    assert ways(opened("v=nine&f=WBW/W1W/1B1/1BW1B1/2B/BBB/W1B_w_0_0_-_0_19")) == ["play-computer"]
    assert ways(opened("v=nine&b=level3")) == []


def test_a_lesson_is_no_game_to_resign() -> None:
    state = at_start("")
    assert find(build(state)["tools"], "data-value", "end-game")
    handle(state, "lessons:open", "double-mill.4")
    assert not find(build(state)["tools"], "data-value", "end-game")
