"""A game is still there after a reload: stories through the page, each of which once lost something.

The same stories without the page are in tests/app/model, and random ones in test_walks.
"""

from __future__ import annotations

import json

from tests.app.playing import Browser, begin, game_data, question_of


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
    page.come("answer", {"id": question_of(page.state)["id"], "done": True, "move": "d6"})
    assert (page.state.open.shown_ply, page.line()) == (shown, "d6")


def test_the_address_leads_back_to_the_moves_shown_whether_undone_or_replaced() -> None:
    for level in ("", "&b=level1"):
        page = Browser("v=nine&m=d6.f4.d2.b4.f6&at=0" + level)
        page.press("d6")
        page.do("step", "last")
        if level:
            page.come("answer", {"id": question_of(page.state)["id"], "done": True, "move": "a1"})
        for ply in (5, 4):
            page.do("step", ply)
            id, line, shown = page.state.open.id, page.line(), page.state.open.position
            new = Browser(page.state.fragment())
            assert (new.line(), new.state.open.position) == (line, shown), "in another browser"
            page.reload()
            assert (page.state.open.id, page.line(), page.state.open.position) == (id, line, shown)


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


def test_a_resignation_is_saved_after_the_move_of_an_earlier_one_was_deleted() -> None:
    page = Browser("v=nine&m=d6.f4.d2")
    page.comment("a note")
    page.do("resign")
    page.do("undo")
    page.do("tree:delete")
    page.press("b4")
    page.do("resign")
    page.reload()
    assert (page.line(), page.state.open.game.resigned) == ("d6 f4 b4", 1)


def test_a_loss_on_time_is_saved_at_once_in_a_game_with_a_comment() -> None:
    page = Browser("v=nine")
    begin(page.state, clock=(1, 0), do=page.do)
    page.moves("d6 f4")
    page.comment("a note")
    page.time += 61_000
    page.do("clocks:tick")
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


def test_another_move_beside_an_undone_one_is_a_variation_after_a_resignation() -> None:
    page = Browser("v=nine&m=d6.f4.d2")
    page.do("undo")
    page.do("resign")
    page.do("step", 1)
    page.press("a1")
    assert (page.line(), page.state.open.game.resigned) == ("d6 f4", 0)
    assert page.key("d6 a1")


def test_a_game_with_a_comment_is_saved_as_won_after_another_move_was_played() -> None:
    page = Browser("v=three&m=a1.b2.a2.b1")
    page.comment("a note")
    page.do("undo")
    page.moves("c1 a3")
    assert page.saved()["result"] == "1-0"


def test_a_move_imported_while_the_computer_thinks_stays() -> None:
    page = Browser("v=nine&b=level2")
    page.moves("d6")
    question = question_of(page.state)
    page.saved_games.take_in(page.state.open.id, json.dumps(game_data("v=nine&m=d6.f4&b=level2", 2**41)))
    page.come("answer", {"id": question["id"], "done": True, "move": "a1"})
    assert page.line() == "d6 f4", "the answer was to a question about the game before"


def test_a_finished_game_of_a_link_is_offered_again() -> None:
    def another(page: Browser) -> None:
        begin(page.state, "six", do=page.do)

    def rematch(page: Browser) -> None:
        page.do("rematch")

    for begin_next in (rematch, another):
        page = Browser("v=nine&m=d6.f4&resigned=white&k=1:a%20note")
        begin_next(page)
        page.do("reopen-parked-game")
        assert (page.line(), page.comments()) == ("d6 f4", ["a note"])


def test_a_single_move_of_the_computer_does_not_carry_over_to_the_next_game() -> None:
    page = Browser("v=nine&w=level1&b=level2")
    page.do("one-move")
    begin(page.state, "six", ["1", "2"], do=page.do)
    page.do("pause")
    assert page.state.engine.question is None
