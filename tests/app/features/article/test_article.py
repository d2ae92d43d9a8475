"""A game in somebody's article: the choices of its page, and the way back from a reader's own moves."""

from __future__ import annotations

from typing import Any

import app.features.article.article as article
from app.model.state import State
from app.update.controller import handle
from app.update.embedding import Framed, first_line
from app.view.players import build_player

from morris_core.percent import escape
from tests.app.playing import press, text_in

RECORD = """[Event "Club evening"]
[White "Ada"]
[Black "Grace"]

{A short game.} 1. d6 f4 {A crossing. [%csl Ra1]} (1... a1? {A corner.}) 2. d2 b4 1-0"""


def framed(options: str, link: str = "", controls: str = "moves") -> State:
    """Return an embedded board with options, as browser/embedded.py opens it."""
    state = State()
    state.ui.begin_with(first_line)
    fragment = "article=" + options + (link and "&" + link)
    handle(state, "load", {"fragment": fragment, "framed": True})
    part = state.of(Framed)
    part.controls = controls
    part.show(state, fragment)
    return state


def shown(state: State) -> str:
    """Return the texts below the board."""
    return text_in(state, "status") + " " + text_in(state, "banner")


def test_a_record_is_shown_with_its_names_title_result_and_the_comment_of_each_move() -> None:
    state = framed("&prose=&start=first&record=" + escape(RECORD))
    text = shown(state)
    assert "Ada – Grace" in text and "Club evening · 1-0" in text and "A short game." in text
    assert state.open.names == ["Ada", "Grace"] and state.open.shown_ply == 0
    handle(state, "step", 2)
    assert "A crossing." in shown(state) and "csl" not in shown(state)


def test_the_first_line_says_how_long_the_game_is_and_who_won() -> None:
    state = framed("&start=first", "v=three&m=b2.a1.b3.a2.b1")
    assert "5 moves. White wins with a row of three." in shown(state)
    state = framed("&start=0", "v=nine&m=d6")
    assert "1 move." in shown(state)


def test_damaged_options_and_records_leave_a_board() -> None:
    state = framed("&start=x&orientation=up&coordinates=maybe&autoplay=zz&record=%zz&text=%&accent", "v=six&m=c5")
    assert state.variant.name == "six" and state.open.shown_ply == 1
    assert state.of(article.Article).pace == 1500
    state = framed("&record=" + escape("1. d6 d6"))
    assert "d6 is not empty" in state.ui.notice
    for text, pace in (("0", 500), ("2.5", 2500), ("1e9", 60000), ("nan", 1500), ("-3", 500), ("", 1500)):
        assert article._pace(text) == pace, text


def test_the_page_around_turns_the_board_and_hides_the_letters() -> None:
    state = framed("&orientation=black&coordinates=off&start=2", "v=nine&m=d6.f4.d2")
    assert state.open.orientation == 1 and state.settings["coordinates"] == "off" and state.open.shown_ply == 2


def test_a_reader_who_has_played_finds_the_way_back() -> None:
    for link in ("v=nine&m=d6.f4.d2&k=1:first", "v=nine&m=d6.f4.d2&at=1"):
        state = framed("&prose=", link)
        before = state.fragment()
        assert "Back to the author's game" not in shown(state)
        press(state, "a1")
        assert "Back to the author's game" in shown(state)
        assert "The old one is saved" not in shown(state)
        handle(state, "article:back")
        assert state.fragment() == before
        assert "Back to the author's game" not in shown(state)
    state = framed("", "v=nine")
    state.of(Framed).link = "v=nine"
    press(state, "a1")
    assert "Back to the author's game" not in shown(state), "the author has only set up the board"


def test_only_a_board_to_play_on_lets_the_reader_choose_players() -> None:
    for controls, can in (("none", False), ("moves", False), ("full", True)):
        state = framed("&prose=", "v=nine&m=d6", controls)
        assert (build_player(state, 0)[2][1][0] == "button") is can, controls


def test_a_diagram_does_not_play_itself() -> None:
    state = State()
    state.of(Framed).controls = "none"
    handle(state, "load", {"fragment": "article=&autoplay=&v=nine&m=d6.f4", "framed": True})
    assert state.of(article.Article).pace == 0
    assert "Play the game" not in shown(state)


def test_a_game_plays_itself_until_the_reader_does_something() -> None:
    state = framed("&autoplay=2", "v=nine&m=d6.f4.d2&at=0")
    effects: list[Any] = list(handle(state, "article:play"))
    assert [one[1] for one in effects if one[0] == "after"] == [2000]
    assert "Pause" in shown(state)
    ticket = state.ticket("article:tick")
    assert ticket is not None
    handle(state, ticket, None)
    assert state.open.shown_ply == 1
    ticket = state.ticket("article:tick")
    assert ticket is not None
    handle(state, "step", "previous")
    assert "Play the game" in shown(state)
    handle(state, ticket, None)
    assert state.open.shown_ply == 0, "the late tick does nothing"
    handle(state, "article:play")
    for _ in range(3):
        ticket = state.ticket("article:tick")
        assert ticket is not None
        handle(state, ticket, None)
    assert state.open.shown_ply == 3 and "Play the game" in shown(state)
    handle(state, "article:play")
    assert state.open.shown_ply == 0, "again from the start"
    handle(state, "article:play")
    assert "Play the game" in shown(state)
