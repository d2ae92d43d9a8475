"""Games by link on the page: the link sent is the game on the board, and another game takes its place cleanly."""

from __future__ import annotations

from app.model.open_game import PEOPLE
from app.model.state import State
from app.update.controller import handle

from tests.app.playing import effect, opened, press, sent, text_in

BY_LINK = "v=nine&m=d6.f4&c=abcdefgh22"


def begun() -> State:
    """Return a game by link that was begun here and whose first move has not been sent."""
    state = opened("v=nine")
    press(state, "d6")
    handle(state, "load", {"fragment": "v=nine&m=d6", "book": ""})
    handle(state, "open", "by-link")
    handle(state, "by-link:begin")
    handle(state, "by-link:begun", list(range(10)))
    return state


def received() -> State:
    state = opened("v=nine")
    handle(state, "load", {"fragment": BY_LINK, "book": ""})
    assert state.open.is_away(1) and state.only_player_here() == 0
    return state


def test_the_link_sent_is_the_game_on_the_board_without_comments() -> None:
    state = begun()
    assert sent(state).startswith("v=nine&m=d6&c=")
    handle(state, "tree:comment", {"name": "comment", "value": "my plan"})
    handle(state, "undo")
    press(state, "f4")
    assert sent(state).startswith("v=nine&m=f4&c=")


def test_a_game_deleted_in_another_tab_becomes_an_ordinary_one() -> None:
    state = begun()
    handle(state, "by-link:book", "[]")
    assert state.open.by_link is None
    assert "ordinary game" in state.ui.notice
    assert "by-link" not in text_in(state, "banner")
    game = effect(press(state, "f4"), "keep")[1]
    assert not game.id.startswith("by-link")
    assert state.fragment() == "v=nine&m=d6.f4", "what Share copies is the board"


def test_a_position_that_was_set_up_is_played_by_both_sides_here() -> None:
    state = received()
    handle(state, "open", "editor")
    handle(state, "editor:play")
    assert (state.open.players, state.open.by_link) == (PEOPLE, None)
    press(state, "d2", "b4")
    assert state.open.game.move_texts() == ["d2", "b4"]
