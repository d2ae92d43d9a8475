"""The end of a game by its players: offers of a draw to the computer, draws between two people, giving up."""

from __future__ import annotations

from app.dialogs.end_game import PLIES_BETWEEN_OFFERS
from app.state import State
from app.update.controller import handle
from app.view.slots import build
from app.view.text import happened, prompt, spoken

from tests.app.playing import asked, effect, find, opened, press, saved, text_of

DECLINED = [["The computer declines: it thinks it's ahead.", {}]]
AGREED = [["The computer accepts the draw: it doesn't think it's ahead.", {}]]


def offered(fragment: str = "v=nine&m=d6.f4&b=level3") -> State:
    """Return a game in which the computer is asked for a draw."""
    state = opened(fragment)
    handle(state, "open", "end-game")
    handle(state, "end-game:offer")
    return state


def reply(state: State, accepts: bool) -> None:
    sentences = AGREED if accepts else DECLINED
    handle(state, "answer", {"id": asked(state)["id"], "done": True, "accepts": accepts, "sentences": sentences})


def offer_button(state: State) -> object:
    handle(state, "open", "end-game")
    return find(build(state)["dialog"], "data-intent", "end-game:offer")[0][1].get("disabled")


def test_the_computer_is_asked_about_the_position_on_the_board() -> None:
    state = offered()
    question = asked(state)
    assert (question["task"], question["side"], question["game"]) == ("draw", "black", "v=nine&m=d6.f4")
    assert prompt(state) == "The computer is considering your offer"
    assert asked(offered("v=nine&m=d6&w=level3"))["side"] == "white"


def test_a_draw_that_the_computer_agrees_to_ends_the_game_and_can_be_taken_back() -> None:
    state = offered()
    handle(state, "answer", {"id": asked(state)["id"], "done": False})
    assert state.engine.offering, "only the last answer counts"
    reply(state, True)
    assert state.fragment() == "v=nine&m=d6.f4&draw=agreed&b=level3"
    assert prompt(state) == "Draw: both sides agreed."
    assert spoken(state).startswith("The computer accepts the draw")
    assert "Both sides agreed to a draw." in text_of(build(state)["banner"])
    handle(state, "undo")
    assert (state.ui.outcome, state.open.game.ply) == (None, 2)


def test_a_draw_is_declined_in_a_sentence_and_not_offered_again_at_once() -> None:
    state = offered()
    reply(state, False)
    assert state.ui.outcome is None
    assert happened(state) == "The computer declines: it thinks it's ahead."
    assert prompt(state) == "Your turn: place a man"
    assert offer_button(state)
    assert "after 10 more moves" in text_of(build(state)["dialog"])
    handle(state, "end-game:offer")
    assert state.engine.question is None
    state.open.declined = state.open.game.ply + 1 - PLIES_BETWEEN_OFFERS
    handle(state, "open", "end-game")
    assert "after one more move" in text_of(build(state)["dialog"])
    state.open.declined = state.open.game.ply - PLIES_BETWEEN_OFFERS
    assert not offer_button(state)
    handle(state, "rematch")
    assert state.open.declined is None


def test_a_move_withdraws_the_offer() -> None:
    state = offered()
    press(state, "d2")
    assert not state.engine.offering
    assert asked(state)["task"] == "move"


def test_an_offer_on_the_computers_turn_is_answered_before_it_moves() -> None:
    state = offered("v=nine&m=d6&b=level3")
    assert asked(state)["task"] == "draw"
    reply(state, False)
    assert asked(state)["task"] == "move"


def test_an_offer_from_an_earlier_ply_concerns_the_game_as_it_stands() -> None:
    state = opened("v=nine&m=d6.f4&b=level3")
    handle(state, "step", 1)
    handle(state, "open", "end-game")
    handle(state, "end-game:offer")
    assert (state.open.shown_ply, asked(state)["game"]) == (2, "v=nine&m=d6.f4")


def test_without_the_computer_player_there_is_nobody_to_ask() -> None:
    state = offered()
    handle(state, "engine", {"state": "failed", "trouble": "No line."})
    assert not state.engine.offering
    assert offer_button(state)


def test_two_people_agree_to_a_draw_and_the_game_is_kept_as_that() -> None:
    state = opened("v=nine&m=d6.f4")
    handle(state, "open", "end-game")
    assert find(build(state)["dialog"], "data-intent", "end-game:agree")
    effects = handle(state, "end-game:agree")
    assert effect(effects, "address")[1] == "v=nine&m=d6.f4&draw=agreed"
    assert saved(effects)["over"]
    assert (state.ui.dialog, prompt(state)) == ("", "Draw: both sides agreed.")
    again = opened(state.fragment())
    assert prompt(again) == "Draw: both sides agreed."


def test_of_two_people_the_button_says_who_gives_up() -> None:
    for fragment, name in (("v=nine&m=d6.f4", "White resigns"), ("v=nine&m=d6", "Black resigns")):
        state = opened(fragment)
        handle(state, "open", "end-game")
        assert text_of(find(build(state)["dialog"], "data-intent", "resign")[0]) == name
    state = opened("v=nine&m=d6.f4&b=level3")
    handle(state, "open", "end-game")
    assert text_of(find(build(state)["dialog"], "data-intent", "resign")[0]) == "Resign"


def test_a_game_by_link_can_only_be_given_up() -> None:
    state = State()
    handle(state, "load", {"fragment": "v=nine&m=d6.f4&c=abcdefgh22", "book": None})
    handle(state, "open", "end-game")
    assert not find(build(state)["dialog"], "data-intent", "end-game:agree")
    handle(state, "end-game:agree")
    assert state.open.game.outcome() is None
