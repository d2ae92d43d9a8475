"""Variations on the page: when a move starts one, how it is shown and saved, and how it is edited."""

from __future__ import annotations

from typing import Any

from app.model.state import State
from app.update.controller import handle
from app.view.slots import build
from app.view.text import spoken

from morris_core.game import Game
from morris_core.shapes import read_shapes, write_shapes
from tests.app.playing import effect, find, offers, opened, saved, started, text_in, text_of


def analysed(link: str = "v=nine&m=d6.f4.d2.b4") -> State:
    """Return a game of two people with the analysis switched on."""
    state = opened(link)
    handle(state, "analysis:analyse")
    return state


def texts(state: State) -> list[str]:
    """Return the moves of the line on the board."""
    return [state.open.line.move_text(move) for move in state.open.line.line]


def go(state: State, number: int) -> list[Any]:
    """Show a node by its number in a link."""
    return handle(state, "tree:go", state.open.tree.nodes()[number].key)


def test_arrows_and_circles_are_kept_beside_the_words_of_a_comment() -> None:
    state = opened("v=nine&m=d6.f4.d2&k=2:good")
    handle(state, "step", 2)
    for shape in ("Gd6", "Gf4d2", "Rd6", "Gd9", "Xd6", "Gd6d6"):
        handle(state, "tree:draw", shape)
    assert state.open.shown.comment == "good [%csl Rd6] [%cal Gf4d2]", "a point has one circle; no shape off the board"
    assert [node[1]["class"] for node in build(state)["notes"][2]] == [
        "ring-edge R",
        "ring R",
        "arrow-edge G",
        "arrow G",
    ]
    assert "%c" not in text_of(build(state)["moves"])
    assert read_shapes(state.open.shown.comment, state.variant.board)[0] == "good"
    handle(state, "tree:comment", {"name": "comment", "value": "better"})
    assert opened(state.fragment()).open.shown.comment == "better [%csl Rd6] [%cal Gf4d2]"
    handle(state, "tree:draw", "Gf4d2")
    assert state.open.shown.comment == "better [%csl Rd6]", "the same one again removes it"
    handle(state, "tree:erase")
    assert state.open.shown.comment == "better"


def test_the_last_hundred_arrows_of_a_comment_are_drawn_and_all_are_kept() -> None:
    state = opened("v=nine&m=d6&at=1")
    points = state.variant.board.points
    shapes = ["G" + one + other for one in points[:5] for other in points if one != other]
    state.open.shown.comment = write_shapes("", shapes)
    handle(state, "tree:draw", "Rd6")
    assert read_shapes(state.open.shown.comment, state.variant.board)[1] == ["Rd6"] + shapes
    handle(state, "tree:draw", "Ra1d1")
    drawn = [node[1]["class"] for node in build(state)["notes"][2]]
    assert (len(drawn), drawn[-1]) == (200, "arrow R"), "each with its edge"


def test_a_link_opens_with_its_variations_at_the_node_it_names() -> None:
    link = "v=nine&m=d6.f4.d2&t=1.b2.f6&n=4:5&k=2:good*4:why"
    state = opened(link + "&at=4")
    assert texts(state) == ["d6", "b2", "f6"]
    assert state.open.shown_ply == 2
    assert state.fragment() == link + "&at=4"
    moves = build(state)["moves"]
    assert "good" in text_of(moves) and "why" in text_of(moves)
    current = find(moves, "aria-current", "step")
    assert [node[1]["aria-label"] for node in current] == ["b2, interesting move"]
    assert text_of(current[0]) == "b2!?"
    handle(state, "step", "next")
    assert state.open.shown_ply == 3
    assert state.fragment() == link + "&at=5"


def test_symbols_and_comments_are_saved() -> None:
    state = analysed()
    handle(state, "step", 2)
    handle(state, "tree:sign", "1")
    effects = handle(state, "tree:comment", {"name": "comment", "value": " a fine\nmove "})
    data = saved(effects)
    assert (data["tree"]["n"], data["tree"]["k"]) == ({"2": [1]}, {"2": "a fine move"})
    assert started("", [("x", data)]).fragment() == state.fragment()
    handle(state, "tree:sign", "1")
    assert "n=" not in state.fragment()


def test_the_keys_of_the_symbols_mark_the_move_shown() -> None:
    state = opened("v=nine&m=d6.f4")
    handle(state, "tree:key", "4")
    assert state.open.shown.nags == [4]
    handle(state, "setting", {"name": "shortcuts", "value": False})
    handle(state, "tree:key", "2")
    assert state.open.shown.nags == [4], "single keys are off"
    handle(state, "setting", {"name": "shortcuts", "value": True})
    handle(state, "step", "first")
    handle(state, "tree:key", "4")
    assert state.open.tree.nags == [], "there is no move at the start"


def test_the_arrow_keys_change_the_line_or_step() -> None:
    state = opened("v=nine&m=d6.f4.d2&t=1.b2.f6*1.b4.a1&at=2")
    for key, line in (
        ("ArrowDown", "b2"),
        ("ArrowDown", "b4"),
        ("ArrowDown", "b4"),
        ("ArrowUp", "b2"),
        ("ArrowUp", "f4"),
    ):
        handle(state, "tree:key", key)
        assert texts(state)[1] == line
    handle(state, "tree:key", "ArrowUp")
    assert texts(state)[1] == "f4"
    handle(state, "step", "next")
    handle(state, "tree:key", "ArrowUp")
    assert state.open.shown_ply == 2, "there is no other line here"


def test_the_menu_of_a_move_copies_and_changes_its_line() -> None:
    state = opened("v=nine&m=d6.f4.d2&t=1.b2.f6&at=2")
    state.ui.connect("here", lambda: 0, state.ui.stored, "https://a.example/")
    key = state.open.tree.nodes()[5].key
    handle(state, "tree:menu", f"{key} 10 20")
    assert texts(state) == ["d6", "b2", "f6"]
    menu = build(state)["dialog"]
    assert "f6" in text_of(menu)
    assert find(menu, "style:--x", "10px")
    copied = {}
    for what in ("line", "fen", "link"):
        _name, ticket, text, button = effect(handle(state, "tree:copy", what), "copy")
        handle(state, ticket, button)
        copied[what] = text
    assert copied["line"] == "1. d6 b2 2. f6"
    assert copied["fen"] == state.open.shown.fen()
    assert opened(copied["link"].split("#")[1]).position == state.position
    assert "Copied" in text_in(state)
    handle(state, "tree:promote", str(key))
    assert state.fragment().startswith("v=nine&m=d6.b2.f6")
    assert not state.ui.dialog
    handle(state, "tree:menu", "ply 1 0 0")
    assert (state.open.shown_ply, state.ui.dialog) == (1, "tree")
    handle(state, "close")
    assert not handle(state, "tree:menu", "ply 99 0 0")
    assert not state.ui.dialog


def test_a_variation_can_become_the_main_line_or_be_deleted() -> None:
    state = opened("v=nine&m=d6.f4.d2&t=1.b2.f6&at=4")
    handle(state, "tree:promote")
    assert state.fragment() == "v=nine&m=d6.b2.f6&t=1.f4.d2&at=2"
    assert state.ui.news == "This is now the main line."
    handle(state, "tree:delete")
    assert state.fragment() == "v=nine&m=d6.f4.d2&at=1"
    assert Game.from_link(state.fragment()).move_texts() == ["d6", "f4", "d2"]


def actions(state: State) -> list[str]:
    """Return the actions that the dialog offers for the line shown."""
    handle(state, "open", "tree")
    shown = build(state)["dialog"]
    handle(state, "close")
    return [name for name in ("promote", "raise", "demote") if offers(shown, "tree:" + name)]


def test_a_line_can_be_moved_up_and_down() -> None:
    state = opened("v=nine&m=d6.f4.d2&t=1.b2.f6*1.b4.a1&at=6")
    assert texts(state) == ["d6", "b4", "a1"]
    assert actions(state) == ["promote", "raise"]
    handle(state, "tree:raise")
    assert state.ui.news == "The line moved up one place."
    assert texts(state) == ["d6", "b4", "a1"]
    assert state.fragment() == "v=nine&m=d6.f4.d2&t=1.b4.a1*1.b2.f6&at=4"
    assert actions(state) == ["promote", "demote"], "one place higher would be the main line"
    handle(state, "tree:demote")
    assert state.ui.news == "The line moved down one place."
    assert state.fragment() == "v=nine&m=d6.f4.d2&t=1.b2.f6*1.b4.a1&at=6"
    handle(state, "step", 1)
    go(state, 2)
    assert texts(state)[:2] == ["d6", "f4"]
    assert actions(state) == ["demote"]
    handle(state, "tree:demote")
    assert state.fragment() == "v=nine&m=d6.b2.f6&t=1.f4.d2*1.b4.a1&at=4"
    assert state.open.shown_ply == 2 and texts(state)[:2] == ["d6", "f4"], "what is shown stays shown"


def test_screen_readers_hear_that_a_move_is_in_a_variation() -> None:
    state = opened("v=nine&m=d6.f4.d2&t=1.b2.f6")
    go(state, 4)
    assert spoken(state).startswith("Variation, move 1. Black placed a man on b2.")
    handle(state, "step", "next")
    assert spoken(state).startswith("Variation, move 2. White placed a man on f6.")
    go(state, 3)
    assert spoken(state).startswith("White placed a man on d2.")
