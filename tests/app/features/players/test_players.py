"""The players dialog: the computer can take over either side at any time and from any position."""

from __future__ import annotations

from app.model.state import State
from app.update.controller import handle
from app.update.engine_requests import question_for
from app.update.games import set_players
from app.view.slots import build

from tests.app.playing import answer, choose, find, opened, press, question_of, text_in

SET_UP = "v=nine&f=W1W/1WB/3/6/2B/2B/BB1_w_0_0_-_0_31"


def let_play(state: State, side: int, player: str) -> None:
    """Press a player's strip and choose who plays that side."""
    strip = build(state)["player-bottom" if side == state.open.orientation else "player-top"]
    (button,) = find(strip, "data-intent", "players:open")
    handle(state, button[1]["data-intent"], button[1]["data-value"])
    assert text_in(state)
    if player == "human":
        choose(state, player="human")
    else:
        choose(state, player="computer")
        assert "Level" in text_in(state)
        choose(state, level=player)
    handle(state, "players:set")
    assert state.ui.dialog == ""


def test_the_computer_can_take_over_a_side_during_a_game() -> None:
    state = opened("v=nine&m=d6.f4.d2")
    let_play(state, 1, "3")
    assert (question_of(state)["task"], question_of(state)["level"], question_of(state)["game"]) == (
        "move",
        3,
        "v=nine&m=d6.f4.d2",
    )
    answer(state, move="b4")
    assert state.open.game.move_texts() == ["d6", "f4", "d2", "b4"]


def test_a_person_can_take_over_while_the_computer_thinks() -> None:
    state = opened("v=nine&m=d6&b=level3")
    let_play(state, 1, "human")
    assert state.engine.question is None
    press(state, "f4")
    assert state.open.game.move_texts() == ["d6", "f4"]


def test_a_computer_that_takes_over_at_an_earlier_move_starts_a_new_line() -> None:
    state = opened("v=nine&m=d6.f4.d2.b4")
    handle(state, "step", 1)
    let_play(state, 1, "2")
    assert question_of(state)["game"] == "v=nine&m=d6"
    answer(state, move="a1")
    assert state.open.game.move_texts() == ["d6", "a1"]
    handle(state, "previous-line")
    assert state.open.game.move_texts() == ["d6", "f4", "d2", "b4"]


def test_the_players_of_a_game_by_link_cannot_be_changed() -> None:
    state = opened("v=nine&m=d6.f4")
    state.open.by_link = object()  # type: ignore[assignment]
    set_players(state, ["1", "2"])
    assert state.open.players == ["human", "human"]


def test_play_the_computer_starts_from_a_position_that_was_set_up_or_from_a_new_game() -> None:
    state = opened(SET_UP)
    handle(state, "new-game:computer")
    assert state.ui.draft["start"] == "here"
    assert "Which game" not in text_in(state)
    choose(state, colour="black")
    handle(state, "new-game:start")
    assert state.ui.dialog == ""
    assert question_of(state)["game"] == SET_UP
    assert state.open.players == ["1", "human"]
    state = opened(SET_UP)
    handle(state, "new-game:computer")
    choose(state, start="new")
    handle(state, "new-game:start")
    assert state.open.game.start.white_hand == 9
    state = opened("v=nine")
    handle(state, "new-game:computer")
    assert "Start from" not in text_in(state), "an empty board"


def test_a_spectator_cannot_resign_and_can_pause() -> None:
    state = opened("v=nine&m=d6.f4&w=level1&b=level2")
    handle(state, "resign")
    assert state.open.game.outcome() is None
    assert question_for(state) is not None
    tools = text_in(state, "tools")
    assert "End game" not in tools
    assert "Pause" in tools
    assert "One move" in tools
