"""No link, file or other tab loses a game: what is kept, parked and followed."""

from __future__ import annotations

import json

from app.model.open_game import read
from app.model.saved import BY_LINK, in_order, same_game
from app.model.state import State
from app.update.controller import handle
from app.view.slots import build

from morris_core.link import parse_link
from tests.app.playing import Browser, at_start, effect, find, kept_data, press, saved, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    pass

OWN = ("mine-1", "v=nine&m=d6.f4.d2", 7)
OLDER = ("mine-2", "v=twelve&m=a1", 3)


def test_without_a_link_the_game_played_last_is_on_the_board() -> None:
    state = at_start("", OLDER, OWN)
    assert (state.open.game.move_texts(), state.open.id) == (["d6", "f4", "d2"], "mine-1")
    assert state.parked is None
    assert saved(press(state, "b4"))["id"] == "mine-1"


def test_a_link_at_the_start_leaves_the_kept_game_alone_and_offers_the_way_back() -> None:
    for fragment in ("v=six&m=b4", "v=six", "v=three&m=a1.b2&w=level3", "v=nine&f=3/3/3/6/3/3/W2_b_8_9"):
        state = State()
        games = [("mine-1", kept_data("v=nine&m=d6.f4.d2", 7))]
        effects = handle(state, "load", {"fragment": fragment, "kept": games, "book": None})
        assert effect(effects, "keep") is None, "nobody has played in it yet"
        assert state.open.game == parse_link(fragment).game
        banner = build(state)["banner"]
        assert "Your game of Nine Men's Morris is saved." in text_of(banner)
        assert find(banner, "data-intent", "reopen-parked-game")
        handle(state, "reopen-parked-game")
        assert (state.open.game.move_texts(), state.open.id) == (["d6", "f4", "d2"], "mine-1")


def test_a_links_game_is_kept_beside_the_other_once_somebody_plays_in_it() -> None:
    state = at_start("v=six&m=b4", OWN)
    played = saved(press(state, "a1"))
    assert played["id"] not in ("mine-1", "mine-2")
    assert parse_link(played["link"]).game.move_texts() == ["b4", "a1"]


def test_links_without_a_game_leave_the_players_own_on_the_board() -> None:
    for fragment in ("v=nine&m=zz", "foo", "v=xx", "v=six&m=a9.a1", "m=%FF"):
        state = at_start(fragment, OLDER, OWN)
        assert (state.open.game.move_texts(), state.open.id) == (["d6", "f4", "d2"], "mine-1"), fragment
        assert state.ui.notice.endswith(" The board shows your own game.")
        assert len(state.ui.notice) > 40, "it says what was wrong"
        state = at_start("v=six&m=b4")
        game = state.open.game
        handle(state, "load", {"fragment": fragment, "book": None})
        assert state.open.game is game, fragment


def test_a_link_of_which_a_part_can_be_read_shows_that_part() -> None:
    state = at_start("v=six&m=b4.zz", OWN)
    assert state.open.game.move_texts() == ["b4"]
    assert state.parked is not None


def test_a_reload_takes_up_the_same_game_however_it_is_shown() -> None:
    games = [("mine-1", kept_data("v=nine&m=d6.f4", 7, undone=["d2"], previous_line=["d6", "b4"]))]
    for fragment in ("v=nine&m=d6.f4", "v=nine&m=d6.f4&at=1", "v=nine&m=d6.f4&side=black"):
        state = State()
        effects = handle(state, "load", {"fragment": fragment, "kept": games, "book": None})
        assert state.open.id == "mine-1"
        assert len(state.open.game.line) == 3
        assert len(state.open.previous_line) == 2
        assert saved(effects)["undone"] == ["d2"], "so that other tabs know that it goes on here"
    assert not same_game("v=nine&m=d6.f4", "v=nine&m=d6.f4&b=level2")


def test_a_second_link_does_not_take_the_place_of_ones_own_parked_game() -> None:
    state = at_start("v=six&m=b4", OWN)
    handle(state, "load", {"fragment": "v=three&m=a1", "book": None})
    assert state.parked is not None
    assert state.parked.id == "mine-1"
    press(state, "b2")
    handle(state, "load", {"fragment": "v=five", "book": None})
    assert state.parked.variant.name == "three", "that was played"


def test_a_new_game_loses_nothing() -> None:
    state = at_start("", OWN)
    handle(state, "new-game", {"variant": "six", "players": ["human", "human"]})
    assert state.parked is not None
    assert state.parked.id == "mine-1"
    assert state.open.id != "mine-1"


def test_what_is_kept_is_read_back_and_ordered() -> None:
    state = at_start("", OWN)
    press(state, "b4")
    first = saved(handle(state, "undo"))
    again = read(first["id"], first)
    assert again is not None
    assert again.write() == dict(first, id="mine-1")
    found = in_order([("a", kept_data("v=six&m=a1", 1)), ("b", None), ("c", kept_data("v=six&m=a5", 2))])
    assert [id for id, _data in found] == ["c", "a"]
    assert in_order(None) == []


def test_a_game_by_link_is_no_game_to_go_back_to() -> None:
    games = [(BY_LINK, kept_data("v=nine&m=d6&c=abcdefgh22", 9)), ("mine-1", kept_data("v=nine&m=d6.f4.d2", 7))]
    state = State()
    handle(state, "load", {"fragment": "v=six", "kept": games, "book": None})
    assert state.parked is not None
    assert state.parked.id == "mine-1"
    state = State()
    handle(state, "load", {"fragment": "", "kept": games, "book": None})
    assert state.open.by_link is not None, "it was played last"


def test_a_tab_follows_the_game_that_goes_on_in_another_one() -> None:
    state = at_start("", OWN)
    effects = handle(state, "follow", ("mine-1", kept_data("v=nine&m=d6.f4.d2.b4", 8), None, False))
    assert state.open.game.move_texts() == ["d6", "f4", "d2", "b4"]
    assert effect(effects, "keep") is None, "or the tabs would go on answering each other"
    assert effect(effects, "address")[1] == "v=nine&m=d6.f4.d2.b4"
    assert "being continued in another tab" in text_of(build(state)["banner"])
    assert saved(press(state, "f6"))
    assert "another tab" not in text_of(build(state)["banner"])


def test_a_tab_follows_no_other_game_and_nothing_damaged() -> None:
    state = at_start("", OWN)
    for id, data in (("mine-2", kept_data("v=six&m=a1", 9)), ("mine-1", None), ("mine-1", {"link": 3})):
        handle(state, "follow", (id, data, None, False))
        assert state.open.game.move_texts() == ["d6", "f4", "d2"]


def test_who_looks_at_an_earlier_ply_goes_on_looking_at_it() -> None:
    state = at_start("", OWN)
    handle(state, "step", 1)
    handle(state, "follow", ("mine-1", kept_data("v=nine&m=d6.f4.d2.b4", 8), None, False))
    assert (state.open.shown_ply, state.open.game.ply) == (1, 4)


def test_the_computer_thinks_in_one_tab_only() -> None:
    state = at_start("", ("mine-1", "v=nine&m=d6.f4&b=level2", 7))
    assert effect(press(state, "d2"), "ask") is not None
    effects = handle(state, "follow", ("mine-1", kept_data("v=nine&m=d6.f4.d2&b=level2", 8), None, False))
    assert effect(effects, "stop") is not None
    effects = handle(state, "play-in-this-tab")
    assert saved(effects), "so that the other tab knows"
    assert effect(effects, "ask") is not None


def test_two_tabs_that_end_a_game_differently_without_hearing_of_each_other_have_two_games() -> None:
    games: dict[str, str] = {}
    one = Browser("", games, "one")
    one.moves("d6 f4")
    two = Browser("", games, "two")
    two.do("resign")
    one.do("end-game:agree")
    links = sorted(json.loads(text)["link"] for text in games.values())
    assert links == ["v=nine&m=d6.f4&draw=agreed", "v=nine&m=d6.f4&resigned=white"]
    assert "Both games are saved" in one.state.ui.notice


def test_the_player_is_told_where_the_browser_does_not_keep_the_game() -> None:
    state = at_start("", OWN)
    handle(state, "kept", False)
    assert "isn't saving this game" in text_of(build(state)["banner"])
    handle(state, "kept", True)
    assert "isn't saving this game" not in text_of(build(state)["banner"])


def test_what_a_newer_version_has_kept_of_a_game_stays() -> None:
    data = kept_data("v=nine&m=d6", 7, more={"names": ["Bob", ""], "later": [1]}, newer="field")
    state = State()
    handle(state, "load", {"fragment": "", "kept": [("mine-1", data)], "book": None})
    again = saved(press(state, "f4", "b4"))
    assert (again["newer"], again["more"]) == ("field", {"later": [1], "names": ["Bob", ""]})
    assert again["plies"] == 3
