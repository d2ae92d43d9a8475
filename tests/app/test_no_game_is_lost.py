"""A game is still there after a reload: stories through the page, each of which once lost something.

The same stories without the page are in tests/app/model, and random ones in test_walks.
"""

from __future__ import annotations

from tests.app.playing import Browser, question_of


def undone(page: Browser) -> list[str]:
    game = page.state.open.game
    return [game.move_text(move) for move in game.undone]


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
    assert (page.state.open.shown_ply, page.line()) == (shown, "d6")


def test_a_resignation_and_its_undoing_are_saved_in_a_game_with_a_comment() -> None:
    page = Browser("v=nine&m=d6.f4.d2")
    page.comment("a note")
    page.do("resign")
    assert page.saved()["over"]
    page.do("undo")
    assert not page.saved()["over"]
    page.reload()
    assert page.state.ui.outcome is None
    page.do("undo")
    page.reload()
    assert (page.line(), undone(page)) == ("d6 f4", ["d2"])
    page.press("b4")
    page.do("resign")
    page.reload()
    assert page.state.open.game.resigned is not None
    assert page.line() == "d6 f4 b4"


def test_a_loss_on_time_is_saved_at_once_in_a_game_with_a_comment() -> None:
    page = Browser("v=nine")
    page.do("new-game", {"variant": "nine", "players": ["human", "human"], "clock": (60_000, 0)})
    page.moves("d6 f4")
    page.comment("a note")
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
