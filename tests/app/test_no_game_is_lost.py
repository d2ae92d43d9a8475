"""What a player has done in a game is there after a reload: stories, each of which once lost something."""

from __future__ import annotations

import json

from morris_core.link import parse_link
from tests.app.playing import Browser

WON = "a3 a2 b3 b2 c3"  # three men's morris: White wins with the fifth move


def computer_answers(page: Browser, move: str) -> None:
    """Let the computer answer what it is asked."""
    question = page.state.engine.question
    assert question is not None and question["task"] == "move"
    page.do("answer", {"id": question["id"], "done": True, "move": move})


def played(page: Browser) -> list[str]:
    """Return the moves of the game that is played, without those that were taken back."""
    return page.state.open.game.move_texts()


def undone(page: Browser) -> list[str]:
    game = page.state.open.game
    return [game.move_text(move) for move in game.undone]


def comment(page: Browser, text: str = "a note") -> None:
    page.do("tree:comment", {"name": "comment", "value": text})


def test_a_computers_answer_leaves_who_looks_at_undone_moves_where_he_is() -> None:
    page = Browser("v=nine&m=d6.f4.d2.b4")
    for _ in range(4):
        page.do("undo")
    page.do("players:open", "0")
    page.do("choose", {"name": "player", "value": "computer"})
    page.do("players:set")
    page.do("step", "last")
    shown = page.state.open.shown_ply
    computer_answers(page, "d6")
    assert (page.state.open.shown_ply, len(played(page))) == (shown, 1)


def test_a_press_behind_the_place_where_somebody_gave_up_is_a_variation() -> None:
    page = Browser("v=nine&m=d6.f4.d2")
    page.do("undo")
    page.do("resign")
    page.do("step", "next")
    page.press("a1")
    assert page.state.open.game.resigned is not None, "the result stays"
    assert (played(page), page.state.open.shown_ply) == (["d6", "f4"], 4)


def test_a_comment_does_not_change_what_undo_and_another_move_mean() -> None:
    page = Browser("v=three")
    page.moves("a3 a2 b3 b2 c1")
    comment(page)
    page.do("undo")
    page.press("c3")
    assert played(page) == WON.split()
    data = page.saved()
    assert (data["result"], data["over"], data["plies"]) == ("1-0", True, 5)


def test_an_undone_resignation_stays_undone_in_a_game_with_a_comment() -> None:
    page = Browser("v=nine&m=d6.f4.d2")
    comment(page)
    page.do("resign")
    assert page.saved()["over"]
    page.do("undo")
    assert not page.saved()["over"]
    page.reload()
    assert page.state.ui.outcome is None
    page.press("b4")
    assert played(page) == ["d6", "f4", "d2", "b4"]


def test_undone_moves_stay_undone_in_a_game_with_a_comment() -> None:
    page = Browser("v=nine&m=d6.f4.d2.b4")
    comment(page)
    page.do("undo")
    page.do("undo")
    page.reload()
    assert (played(page), undone(page)) == (["d6", "f4"], ["d2", "b4"])


def test_a_game_given_up_a_second_time_is_over_after_a_reload() -> None:
    page = Browser("v=nine&m=d6.f4.d2")
    comment(page)
    page.do("resign")
    page.do("undo")
    page.do("tree:delete")
    page.press("b4")
    page.do("resign")
    page.reload()
    assert page.state.ui.outcome is not None
    assert played(page) == ["d6", "f4", "b4"]


def test_who_gives_up_while_a_variation_is_shown_ends_the_game() -> None:
    page = Browser("v=nine&m=d6.f4.d2.b4&t=2.a1")
    page.do("tree:go", page.key("d6 f4 a1"))
    page.do("undo")
    page.do("resign")
    assert page.saved()["over"] and "resigned=" in page.saved()["link"]
    assert "resigned=" in page.state.fragment()
    page.reload()
    assert page.state.open.game.resigned is not None


def test_a_loss_on_time_is_kept_at_once_in_a_game_with_a_comment() -> None:
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


def test_tags_come_back_from_a_lesson() -> None:
    page = Browser("")
    page.do("open", "open-game")
    page.do(
        "open-game:typed", {"name": "text", "value": '[Event "Cup"]\n[Date "2026.11.23"]\n\n1. d6 f4 (1... b4) 2. d2 *'}
    )
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


def test_an_older_versions_game_opens_as_it_was_and_is_not_rewritten_unplayed() -> None:
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
