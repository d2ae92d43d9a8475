"""Notes beside the board: which move they are about, and what they offer."""

from __future__ import annotations

from typing import Any

from app.model.state import State
from app.update.controller import handle
from app.view.slots import build

from tests.app.playing import answer, find, offers, opened, press, text_in
from tests.app.records import LINK, give_tags


def own_page(fragment: str) -> State:
    """Return the site's own page, not another page's frame."""
    state = opened(fragment)
    state.ui.connect("here", lambda: 0, state.ui.stored, "https://a.example/")
    return state


def written(state: State) -> Any:
    """Open the notes and return the panel."""
    state.ui.connect("here", lambda: 0, state.ui.stored, "https://a.example/")
    handle(state, "notes:open")
    return build(state)["writing"]


def test_notes_follow_the_move_shown() -> None:
    state = own_page("v=nine&m=d6.f4&k=1:good")
    assert "Notes on f4" in str(written(state))
    handle(state, "step", "previous")
    panel = build(state)["writing"]
    assert "Notes on d6" in str(panel)
    (field,) = find(panel, "prop:value", "good")
    handle(state, "tree:comment", {"name": field[1]["name"], "value": "better"})
    assert [node.comment for node in state.open.head.path()] == ["better", ""]
    handle(state, "notes:open", "close")
    assert not find(build(state)["writing"], "data-change")


def test_a_text_that_comes_late_goes_to_the_move_that_it_was_written_for() -> None:
    state = own_page("v=nine&m=d6.f4")
    (field,) = find(written(state), "data-change", "tree:comment")
    handle(state, "step", "first")
    handle(state, "tree:comment", {"name": field[1]["name"], "value": "about f4"})
    assert [node.comment for node in state.open.head.path()] == ["", "about f4"]
    handle(state, "tree:comment", {"name": "987654", "value": "about nothing"})
    assert state.open.tree.comment == ""


def test_notes_stay_with_their_move_if_the_computer_plays_on() -> None:
    state = own_page("v=nine&b=level2")
    press(state, "d6")
    handle(state, "notes:open")
    answer(state, move="f4")
    panel = build(state)["writing"]
    assert "Notes on d6" in str(panel)
    d6, f4 = state.open.head.path()
    (sign,) = [one for one in find(panel, "data-intent", "tree:sign") if one[1]["data-value"] == f"{d6.key} 1"]
    handle(state, "tree:sign", sign[1]["data-value"])
    assert (d6.nags, f4.nags) == ([1], [])
    handle(state, "tree:draw", "Gd6")
    assert f4.comment == "[%csl Gd6]", "on the board, the move shown counts"


def test_there_are_no_notes_in_a_lesson_and_in_another_pages_frame() -> None:
    framed = opened("v=nine&m=d6")
    handle(framed, "notes:open")
    assert not find(build(framed)["writing"], "data-change")
    assert not offers(build(framed)["moves"], "notes:open")
    state = own_page("v=nine&m=d6")
    handle(state, "notes:open")
    handle(state, "load", {"fragment": "lessons=first"})
    if state.guide is not None:
        assert not find(build(state)["writing"], "data-change")


def test_the_tags_of_a_record_are_shown_at_the_start_of_the_game() -> None:
    state = own_page(LINK)
    give_tags(state)
    handle(state, "notes:open")
    assert "Berlin" not in text_in(state, "writing"), "the position shown is not the start"
    handle(state, "step", "first")
    for part in ("Event", 'Berlin "Open"', "Round 3", "Date 1998.05.01", "Countess of Lovelace"):
        assert part in text_in(state, "writing")


def test_back_closes_the_notes_also_when_the_computer_has_played_on() -> None:
    state = own_page("v=nine&m=d6.f4")
    effects = handle(state, "notes:open")
    assert ("layers", 1) in effects
    handle(state, "step", "previous")
    effects = handle(state, "back")
    assert ("layers", 0) in effects
    assert not find(build(state)["writing"], "data-change")
