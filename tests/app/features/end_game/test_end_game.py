"""Games that players end themselves: draw offers to the computer, draws between two people, resigning."""

from __future__ import annotations

from typing import Any

from app.features.end_game.dialog import PLIES_BETWEEN_OFFERS, is_offered
from app.model.state import State
from app.update.controller import handle
from app.view.slots import build
from app.view.text import happened, prompt, spoken

from tests.app.playing import answer, effect, find, opened, question_of, saved, text_in

DECLINED = [["The computer declines: it thinks it's ahead.", {}]]
AGREED = [["The computer accepts the draw: it doesn't think it's ahead.", {}]]
TWO_PEOPLE, COMPUTER = "v=nine&m=d6.f4", "v=nine&m=d6.f4&b=level3"


def offered(fragment: str = COMPUTER) -> State:
    """Return a game in which a draw is offered to the computer."""
    state = opened(fragment)
    button(state, "end-game:offer")
    handle(state, "end-game:offer")
    return state


def button(state: State, intent: str) -> Any:
    """Open the dialog and return one of its buttons, or None."""
    handle(state, "open", "end-game")
    found = find(build(state)["dialog"], "data-intent", intent)
    return found[0] if found else None


def can_offer(state: State) -> bool:
    return not button(state, "end-game:offer")[1].get("disabled")


def test_the_computer_considers_an_offer_for_its_side_and_the_position_on_the_board() -> None:
    state = offered()
    question = question_of(state)
    assert (question["task"], question["side"], question["game"]) == ("draw", "black", TWO_PEOPLE)
    assert prompt(state) == "The computer is considering your offer"
    assert question_of(offered("v=nine&m=d6&w=level3"))["side"] == "white"


def test_an_accepted_draw_ends_the_game_and_can_be_undone() -> None:
    state = offered()
    answer(state, done=False)
    assert is_offered(state), "only the last answer counts"
    answer(state, accepts=True, sentences=AGREED)
    assert state.fragment() == "v=nine&m=d6.f4&draw=agreed&b=level3"
    assert prompt(state) == "Draw: both sides agreed."
    assert spoken(state).startswith("The computer accepts the draw")
    assert "The computer accepts the draw" in text_in(state, "status")
    handle(state, "undo")
    assert (state.ui.outcome, state.open.game.ply) == (None, 2)


def test_a_declined_draw_cannot_be_offered_again_for_some_moves() -> None:
    state = offered()
    answer(state, accepts=False, sentences=DECLINED)
    assert state.ui.outcome is None
    assert happened(state) == "The computer declines: it thinks it's ahead."
    assert prompt(state) == "Your turn: place a man"
    assert not can_offer(state)
    assert "after 10 more moves" in text_in(state)
    handle(state, "end-game:offer")
    assert state.engine.question is None
    state.open.declined = state.open.game.ply + 1 - PLIES_BETWEEN_OFFERS
    assert not can_offer(state)
    assert "after one more move" in text_in(state)
    state.open.declined = state.open.game.ply - PLIES_BETWEEN_OFFERS
    assert can_offer(state)
    handle(state, "rematch")
    assert state.open.declined is None


def test_no_draw_can_be_offered_if_the_computer_player_failed() -> None:
    state = offered()
    handle(state, "engine", {"state": "failed", "trouble": "No line."})
    assert not is_offered(state)
    assert not can_offer(state)


def test_two_people_can_agree_to_a_draw() -> None:
    state = opened(TWO_PEOPLE)
    assert button(state, "end-game:agree")
    effects = handle(state, "end-game:agree")
    assert effect(effects, "address")[1] == "v=nine&m=d6.f4&draw=agreed"
    assert saved(effects)["over"]
    assert state.ui.dialog == ""
    assert prompt(state) == prompt(opened(state.fragment())) == "Draw: both sides agreed."


def test_the_result_has_a_button_that_undoes_the_end_and_no_older_notice() -> None:
    for fragment, intent in ((COMPUTER, "resign"), (TWO_PEOPLE, "resign"), (TWO_PEOPLE, "end-game:agree")):
        state = opened(fragment)
        state.ui.say("An older notice.")
        handle(state, "open", "end-game")
        handle(state, intent)
        assert "An older notice." not in text_in(state, "status")
        (undo,) = find(build(state)["status"], "data-intent", "undo")
        handle(state, undo[1]["data-intent"])
        assert state.ui.outcome is None and state.open.game.move_texts() == ["d6", "f4"]
