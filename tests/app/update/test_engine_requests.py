"""What the engine is asked, and what becomes of its answers."""

from app.update.controller import handle
from app.update.engine_requests import wanted
from app.view.text import status

from tests.app.playing import asked, effect, opened, press


def test_the_computers_turn_is_asked_for_at_once() -> None:
    state = opened("v=nine&b=3")
    question = effect(press(state, "d6"), "ask")[1]
    assert (question["task"], question["level"], question["game"]) == ("move", 3, "v=nine&m=d6")


def test_an_answer_is_played() -> None:
    state = opened("v=nine&m=d6&b=3")
    handle(state, "answer", {"id": asked(state)["id"], "done": True, "move": "f4"})
    assert state.game.turns() == ["d6", "f4"]
    assert state.question is None


def test_a_stale_answer_is_dropped() -> None:
    state = opened("v=nine&m=d6&b=3")
    old = asked(state)["id"]
    handle(state, "undo")
    press(state, "a1")
    assert asked(state)["id"] > old
    handle(state, "answer", {"id": old, "done": True, "move": "f4"})
    assert state.game.turns() == ["a1"]


def test_a_question_that_the_worker_has_lost_is_asked_again() -> None:
    state = opened("v=nine&m=d6&b=3")
    effects = handle(state, "answer", {"id": asked(state)["id"], "stale": True})
    assert effect(effects, "ask")[1]["game"] == "v=nine&m=d6"


def test_an_illegal_answer_is_a_failure_not_a_turn() -> None:
    state = opened("v=nine&m=d6&b=3")
    handle(state, "answer", {"id": asked(state)["id"], "done": True, "move": "d6"})
    assert state.engine == "failed"
    assert state.game.turns() == ["d6"]


def test_after_a_failure_the_game_goes_on_by_hand_until_it_is_tried_again() -> None:
    state = opened("v=nine&m=d6&b=3")
    handle(state, "engine", {"state": "failed", "trouble": "No line."})
    assert wanted(state) is None
    press(state, "f4")
    assert state.game.turns() == ["d6", "f4"]
    press(state, "d2")
    effects = handle(state, "try-again")
    assert effect(effects, "ask")[1]["game"] == "v=nine&m=d6.f4.d2"


def test_hint_and_analysis_are_asked_for_the_position_shown() -> None:
    state = opened("v=nine&m=d6.f4.d2")
    handle(state, "step", 1)
    question = effect(handle(state, "hint"), "ask")[1]
    assert (question["task"], question["game"]) == ("hint", "v=nine&m=d6")
    effects = handle(state, "step", "last")
    assert effect(effects, "stop") == ("stop",)
    question = effect(handle(state, "analyse"), "ask")[1]
    assert (question["task"], question["game"]) == ("analyse", "v=nine&m=d6.f4.d2")
    question = effect(press(state, "b4"), "ask")[1]
    assert question["game"] == "v=nine&m=d6.f4.d2.b4"
    assert effect(handle(state, "analyse"), "stop") == ("stop",)


def test_two_computers_play_and_can_be_paused() -> None:
    state = opened("v=nine&w=1&b=2")
    assert asked(state)["level"] == 1
    handle(state, "answer", {"id": asked(state)["id"], "done": True, "move": "d6"})
    assert asked(state)["level"] == 2
    assert effect(handle(state, "pause"), "stop") == ("stop",)
    assert "paused" in status(state)
    assert effect(handle(state, "pause"), "ask") is not None


def test_nobody_is_asked_once_the_game_is_over() -> None:
    assert wanted(opened("v=three&m=a3.a2.b3.b2.c3&b=1")) is None
