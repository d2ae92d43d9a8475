"""The questions for the engine, and what happens with its answers."""

from __future__ import annotations

from app.model.ui import WATCHED
from app.update.controller import handle
from app.update.engine_requests import AFTER_CAPTURE_MS, AFTER_MOVE_MS, question_for
from app.view.slots import build
from app.view.text import status

from tests.app.playing import answer, effect, find, opened, press, question_of

COMPUTER = "v=nine&m=d6&b=level3"


def test_the_computers_move_is_requested_at_once_and_played() -> None:
    state = opened("v=nine&b=level3")
    question = effect(press(state, "d6"), "ask")[1]
    assert (question["task"], question["level"], question["game"]) == ("move", 3, "v=nine&m=d6")
    answer(state, move="f4")
    assert state.open.game.move_texts() == ["d6", "f4"]
    assert state.engine.question is None
    assert question_for(opened("v=three&m=a3.a2.b3.b2.c3&b=level1")) is None, "the game is over"


def test_an_answer_to_an_earlier_question_is_ignored() -> None:
    state = opened(COMPUTER)
    old = question_of(state)["id"]
    handle(state, "undo")
    press(state, "a1")
    assert question_of(state)["id"] > old
    answer(state, id=old, move="f4")
    assert state.open.game.move_texts() == ["a1"]


def test_an_illegal_move_of_the_engine_is_a_failure() -> None:
    state = opened(COMPUTER)
    answer(state, move="d6")
    assert state.engine.status == "failed"
    assert state.open.game.move_texts() == ["d6"]


def test_after_a_failure_the_player_moves_for_the_computer_until_it_is_tried_again() -> None:
    state = opened(COMPUTER)
    handle(state, "engine", {"state": "failed", "trouble": "No line."})
    assert question_for(state) is None
    press(state, "f4", "d2")
    assert state.open.game.move_texts() == ["d6", "f4", "d2"]
    assert effect(handle(state, "try-again"), "ask")[1]["game"] == "v=nine&m=d6.f4.d2"


def test_the_computer_thinks_on_while_the_player_looks_back() -> None:
    state = opened("v=nine&m=d6.f4&b=level3")
    press(state, "d2")
    question = question_of(state)
    assert effect(handle(state, "step", "previous"), "stop") is None
    assert question_of(state) == question
    answer(state, move="b4")
    assert (state.open.shown_ply, state.open.game.ply) == (2, 4)
    handle(state, "step", "last")
    assert status(state).endswith("Your turn: place a man")


def test_a_spectator_can_pause_play_one_move_and_continue() -> None:
    state = opened("v=nine&w=level1&b=level2")
    assert question_of(state)["level"] == 1
    assert effect(handle(state, "pause"), "stop") == ("stop",)
    assert "paused" in status(state)
    assert state.engine.question is None
    handle(state, "one-move")
    answer(state, move="d6")
    assert state.engine.question is None
    assert state.open.game.move_texts() == ["d6"]
    handle(state, "step", "previous")
    effects = handle(state, "pause")
    assert state.open.shown_ply == 1
    assert effect(effects, "ask")[1]["level"] == 2
    handle(state, "step", "previous")
    assert state.open.paused, "looking back pauses the game"
    assert state.engine.question is None


def test_a_computers_move_stays_visible_before_the_next_one() -> None:
    state = opened("v=nine&m=d6.f4.d2.b4.f6.b6.b2.d7.d3.g1&w=level1&b=level1")
    for move, wait in (("d1xb4", AFTER_CAPTURE_MS), ("b4", AFTER_MOVE_MS), ("a1", 0)):
        if not wait:
            handle(state, "setting", {"name": "animation", "value": "off"})
        assert effect(answer(state, move=move), "ask")[2] == wait


def test_a_spectator_can_make_the_computers_slower_and_faster() -> None:
    state = opened("v=nine&m=d6.f4&w=1&b=1")
    waits = []
    for speed in ("", "slower", "slower", "faster", "faster", "faster"):
        if speed:
            assert effect(handle(state, "speed", speed), "store")
        state.ui.arrival = WATCHED
        state.engine.question = None
        waits.append(effect(handle(state, "close"), "ask")[2])
    usual, slow, slowest, normal, fast, fastest = waits
    assert usual == normal == AFTER_MOVE_MS
    assert slow == slowest > usual > fast == fastest > 0
    tools = build(state)["tools"]
    assert [find(tools, "data-value", value)[0][1]["disabled"] for value in ("slower", "faster")] == [False, True]
