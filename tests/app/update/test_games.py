"""Games on the page: links, new games, resigning, rematches."""

from app.update.controller import handle
from app.view.text import status

from tests.app.playing import choose, effect, opened, press


def test_a_damaged_link_shows_a_board_and_a_sentence_until_the_next_move() -> None:
    state = opened("%%%=&=&v=chess")
    assert state.variant.name == "nine"
    assert "chess" in status(state)
    state = opened("v=nine&m=d6.d6")
    assert state.open.game.move_texts() == ["d6"]
    assert "Move 2 in this link" in status(state)
    press(state, "f4")
    assert status(state) == "White: place a man"


def test_the_new_game_dialog_starts_at_once_and_offers_the_way_back() -> None:
    state = opened("v=nine&m=d6")
    handle(state, "open", "new-game")
    choose(state, variant="three")
    handle(state, "new-game:start")
    assert (state.variant.name, state.ui.dialog) == ("three", "")
    handle(state, "reopen-parked-game")
    assert state.open.game.move_texts() == ["d6"]
    state = opened("v=nine")
    handle(state, "open", "new-game")
    choose(state, opponent="computer", level="7", colour="black")
    effects = handle(state, "new-game:start")
    assert state.open.players == ["7", "human"]
    assert effect(effects, "ask")[1]["level"] == 7


def test_an_address_with_something_added_to_it_opens_the_same_game() -> None:
    for added in (")", ".", "%E3%80%82", "%29.", "&utm_source=mail", "%E2%80%8E", "!"):
        state = opened("v=nine&m=d6.f4.d2.b4" + added)
        assert state.open.game.move_texts() == ["d6", "f4", "d2", "b4"], added
        assert not state.ui.notice, added
        assert state.fragment() == "v=nine&m=d6.f4.d2.b4", added
    for fragment in ("v=nine&amp;m=d6.f4", "V=NINE&M=D6.F4", "v%3Dnine%26m%3Dd6.f4", "v=nine&#38;m=d6.f4"):
        assert opened(fragment).fragment() == "v=nine&m=d6.f4", fragment
    assert "The 'mm' part of this link is damaged." in opened("v=nine&mm=d6.f4").ui.notice
