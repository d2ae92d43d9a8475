"""Saved games: no link, other tab or newer version of the page loses one."""

from __future__ import annotations

import json
from typing import Any

from app.model.state import State
from app.update.controller import handle
from app.view.slots import build

from morris_core.game import Game
from morris_core.link import MAX_LENGTH
from tests.app.playing import (
    Browser,
    at_start,
    begin,
    effect,
    game_data,
    list_games,
    offers,
    press,
    saved,
    started,
    text_in,
)

OWN = ("mine-1", "v=nine&m=d6.f4.d2", 7)
OLDER = ("mine-2", "v=twelve&m=a1", 3)
COPY = "Part of this game couldn't be read. The board shows a copy; the original is unchanged."
NEWER = dict(game_data("v=nine&m=d6.f4.d2", 9), link="v=fifteen&m=d6.f4.d2", title="Fifteen Men's Morris")


def on_board(state: State) -> tuple[list[str], str]:
    return state.open.game.move_texts(), state.open.id


MINE = (["d6", "f4", "d2"], "mine-1")


def follow(state: State, link: str, time: int) -> list[Any]:
    """Let another tab save the player's game."""
    return handle(state, "follow", ("mine-1", game_data(link, time), None, False))


def test_a_link_leaves_the_saved_game_alone_and_offers_the_way_back() -> None:
    for fragment in ("v=six&m=b4", "v=six", "v=three&m=a1.b2&w=level3", "v=nine&f=3/3/3/6/3/3/W2_b_8_9"):
        state = State()
        effects = handle(state, "load", {"fragment": fragment, "kept": [(OWN[0], game_data(*OWN[1:]))]})
        assert effect(effects, "keep") is None, "nobody has played in it yet"
        assert state.open.game == Game.from_link(fragment)
        assert "Your game of Nine Men's Morris is saved." in text_in(state, "banner")
        assert offers(build(state)["banner"], "reopen-parked-game")
        handle(state, "reopen-parked-game")
        assert on_board(state) == MINE
    state = at_start("v=six&m=b4", OWN)
    played = saved(press(state, "a1"))
    assert played["id"] not in ("mine-1", "mine-2"), "it is saved beside the other one"
    assert Game.from_link(played["link"]).move_texts() == ["b4", "a1"]


def test_a_link_without_a_game_changes_nothing_and_says_why() -> None:
    for fragment in ("v=nine&m=zz", "foo", "v=xx", "v=six&m=a9.a1", "m=%FF"):
        state = at_start(fragment, OLDER, OWN)
        assert on_board(state) == MINE, fragment
        assert state.ui.notice.endswith(" The board shows your own game.")
        assert len(state.ui.notice) > 40, "it says what was wrong"
        state = at_start("v=six&m=b4")
        game = state.open.game
        handle(state, "load", {"fragment": fragment})
        assert state.open.game is game, fragment
    state = at_start("v=six&m=b4.zz", OWN)
    assert state.open.game.move_texts() == ["b4"], "the part that can be read"
    assert state.parked is not None


def test_a_reload_opens_the_same_game_whatever_view_the_link_has() -> None:
    games = [("mine-1", game_data("v=nine&m=d6.f4", 7, plies=3, tree={"m": "d2", "t": ["1.b4"], "b": {"4": 1}}))]
    for fragment in ("v=nine&m=d6.f4", "v=nine&m=d6.f4&at=1", "v=nine&m=d6.f4&side=black"):
        state = State()
        effects = handle(state, "load", {"fragment": fragment, "kept": games})
        assert state.open.id == "mine-1"
        assert (len(state.open.game.line), len(state.open.previous_line)) == (3, 2)
        assert saved(effects)["tree"]["m"] == "d2", "so that other tabs know that it goes on here"


def test_a_second_link_does_not_replace_the_parked_game_but_one_that_was_played_does() -> None:
    state = at_start("v=six&m=b4", OWN)
    handle(state, "load", {"fragment": "v=three&m=a1"})
    assert state.parked is not None
    assert state.parked.id == "mine-1"
    press(state, "b2")
    handle(state, "load", {"fragment": "v=five"})
    assert state.parked.variant.name == "three"
    state = at_start("", OWN)
    begin(state, "six")
    assert state.parked is not None
    assert state.parked.id == "mine-1" != state.open.id


SETUP = "v=nine&f=BWW/1W1/3/1B2BB/3/3/W2_w_0_0"


def test_a_position_without_a_move_is_offered_again_like_a_game() -> None:
    for link in ("", "v=six&m=b4"):
        page = Browser(SETUP)
        page.comment("Gd6, a note")
        if link:
            page.do("load", {"fragment": link})
        else:
            begin(page.state, "six", do=page.do)
        page.do("reopen-parked-game")
        assert (page.state.open.game, page.comments()) == (Game.from_link(SETUP), ["Gd6, a note"])
    state = at_start("v=nine&m=zz", ("mine-1", SETUP, 7))
    assert (state.open.id, state.ui.notice[-30:]) == ("mine-1", "The board shows your own game.")
    state = at_start("v=six&m=b4", ("mine-1", SETUP, 7))
    assert state.parked is not None and state.parked.id == "mine-1"
    state = at_start("v=six&m=b4", ("mine-1", "v=nine&b=level3", 7))
    assert state.parked is None, "an empty game is none"


def test_a_tab_follows_its_game_in_another_tab() -> None:
    state = at_start("", OWN)
    handle(state, "step", 1)
    effects = follow(state, "v=nine&m=d6.f4.d2.b4", 8)
    assert state.open.game.move_texts() == ["d6", "f4", "d2", "b4"]
    assert state.open.shown_ply == 1, "the player still looks at the first move"
    assert effect(effects, "keep") is None, "or the tabs would go on answering each other"
    handle(state, "step", "last")
    assert state.fragment() == "v=nine&m=d6.f4.d2.b4"
    assert "being continued in another tab" in text_in(state, "banner")
    assert saved(press(state, "f6"))
    assert "another tab" not in text_in(state, "banner")
    state = at_start("", OWN)
    for id, data in (("mine-2", game_data("v=six&m=a1", 9)), ("mine-1", None)):
        handle(state, "follow", (id, data, None, False))
        assert state.open.game.move_texts() == ["d6", "f4", "d2"], "another game, or none"


def test_the_computer_thinks_in_one_tab_only() -> None:
    state = at_start("", ("mine-1", "v=nine&m=d6.f4&b=level2", 7))
    assert effect(press(state, "d2"), "ask") is not None
    effects = follow(state, "v=nine&m=d6.f4.d2&b=level2", 8)
    assert effect(effects, "stop") is not None
    effects = handle(state, "play-in-this-tab")
    assert saved(effects), "so that the other tab knows"
    assert effect(effects, "ask") is not None


def test_two_ends_of_a_game_in_two_tabs_make_two_games() -> None:
    games: dict[str, str] = {}
    one = Browser("", games, "one")
    one.moves("d6 f4")
    Browser("", games, "two").do("resign")
    one.do("end-game:agree")
    links = sorted(json.loads(text)["link"] for text in games.values())
    assert links == ["v=nine&m=d6.f4&draw=agreed", "v=nine&m=d6.f4&resigned=white"]
    assert "Both games are saved" in one.state.ui.notice


def test_the_page_says_if_the_browser_is_not_saving_the_game() -> None:
    state = at_start("", OWN)
    handle(state, "kept", False)
    assert "isn't saving this game" in text_in(state, "banner")
    handle(state, "kept", True)
    assert "isn't saving this game" not in text_in(state, "banner")


# --- games that are longer or newer than this page expects -----------------------------------------------------------


def test_a_game_with_comments_too_long_for_a_link_is_whole_after_a_reload() -> None:
    state = at_start("", tab="A")
    press(state, "d6", "f4", "d2", "b4", "g7", "a1")
    effects = []
    for ply in range(1, 7):
        handle(state, "step", ply)
        effects = handle(state, "tree:comment", {"name": "comment", "value": "棋" * 1000})
    data: dict[str, Any] = dict(saved(effects), begun=1)
    assert len(state.link().link()) > MAX_LENGTH >= len(state.fragment())
    for fragment in ("", state.fragment()):
        again = started(fragment, [(state.open.id, data)], "B")
        assert (again.open.id, again.open.is_saved, again.ui.notice) == (state.open.id, True, "")
        handle(again, "step", "last")
        after = saved(press(again, "a4"))
        assert after["id"] == state.open.id
        assert sorted(after["tree"]["k"].values()) == ["棋" * 1000] * 6, "every comment is still there"


def test_a_game_that_cannot_be_read_whole_is_opened_as_a_copy() -> None:
    plain = game_data("v=nine&m=d6.f4", 9)
    damaged: tuple[dict[str, object], ...] = (
        NEWER,
        dict(plain, tree={"m": "d6"}),
        dict(plain, tree={"t": ["1.zz"]}),
        dict(plain, link="v=nine&m=d6.zz"),
    )
    for data in damaged:
        state = started("", [("N-1", data)])
        assert (state.ui.notice, state.open.id != "N-1", state.open.is_saved) == (COPY, True, False), data
        assert effect(press(state, "a1"), "keep")[1].id != "N-1"


def test_a_newer_game_that_is_opened_from_the_list_stays_as_it_is() -> None:
    games = {"N-1": json.dumps(NEWER)}
    page = Browser("v=six", dict(games))
    list_games(page.state, [("N-1", NEWER)])
    page.do("my-games:open", "N-1")
    assert page.state.ui.notice == COPY
    page.press("a1")
    assert page.games["N-1"] == games["N-1"]
    assert len(page.games) == 2


def test_a_tab_does_not_follow_a_newer_or_damaged_game() -> None:
    for data in (NEWER, {"link": 3}):
        state = started("", [("N-1", game_data("v=nine&m=d6.f4", 9))])
        assert state.open.id == "N-1"
        effects = handle(state, "follow", ("N-1", data, None, False))
        assert state.open.game.move_texts() == ["d6", "f4"]
        assert effect(effects, "keep")[1].id == state.open.id != "N-1"
