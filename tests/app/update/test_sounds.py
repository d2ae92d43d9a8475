"""What is heard of a move, and when nothing is."""

from __future__ import annotations

from app.state import State
from app.update.controller import handle

from tests.app.playing import asked, effect, opened, press

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MILL_NEXT = "v=nine&m=d6.f4.d2.b4.f6.b6.b2.d7.d3.g1"


def heard(effects: list[Any]) -> str:
    found = effect(effects, "sound")
    return "" if found is None else str(found[1])


def test_a_man_is_placed_and_one_is_moved() -> None:
    state = opened()
    assert heard(press(state, "d6")) == "place"
    state = opened("v=nine&f=WWW/B1B/3/6/3/3/B2_w_0_0")
    assert heard(press(state, "d7")) == "", "a man that is picked up makes no sound"
    assert heard(press(state, "d6")) == "move"


def test_a_mill_is_heard_when_it_closes_and_the_capture_when_a_man_is_taken() -> None:
    state = opened(MILL_NEXT)
    assert heard(press(state, "d1")) == "place mill"
    assert heard(press(state, "b4")) == "capture"


def test_the_computers_move_is_heard_whole() -> None:
    state = opened(MILL_NEXT + "&w=3")
    effects = handle(state, "answer", {"id": asked(state)["id"], "done": True, "move": "d1xb4"})
    assert heard(effects) == "place mill capture"


def test_the_end_is_heard_whichever_way_it_comes() -> None:
    state = opened("v=three&m=a3.a1.b3.b1")
    assert heard(press(state, "c3")) == "place mill end"
    state = opened("v=nine&m=d6.f4")
    assert heard(handle(state, "resign")) == "end"
    assert heard(handle(opened("v=nine&m=d6.f4&resigned=white"), "flip")) == ""


def test_stepping_on_is_heard_and_a_jump_is_not() -> None:
    state = opened("v=nine&m=d6.f4.d2")
    assert heard(handle(state, "step", "first")) == ""
    assert heard(handle(state, "step", "next")) == "place"
    assert heard(handle(state, "step", "last")) == ""
    assert heard(handle(state, "undo")) == ""
    assert heard(press(state, "d6")) == "", "a press that is refused"


def test_one_press_turns_the_sounds_off_and_on() -> None:
    state = State()
    effects = handle(state, "sound")
    assert effect(effects, "keep-settings")[1]["sound"] == "off"
    assert heard(press(state, "d6")) == ""
    handle(state, "sound")
    assert heard(press(state, "f4")) == "place"
