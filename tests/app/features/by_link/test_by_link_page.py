"""Games by link on the page: the link sent is the game on the board, and another game takes its place cleanly."""

from __future__ import annotations

import json

from app.features.by_link import dialog as by_link
from app.features.by_link.book import STORED, other_lines
from app.model.open_game import PEOPLE
from app.model.state import State
from app.update.controller import handle
from app.update.moves import can_undo

from tests.app.playing import Browser, at_start, come, effect, merged, opened, press, sent, text_in

BY_LINK = "v=nine&m=d6.f4&c=abcdefgh22"


def begun() -> State:
    """Return a game by link that was begun here and whose first move has not been sent."""
    state = opened("v=nine")
    press(state, "d6")
    handle(state, "load", {"fragment": "v=nine&m=d6"})
    handle(state, "open", "by-link")
    handle(state, "by-link:begin")
    come(state, "by-link:begun", list(range(10)))
    return state


def received() -> State:
    state = opened("v=nine")
    handle(state, "load", {"fragment": BY_LINK})
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
    handle(state, "stored-changed")
    assert state.open.by_link is None
    assert "ordinary game" in state.ui.notice
    assert "by-link" not in text_in(state, "banner")
    game = effect(press(state, "f4"), "keep")[1]
    assert not game.id.startswith("by-link")
    assert state.fragment() == "v=nine&m=d6.f4", "what Share copies is the board"


def test_a_link_of_another_game_with_the_same_id_is_answered_in_a_sentence() -> None:
    other, damaged = "but it's a different game", "The board shows the game saved in this browser."
    for rest, words in (("", other), ("&n=1:1", other), ("&t=0.f4", other), ("&n=1.1", damaged), ("&t=x", damaged)):
        page = Browser("v=five&m=c5&c=abcdefgh22")
        fragment = "v=nine&m=d6" + rest + "&c=abcdefgh22"
        for starts in (False, True):
            if starts:
                page.start(fragment)
            else:
                page.do("load", {"fragment": fragment})
            assert words in text_in(page.state, "status") + text_in(page.state, "banner"), rest
            assert page.state.fragment() == "v=five&m=c5&c=abcdefgh22"


def test_a_position_that_was_set_up_is_played_by_both_sides_here() -> None:
    state = received()
    handle(state, "open", "editor")
    handle(state, "editor:play")
    assert (state.open.players, state.open.by_link) == (PEOPLE, None)
    press(state, "d2", "b4")
    assert state.open.game.move_texts() == ["d2", "b4"]


def plies(page: Browser) -> int:
    """Return how many moves are stored of the game on the board."""
    assert page.state.open.by_link is not None
    data = STORED.read(json.loads(page.stored["link-games"]))[0]
    return int(data["games"][page.state.open.by_link.id][1]["plies"])


def test_a_game_by_link_and_each_of_its_moves_are_saved() -> None:
    page = Browser("v=nine&m=d6")
    state = page.state
    page.do("open", "by-link")
    assert state.ui.draft["side"] == "0", "the side that has just moved sends the link"
    page.do("by-link:begin")
    page.come("by-link:begun", list(range(10)))
    assert state.only_player_here() == 0 and state.open.is_away(1)
    assert state.open.by_link is not None
    assert plies(page) == 1
    assert by_link.address(state) == f"#v=nine&m=d6&c={state.open.by_link.id}"
    page.press("f4")
    assert "Send the link" in state.ui.notice
    page.do("undo")
    assert plies(page) == 0


def test_a_link_that_was_received_is_answered_without_a_choice() -> None:
    state = at_start("v=nine&m=d6&c=abcdefgh22")
    assert state.only_player_here() == 1 and state.open.is_away(0)
    assert state.open.orientation == 1
    effects = press(state, "f4")
    assert effect(effects, "address") == ("address", "v=nine&m=d6.f4&c=abcdefgh22")
    assert state.computer_to_move() is False
    come(state, "by-link:kept", False, "abcdefgh22")
    assert "Keep the link somewhere safe" in state.ui.notice, "the browser is not saving the game"


def test_a_player_by_link_resigns_for_one_side_and_cannot_undo_the_opponents_resignation() -> None:
    page = Browser("v=nine&m=d6.f4&c=abcdefgh22")
    state = page.state
    assert state.only_player_here() == 0 and state.open.is_away(1)
    page.press("d2")
    effects = page.do("resign")
    assert effect(effects, "address") == ("address", "v=nine&m=d6.f4.d2&resigned=white&c=abcdefgh22")
    assert "Send the link once more" in str(by_link.build_banner(state))
    page.do("undo")
    assert state.open.game.outcome() is None
    page.do("load", {"fragment": "v=nine&m=d6.f4.d2&resigned=black&c=abcdefgh22"})
    assert state.ui.outcome is not None
    assert not can_undo(state)
    page.do("undo")
    assert state.ui.outcome is not None


def test_a_different_line_of_a_game_by_link_becomes_a_variation() -> None:
    page = Browser("v=nine&m=d6.f4.d2&c=abcdefgh22")
    page.moves("b4")
    other = Browser("v=nine&m=d6.f4.d2&c=abcdefgh22")
    other.moves("b6")
    page.time += 9
    page.do("undo")
    page.moves("b4")  # the last time that somebody played in it
    mine, theirs = [{"link-games": json.loads(one.stored["link-games"])} for one in (page, other)]
    for id, saved in other_lines(mine, theirs):
        page.saved_games.take_in(id, saved)
    page.stored["link-games"] = json.dumps(merged(STORED, mine["link-games"], theirs["link-games"]))
    page.look()
    assert page.state.open.game.move_texts() == ["d6", "f4", "d2", "b4"]
    assert page.key("d6 f4 d2 b6")
