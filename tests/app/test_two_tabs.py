"""One game in two tabs: what both have done is there, also in a game that waits behind a lesson or is parked."""

from __future__ import annotations

from app.view.slots import build

from tests.app.playing import Browser, find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from morris_core import GameNode


def tabs(fragment: str = "v=nine&m=d6.f4.d2") -> tuple[Browser, Browser]:
    """Return two tabs with one game, which was played in."""
    one = Browser(fragment)
    one.moves("b4")
    two = Browser("", one.games, "there")
    one.look()
    return one, two


def has(page: Browser, moves: str) -> bool:
    """Return whether a line is in the game, wherever."""
    node: GameNode = page.state.open.tree
    for move in moves.split():
        found = node.variation(move)
        if found is None:
            return False
        node = found
    return True


def with_variation() -> tuple[Browser, Browser]:
    """Return two tabs with a game that has the variation 2. a1."""
    one, two = tabs()
    one.do("tree:go", one.key("d6"))
    one.do("analyse")
    one.press("a1")
    one.do("analyse")
    two.look()
    assert has(two, "d6 a1")
    return one, two


def test_a_comment_of_one_tab_and_a_move_of_the_other_are_in_both() -> None:
    one, two = tabs()
    two.comment("long thoughts")
    one.moves("f6")
    two.look()
    for page in (one, two):
        assert (page.line(), page.comments()) == ("d6 f4 d2 b4 f6", ["long thoughts"])


def test_a_variation_deleted_in_one_tab_stays_deleted_when_the_other_moves() -> None:
    one, two = with_variation()
    one.do("tree:go", one.key("d6 a1"))
    one.do("tree:delete")
    two.look()
    two.do("step", "last")
    two.moves("f6")
    one.look()
    for page in (one, two):
        assert page.line() == "d6 f4 d2 b4 f6" and not has(page, "d6 a1")


def test_a_variation_deleted_in_one_tab_and_commented_in_the_other_stays() -> None:
    one, two = with_variation()
    one.do("tree:go", one.key("d6 a1"))
    one.do("tree:delete")
    two.do("tree:go", two.key("d6 a1"))
    two.comment("but this is good")
    one.look()
    for page in (one, two):
        assert has(page, "d6 a1") and page.comments() == ["but this is good"]


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
    one.do("new-game", {"variant": "six", "players": ["human", "human"]})
    two.moves("f6")
    two.comment("its thought")
    one.look()
    one.do("reopen-parked-game")
    assert (one.line(), one.comments()) == ("d6 f4 d2 b4 f6", ["its thought"])


def test_a_finished_annotated_game_of_a_link_is_offered_again_after_a_new_game() -> None:
    for begin in ("new-game", "rematch"):
        page = Browser("v=three&m=a3.a2.b3.b2.c3&t=3.c1&k=6:better")
        page.do(begin, {"variant": "six", "players": ["human", "human"]} if begin == "new-game" else None)
        assert find(build(page.state)["banner"], "data-intent", "reopen-parked-game")
        page.do("reopen-parked-game")
        assert (page.line(), page.comments()) == ("a3 a2 b3 b2 c3", ["better"])
        assert page.state.ui.outcome is not None


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
