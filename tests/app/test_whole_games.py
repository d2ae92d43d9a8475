"""A saved game is only written by a page that has read all of it; what cannot be read whole is opened as a copy."""

from __future__ import annotations

import json

from app.model.state import State
from app.update.controller import handle

from morris_core.link import MAX_LENGTH, format_link
from tests.app.playing import at_start, effect, kept_data, press, saved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SAID = "Part of this game couldn't be read. The board shows a copy; the original is unchanged."
NEWER = kept_data("v=nine&m=d6.f4.d2", 9)
NEWER.update({"link": "v=fifteen&m=d6.f4.d2", "title": "Fifteen Men's Morris"})


def started(fragment: str, games: dict[str, Any]) -> State:
    """Return the state of a page started with a link in a browser that keeps games, by id."""
    state = State()
    state.ui.tab = "B"
    handle(state, "load", {"fragment": fragment, "kept": list(games.items()), "book": None})
    return state


def annotated() -> tuple[State, dict[str, Any]]:
    """Return a game whose comments fill more than an address can hold, and what is kept of it."""
    state = at_start("", tab="A")
    press(state, "d6", "f4", "d2", "b4", "g7", "a1")
    effects = []
    for ply in range(1, 7):
        handle(state, "step", ply)
        effects = handle(state, "tree:comment", {"name": "comment", "value": "棋" * 1000})
    data: dict[str, Any] = {"begun": 1}
    data.update(saved(effects))
    return state, {state.open.id: data}


def test_a_long_annotated_game_is_whole_after_a_reload() -> None:
    state, games = annotated()
    assert len(format_link(state.link())) > MAX_LENGTH >= len(state.fragment())
    for fragment in ("", state.fragment()):
        again = started(fragment, games)
        assert (again.open.id, again.open.is_kept, again.ui.notice) == (state.open.id, True, "")
        handle(again, "step", "last")
        kept = saved(press(again, "a4"))
        assert kept["id"] == state.open.id
        assert sorted(kept["tree"]["k"].values()) == ["棋" * 1000] * 6, "every comment is still there"


def test_a_game_of_a_newer_version_is_opened_as_a_copy() -> None:
    state = started("", {"N-1": NEWER})
    assert state.ui.notice == SAID
    assert (state.open.id != "N-1", state.open.is_kept) == (True, False)
    assert effect(press(state, "a1"), "keep")[1].id != "N-1"


def test_a_game_of_a_newer_version_opened_from_my_games_is_a_copy() -> None:
    state = started("v=six", {})
    for text in ("", json.dumps(NEWER)):
        handle(state, "open", "my-games")
        handle(state, "my-games:recent", [] if text else [("N-1", NEWER)])
        handle(state, "my-games:listed", {"trouble": "", "games": [], "dates": {}})
        effects = handle(state, "my-games:open", "N-1")
        if text:
            effects = handle(state, "my-games:text", {"id": "N-1", "text": text, "trouble": ""})
        assert effect(effects, "restore-game") is None
        assert state.ui.notice == SAID
        assert effect(press(state, "a1"), "keep")[1].id != "N-1"


def test_moves_that_cannot_be_played_make_a_copy_too() -> None:
    for fields in ({"undone": ["d6"]}, {"previous_line": ["d6", "zz"]}, {"link": "v=nine&m=d6.zz"}):
        state = started("", {"N-1": dict(kept_data("v=nine&m=d6.f4", 9), **fields)})
        assert (state.open.id != "N-1", state.ui.notice) == (True, SAID), fields


def test_a_game_that_goes_on_in_a_newer_version_is_not_followed() -> None:
    for data in (NEWER, {"link": 3}):
        state = started("", {"N-1": kept_data("v=nine&m=d6.f4", 9)})
        assert state.open.id == "N-1"
        effects = handle(state, "follow", ("N-1", data, None, False))
        assert state.open.game.move_texts() == ["d6", "f4"]
        assert effect(effects, "keep")[1].id == state.open.id != "N-1"
