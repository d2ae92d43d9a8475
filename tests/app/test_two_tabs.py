"""One game in two tabs: what both have done is there, also in a game that waits behind a lesson or is parked."""

from __future__ import annotations

from app.view.slots import build

from tests.app.playing import Browser, begin, find


def tabs(fragment: str = "v=nine&m=d6.f4.d2") -> tuple[Browser, Browser]:
    """Return two tabs with one game, which was played in."""
    one = Browser(fragment)
    one.moves("b4")
    two = Browser("", one.games, "there")
    one.look()
    return one, two


def test_a_comment_of_one_tab_and_a_move_of_the_other_are_in_both() -> None:
    one, two = tabs()
    two.comment("long thoughts")
    one.moves("f6")
    two.look()
    for page in (one, two):
        assert (page.line(), page.comments()) == ("d6 f4 d2 b4 f6", ["long thoughts"])


def test_a_game_behind_a_lesson_follows_at_once_and_saves_what_was_merged() -> None:
    one, two = tabs()
    one.comment("mine")
    one.do("lessons:open", "first")
    two.moves("f6")  # without having heard of the comment
    one.look()
    before = dict(one.games)
    three = Browser("", one.games, "third")
    assert (three.line(), three.comments()) == ("d6 f4 d2 b4 f6", ["mine"])
    one.games.clear()
    one.games.update(before)
    one.do("lessons:leave")
    assert (one.line(), one.comments()) == ("d6 f4 d2 b4 f6", ["mine"])


def test_a_parked_game_follows() -> None:
    one, two = tabs()
    begin(one.state, "six", do=one.do)
    two.moves("f6")
    two.comment("its thought")
    one.look()
    one.do("reopen-parked-game")
    assert (one.line(), one.comments()) == ("d6 f4 d2 b4 f6", ["its thought"])


def test_what_was_deleted_is_brought_back_by_a_button() -> None:
    page = Browser("v=nine&m=d6.f4.d2")
    page.do("tree:go", page.key("d6 f4"))
    page.do("tree:delete")
    assert page.line() == "d6"
    assert find(build(page.state)["moves"], "data-intent", "tree:bring-back")
    page.do("tree:bring-back")
    assert page.line() == "d6 f4 d2"
    page.reload()
    assert page.line() == "d6 f4 d2"
    assert not find(build(page.state)["moves"], "data-intent", "tree:bring-back")
