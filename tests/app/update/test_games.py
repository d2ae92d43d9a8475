"""Games on the page: links, new games, resigning, rematches."""

from app.model.state import State
from app.update.controller import handle
from app.view.text import status

from morris_core.link import parse_link
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


def test_the_address_holds_the_game_its_players_and_the_view() -> None:
    state = State()
    handle(state, "new-game", {"variant": "six", "players": ["human", "3"]})
    effects = press(state, "a1")
    assert effect(effects, "address")[1] == "v=six&m=a1&b=level3"
    assert parse_link(state.fragment()).black == "3"
    state = opened("v=nine&m=d6.f4.d2")
    handle(state, "step", 1)
    effects = handle(state, "flip")
    assert effect(effects, "address")[1] == "v=nine&m=d6.f4.d2&at=1&side=black"
    again = opened(state.fragment())
    assert (again.open.shown_ply, again.open.orientation, again.open.game.ply) == (1, 1, 3)


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
