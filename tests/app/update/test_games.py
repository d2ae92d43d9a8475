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
