"""The computer plays either side at any time, from any position; watchers are asked nothing that only players are."""

from __future__ import annotations

from app.state import State
from app.update.controller import handle
from app.update.engine_requests import wanted
from app.view.slots import build

from tests.app.playing import asked, find, opened, press, saved, text_of

SET_UP = "v=nine&f=W1W/1WB/3/6/2B/2B/BB1_w_0_0_-_0_31"


def let_play(state: State, side: int, player: str) -> None:
    """Press a player's strip and choose who plays that side."""
    strip = build(state)["player-bottom" if side == state.open.orientation else "player-top"]
    (button,) = find(strip, "data-intent", "players:open")
    handle(state, button[1]["data-intent"], button[1]["data-value"])
    assert text_of(build(state)["dialog"])
    handle(state, "choose", {"name": "player", "value": "human" if player == "human" else "computer"})
    if player != "human":
        assert "Level" in text_of(build(state)["dialog"])
        handle(state, "choose", {"name": "level", "value": player})
    handle(state, "players:set")
    assert state.ui.dialog == ""


def test_the_computer_takes_over_a_side_in_the_middle_of_a_game() -> None:
    state = opened("v=nine&m=d6.f4.d2")
    let_play(state, 1, "3")
    assert (asked(state)["task"], asked(state)["level"], asked(state)["game"]) == ("move", 3, "v=nine&m=d6.f4.d2")
    handle(state, "answer", {"id": asked(state)["id"], "done": True, "move": "b4"})
    assert state.open.game.move_texts() == ["d6", "f4", "d2", "b4"]


def test_a_person_takes_over_from_the_computer_while_it_thinks() -> None:
    state = opened("v=nine&m=d6&b=level3")
    let_play(state, 1, "human")
    assert state.engine.question is None
    press(state, "f4")
    assert state.open.game.move_texts() == ["d6", "f4"]


def test_both_sides_can_change_hands_and_the_person_sits_at_the_bottom() -> None:
    state = opened("v=nine&m=d6.f4&b=level3")
    let_play(state, 0, "5")
    let_play(state, 1, "human")
    assert state.open.players == ["5", "human"]
    assert state.open.orientation == 1
    assert asked(state)["level"] == 5


def test_from_an_earlier_move_a_new_line_starts_and_the_old_one_is_kept() -> None:
    state = opened("v=nine&m=d6.f4.d2.b4")
    handle(state, "step", 1)
    let_play(state, 1, "2")
    assert asked(state)["game"] == "v=nine&m=d6"
    handle(state, "answer", {"id": asked(state)["id"], "done": True, "move": "a1"})
    assert state.open.game.move_texts() == ["d6", "a1"]
    handle(state, "previous-line")
    assert state.open.game.move_texts() == ["d6", "f4", "d2", "b4"]


def test_a_game_by_link_keeps_its_players() -> None:
    state = opened("v=nine&m=d6.f4")
    state.open.by_link = object()  # type: ignore[assignment]
    assert handle_players(state) == ["human", "human"]


def handle_players(state: State) -> list[str]:
    """Try to change the players without a button for it; return who plays then."""
    from app.update.games import set_players

    set_players(state, ["1", "2"])
    return state.open.players


def test_play_the_computer_keeps_a_position_that_was_set_up() -> None:
    state = opened(SET_UP)
    handle(state, "play-computer")
    assert state.ui.draft["start"] == "here"
    assert "Which game" not in text_of(build(state)["dialog"])
    handle(state, "choose", {"name": "colour", "value": "black"})
    handle(state, "new-game:start")
    assert state.ui.dialog == ""
    assert asked(state)["game"] == SET_UP
    assert state.open.players == ["2", "human"]


def test_a_new_game_can_be_chosen_all_the_same() -> None:
    state = opened(SET_UP)
    handle(state, "play-computer")
    handle(state, "choose", {"name": "start", "value": "new"})
    handle(state, "new-game:start")
    assert state.open.game.start.white_hand == 9


def test_going_on_asks_nothing_and_keeps_the_moves() -> None:
    state = opened("v=nine&m=d6.f4.d2")
    handle(state, "open", "new-game")
    assert state.ui.draft["start"] == "new"
    handle(state, "choose", {"name": "start", "value": "here"})
    handle(state, "choose", {"name": "opponent", "value": "watch"})
    handle(state, "new-game:start")
    assert state.ui.dialog == ""
    assert state.open.game.move_texts() == ["d6", "f4", "d2"]
    assert asked(state)["game"] == "v=nine&m=d6.f4.d2"


def test_an_empty_board_offers_nothing_to_go_on_from() -> None:
    state = opened("v=nine")
    handle(state, "play-computer")
    assert "Start from" not in text_of(build(state)["dialog"])


def test_who_watches_two_computers_is_not_asked_to_give_up() -> None:
    state = opened("v=nine&m=d6.f4&w=level1&b=level2")
    assert "Finish" not in text_of(build(state)["tools"])
    handle(state, "resign")
    assert state.open.game.outcome() is None
    assert wanted(state) is not None
    text = text_of(build(state)["tools"])
    assert "Pause" in text
    assert "One move" in text


def test_the_end_offers_a_rematch_another_level_and_a_new_game() -> None:
    state = opened("v=three&m=a3.a2.b3.b2.c3&b=level4")
    text = text_of(build(state)["banner"])
    assert "You win A row of three." in text
    assert "At level 5" in text
    assert "Review" in text
    assert "New game" in text
    handle(state, "rematch", "5")
    assert state.open.players == ["5", "human"]
    lost = opened("v=three&m=a3.a2.b3.b2.c3&w=level4")
    assert "At level 3" in text_of(build(lost)["banner"])
    easiest = opened("v=three&m=a3.a2.b3.b2.c3&w=level1")
    assert "at level" not in text_of(build(easiest)["banner"])


def test_cards_of_one_game_under_two_names_say_so_and_others_say_what_differs() -> None:
    state = opened("v=nine")
    handle(state, "open", "new-game")
    text = text_of(build(state)["dialog"])
    assert "The same rules as Merels, as given by Justin du Coeur" in text
    assert "The same rules as Merelles, as given by Masters Traditional Games" in text
    assert "Six men, no flying" in text


def test_after_a_rematch_the_finished_game_stays_among_those_kept() -> None:
    state = opened("v=three&m=a3.a2.b3.b2")
    kept = saved(press(state, "c3"))
    assert kept["over"]
    assert state.ui.outcome is not None
    handle(state, "rematch")
    again = saved(press(state, "b2"))
    assert again["id"] != kept["id"]
    assert not again["over"]


def test_who_has_begun_a_game_is_not_asked_how_to_begin() -> None:
    question = "How would you like to start?"
    state = opened("")
    assert question in text_of(build(state)["moves"])
    handle(state, "open", "new-game")
    handle(state, "new-game:start")
    assert question not in text_of(build(state)["moves"])
    again = opened("v=three&m=a3.a2.b3.b2.c3")
    handle(again, "rematch")
    assert not again.open.game.line
    assert question not in text_of(build(again)["moves"])
