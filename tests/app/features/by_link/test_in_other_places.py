"""Games by link in other parts of the page: behind a guide, among the saved games, and in other features."""

from __future__ import annotations

import json

from app.update.controller import handle
from app.view.slots import build

from tests.app.common.test_guide import begun
from tests.app.playing import Browser, at_start, come, game_data, list_games, press, saved, started, there


def test_a_game_by_link_is_opened_again_but_not_parked() -> None:
    games = [
        ("by-link.abcdefgh22", game_data("v=nine&m=d6&c=abcdefgh22", 9)),
        ("mine-1", game_data("v=nine&m=d6.f4", 5)),
    ]
    state = started("v=six", games)
    assert state.parked is not None
    assert state.parked.id == "mine-1"
    assert started("", games).open.by_link is not None, "it was played last"


def test_a_guide_goes_on_when_another_tab_plays_in_the_game_behind_it() -> None:
    page = Browser("v=nine&m=d6.f4&c=abcdefgh22")
    state = page.state
    other = Browser("v=nine&m=d6.f4&c=abcdefgh22", page.games, "there")
    other.stored = page.stored
    other.start("v=nine&m=d6.f4&c=abcdefgh22")
    begun(state)
    press(state, "d2")
    page.look()  # as each time the page is shown again
    assert state.guide is not None
    assert state.open.game.move_texts() == ["a1", "g1", "d1", "g4", "d2"]
    other.moves("d2")
    page.look()
    assert state.ui.notice == ""
    state.guide.leave(state)
    assert state.open.game.move_texts() == ["d6", "f4", "d2"]
    assert state.open.by_link is not None
    assert state.open.by_link.id == "abcdefgh22"


def test_no_draw_can_be_agreed_in_a_game_by_link() -> None:
    if not there("end-game"):
        return
    state = started("v=nine&m=d6.f4&c=abcdefgh22", [])
    handle(state, "open", "end-game")
    assert "end-game:agree" not in str(build(state)["dialog"])
    handle(state, "end-game:agree")
    assert state.open.game.outcome() is None


def test_a_game_by_link_is_saved_under_its_own_id_and_goes_on_as_one() -> None:
    game = saved(press(at_start("v=nine&m=d6&c=abcdefgh22"), "f4"))
    assert (game["id"], game["side"], game["result"]) == ("by-link.abcdefgh22", "black", "*")
    if not there("my-games"):
        return
    state = at_start("")
    list_games(state, [])
    handle(state, "my-games:open", game["id"])
    text = json.dumps(game_data("v=nine&m=d6.f4&c=abcdefgh22", 3, side="white"))
    come(state, "my-games:text", {"id": game["id"], "text": text, "trouble": ""})
    assert state.open.by_link is not None
    assert state.open.by_link.id == "abcdefgh22"
