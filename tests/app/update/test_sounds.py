"""The sounds of moves and of the end of a game."""

from __future__ import annotations

from typing import Any

from app.model.settings import STORED
from app.model.state import State
from app.update.controller import handle
from app.view.slots import build

from tests.app.playing import MILL_NEXT, answer, effect, kept, opened, press


def sound(effects: list[Any]) -> str:
    found = effect(effects, "sound")
    return "" if found is None else str(found[1])


def test_each_part_of_a_move_has_its_sound() -> None:
    state = opened(MILL_NEXT)
    assert sound(press(state, "d1")) == "place mill"
    assert sound(press(state, "b4")) == "capture"
    assert sound(press(state, "d6")) == "", "a press that is refused"
    state = opened("v=nine&f=WWW/B1B/3/6/3/3/B2_w_0_0")
    assert sound(press(state, "d7")) == "", "a man that is picked up makes no sound"
    assert sound(press(state, "d6")) == "move"
    state = opened(MILL_NEXT + "&w=3")
    assert sound(answer(state, move="d1xb4")) == "place mill capture", "the computer's move is heard whole"


def test_every_end_has_a_sound() -> None:
    assert sound(press(opened("v=three&m=a3.a1.b3.b1"), "c3")) == "place mill win"
    assert sound(press(opened("v=three&m=a3.a1.b3.b1&b=level1"), "c3")) == "place mill win"
    assert sound(handle(opened("v=nine&m=d6.f4&b=level1"), "resign")) == "loss"
    quiet = opened("v=nine&r=quiet_limit:1&f=WWW/B1B/3/6/3/3/B2_w_0_0")
    assert sound(press(quiet, "d7", "d6")) == "move draw"
    assert sound(handle(opened("v=nine&m=d6.f4&resigned=white"), "flip")) == ""


def test_a_step_forward_has_a_sound_and_a_jump_or_undo_has_none() -> None:
    state = opened("v=nine&m=d6.f4.d2")
    assert sound(handle(state, "step", "first")) == ""
    assert sound(handle(state, "step", "next")) == "place"
    assert sound(handle(state, "step", "last")) == ""
    assert sound(handle(state, "undo")) == ""


def test_one_press_turns_the_sounds_off_and_on() -> None:
    state = State()
    assert kept(handle(state, "sound"), STORED) == {"sound": "off"}
    assert build(state)["root"][1]["data-sound"] == "off", "which boot/sound.mjs asks"
    assert sound(press(state, "d6")) == "place", "it may still be felt"
    assert kept(handle(state, "sound"), STORED) == {"sound": "on"}
