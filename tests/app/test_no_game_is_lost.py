"""A game is still there after a reload: stories through the page, each of which once lost something.

The same stories without the page are in tests/app/model, and random ones in test_walks.
"""

from __future__ import annotations

import json

from morris_core.link import parse_link
from tests.app.playing import Browser, question_of


def played(page: Browser) -> list[str]:
    """Return the moves of the game, without those that were undone."""
    return page.state.open.game.move_texts()


def undone(page: Browser) -> list[str]:
    game = page.state.open.game
    return [game.move_text(move) for move in game.undone]


def comment(page: Browser) -> None:
    page.do("tree:comment", {"name": "comment", "value": "a note"})


def test_the_computers_move_leaves_the_player_at_the_undone_move_shown() -> None:
    page = Browser("v=nine&m=d6.f4.d2.b4")
    for _ in range(4):
        page.do("undo")
    page.do("players:open", "0")
    page.do("choose", {"name": "player", "value": "computer"})
    page.do("players:set")
    page.do("step", "last")
    shown = page.state.open.shown_ply
    page.do("answer", {"id": question_of(page.state)["id"], "done": True, "move": "d6"})
    assert (page.state.open.shown_ply, len(played(page))) == (shown, 1)


def test_a_press_after_the_move_of_a_resignation_is_a_variation() -> None:
    page = Browser("v=nine&m=d6.f4.d2")
    page.do("undo")
    page.do("resign")
    page.do("step", "next")
    page.press("a1")
    assert page.state.open.game.resigned is not None, "the result stays"
    assert (played(page), page.state.open.shown_ply) == (["d6", "f4"], 4)


def test_undo_and_another_move_mean_the_same_after_a_comment() -> None:
    page = Browser("v=three")
    page.moves("a3 a2 b3 b2 c1")
    comment(page)
    page.do("undo")
    page.press("c3")
    assert played(page) == ["a3", "a2", "b3", "b2", "c3"]
    data = page.saved()
    assert (data["result"], data["over"], data["plies"]) == ("1-0", True, 5)


def test_a_resignation_and_its_undoing_are_saved_in_a_game_with_a_comment() -> None:
    page = Browser("v=nine&m=d6.f4.d2")
    comment(page)
    page.do("resign")
    assert page.saved()["over"]
    page.do("undo")
    assert not page.saved()["over"]
    page.reload()
    assert page.state.ui.outcome is None
    page.do("undo")
    page.reload()
    assert (played(page), undone(page)) == (["d6", "f4"], ["d2"])
    page.press("b4")
    page.do("resign")
    page.reload()
    assert page.state.open.game.resigned is not None
    assert played(page) == ["d6", "f4", "b4"]


def test_resigning_while_a_variation_is_shown_ends_the_game() -> None:
    page = Browser("v=nine&m=d6.f4.d2.b4&t=2.a1")
    page.do("tree:go", page.key("d6 f4 a1"))
    page.do("undo")
    page.do("resign")
    assert page.saved()["over"] and "resigned=" in page.saved()["link"]
    assert "resigned=" in page.state.fragment()
    page.reload()
    assert page.state.open.game.resigned is not None


def test_a_loss_on_time_is_saved_at_once_in_a_game_with_a_comment() -> None:
    page = Browser("v=nine")
    page.do("new-game", {"variant": "nine", "players": ["human", "human"], "clock": (60_000, 0)})
    page.moves("d6 f4")
    comment(page)
    page.time += 61_000
    page.do("tick")
    assert page.saved()["over"]
    page.reload()
    assert page.state.open.game.out_of_time is not None
    clock = page.state.clock
    assert clock is not None and min(clock.left) == 0


def test_tags_are_still_there_after_a_lesson() -> None:
    page = Browser("")
    page.do("open", "open-game")
    record = '[Event "Cup"]\n[Date "2026.11.23"]\n\n1. d6 f4 (1... b4) 2. d2 *'
    page.do("open-game:typed", {"name": "text", "value": record})
    page.do("open-game:open")
    page.press("b2")
    before = page.state.fragment()
    page.do("lessons:open", "first")
    page.do("lessons:leave")
    assert page.state.fragment() == before
    assert "Cup" in str(page.state.open.tags)
    page.press("b6")
    page.reload()
    assert "Cup" in str(page.state.open.tags)


def test_a_game_saved_by_an_older_version_opens_whole() -> None:
    data = {
        "link": "v=nine&m=d6.f4.d2&t=1.b2.f6&k=2:good&b=level3",
        "undone": ["b4"],
        "previous_line": ["d6", "b6"],
        "title": "Nine Men's Morris",
        "plies": 4,
        "over": False,
        "tab": "old",
        "time": 5,
        "result": "*",
        "side": "",
        "more": {"clock": {"total": 60_000, "increment": 0, "left": [50_000, 40_000]}, "names": ["Ada", ""]},
    }
    page = Browser("", {"old-1": json.dumps(data)})
    game = page.state.open
    assert (game.id, played(page), undone(page)) == ("old-1", ["d6", "f4", "d2"], ["b4"])
    assert (game.names, page.state.clock and page.state.clock.left) == (["Ada", ""], [50_000, 40_000])
    link = parse_link(page.state.fragment())
    assert link.tree is not None and "good" in [node.comment for node in link.tree.nodes()]
    page.do("previous-line")
    assert played(page) == ["d6", "b6"]
