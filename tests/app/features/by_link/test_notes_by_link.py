"""A game by link with notes: nobody but the reader changes what is agreed on, and nothing that is not sent is lost."""

from __future__ import annotations

import json

from app.view.slots import build

from tests.app.playing import Browser, begin, offers, sent

LINK = "v=nine&m=d6.f4.d2&c=abcdefgh22"


def answering(link: str = LINK, move: str = "b4") -> Browser:
    """Return a browser in which a link was opened, and answered with a comment."""
    page = Browser(link)
    page.do("stored-changed")
    page.moves(move)
    page.do("tree:comment", {"name": "comment", "value": "my plan"})
    return page


def variations(page: Browser) -> list[str]:
    """Return the lines that the page shows beside the main line."""
    nodes = page.state.open.tree.nodes()
    seen = [node for node in nodes if not node.variations and not node.is_main_line() and not node.is_hidden()]
    return [" ".join(node.game().move_texts()) for node in seen]


def test_a_comment_is_there_after_a_reload_and_when_the_answer_arrives() -> None:
    page = answering()
    page.reload()
    assert page.comments() == ["my plan"]
    page.start("v=nine&m=d6.f4.d2.b4.f6&c=abcdefgh22")
    assert (page.line(), page.comments()) == ("d6 f4 d2 b4 f6", ["my plan"])
    page.moves("b6")
    assert sent(page.state) == "v=nine&m=d6.f4.d2.b4.f6.b6&c=abcdefgh22"
    page.reload()
    assert page.comments() == ["my plan"]


def test_a_comment_is_there_when_the_game_is_opened_from_the_list() -> None:
    page = answering()
    begin(page.state, "six", do=page.do)
    page.do("open", "by-link")
    page.do("by-link:open", "abcdefgh22")
    assert page.comments() == ["my plan"]


def test_the_variations_and_comments_of_a_link_join_the_saved_ones_and_change_no_move() -> None:
    page = answering()
    page.start("v=nine&m=d6.f4.d2.b4.f6&c=abcdefgh22&t=1.b6.b2&k=1:yours")
    assert (page.line(), variations(page)) == ("d6 f4 d2 b4 f6", ["d6 b6 b2"])
    assert page.comments() == ["yours", "my plan"]


def test_received_moves_are_neither_deleted_nor_replaced() -> None:
    link = "v=nine&m=d6.f4.d2.b4.f6&c=abcdefgh22"
    page = Browser(link + "&t=1.b6.b2&k=1:yours")
    page.moves("b6")

    def offered(line: str) -> list[str]:
        page.do("tree:go", page.key(line))
        page.do("open", "tree")
        shown = build(page.state)["dialog"]
        page.do("close")
        return [name for name in ("delete", "promote", "raise", "demote") if offers(shown, "tree:" + name)]

    for line, expected in (("d6 f4", []), ("d6 b6 b2", ["delete"]), ("d6 f4 d2 b4 f6 b6", ["delete"])):
        assert offered(line) == expected, line
    for line in ("d6 f4", "d6 b6 b2"):
        for intent in ("tree:promote", "tree:raise", "tree:demote", "tree:delete"):
            if line == "d6 f4" or intent != "tree:delete":
                page.do("tree:go", page.key(line))
                page.do(intent)
                assert page.line() == "d6 f4 d2 b4 f6 b6", intent
    assert sent(page.state) == link.replace("f6", "f6.b6"), "whatever is shown"
    page.do("tree:go", page.key("d6 f4 d2 b4 f6 b6"))
    page.do("tree:delete")
    assert sent(page.state) == link


def test_the_known_line_becomes_a_variation_after_the_links_game_is_chosen() -> None:
    page = answering()
    page.start("v=nine&m=d6.f4.d2.b6.f6&c=abcdefgh22")
    assert page.line() == "d6 f4 d2 b4", "nothing changes unasked"
    page.do("by-link:take")
    assert (page.line(), variations(page), page.comments()) == ("d6 f4 d2 b6 f6", ["d6 f4 d2 b4"], ["my plan"])
    page.reload()
    assert (page.line(), variations(page), page.comments()) == ("d6 f4 d2 b6 f6", ["d6 f4 d2 b4"], ["my plan"])
    page.do("undo")
    assert page.line() == "d6 f4 d2 b6 f6", "its moves are received now"


def test_the_known_game_becomes_an_ordinary_one_after_the_links_game_is_chosen() -> None:
    page = answering()
    page.start("v=six&m=b4&c=abcdefgh22")
    assert page.line() == "d6 f4 d2 b4"
    page.do("by-link:take")
    assert (page.state.open.variant.name, page.line()) == ("six", "b4")
    saved = [json.loads(text) for id, text in page.games.items() if not id.startswith("by-link")]
    assert [(data["link"], data["tree"]["k"]) for data in saved] == [("v=nine&m=d6.f4.d2.b4", {"4": "my plan"})]
    page.reload()
    assert (page.state.open.variant.name, page.line(), page.comments()) == ("six", "b4", [])
    page.do("reopen-parked-game")
    assert page.comments() == ["my plan"]


def test_the_notes_of_a_forgotten_game_stay_with_the_game_on_the_board() -> None:
    page = answering()
    page.do("open", "by-link")
    page.do("by-link:forget", "abcdefgh22")
    page.do("by-link:forget", "abcdefgh22")
    assert page.state.open.by_link is None
    assert (page.line(), page.comments()) == ("d6 f4 d2 b4", ["my plan"])
    assert list(page.games) == [page.state.open.id], "it is saved once"
    page.reload()
    assert page.comments() == ["my plan"]


def test_a_move_that_another_tab_did_not_wait_for_is_a_variation() -> None:
    page = answering()
    other = Browser(LINK.replace("d2", "d2.b4"), page.games, "there")
    other.stored = page.stored
    other.start(LINK.replace("d2", "d2.b4"))
    answer = "v=nine&m=d6.f4.d2.b4.f6&c=abcdefgh22"
    page.do("load", {"fragment": answer})
    other.do("load", {"fragment": answer})
    page.moves("b6")
    other.moves("b2")
    assert "your move is a variation" in other.state.ui.notice
    for _ in range(2):
        page.look()
        other.look()
    for tab in (page, other):
        assert (tab.line(), variations(tab)) == ("d6 f4 d2 b4 f6 b6", ["d6 f4 d2 b4 f6 b2"])
        assert tab.comments() == ["my plan"]
