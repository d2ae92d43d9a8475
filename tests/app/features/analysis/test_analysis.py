"""Hint and analysis: what they ask the engine, and what the panel shows of its answers."""

from __future__ import annotations

import pytest
from app.features.analysis.lines import sorted_moves
from app.kernel.features import FEATURES
from app.model.messages import MoveReport
from app.model.state import State
from app.update.controller import handle
from app.view.slots import build

from tests.app.common.test_values import DRAW, file, reach, report
from tests.app.playing import answer, effect, find, opened, press, question_of, text_in


def test_hint_and_analysis_are_about_the_position_shown() -> None:
    state = opened("v=nine&m=d6.f4.d2")
    handle(state, "step", 1)
    question = effect(handle(state, "analysis:hint"), "ask")[1]
    assert (question["task"], question["game"]) == ("hint", "v=nine&m=d6")
    assert effect(handle(state, "step", "last"), "stop") == ("stop",)
    question = effect(handle(state, "analysis:analyse"), "ask")[1]
    assert (question["task"], question["game"]) == ("analyse", "v=nine&m=d6.f4.d2")
    assert effect(press(state, "b4"), "ask")[1]["game"] == "v=nine&m=d6.f4.d2.b4"
    assert effect(handle(state, "analysis:analyse"), "stop") == ("stop",)


def test_hint_and_analysis_are_both_answered_in_any_order() -> None:
    for presses in (("hint", "analyse"), ("analyse", "hint"), ("analyse", "hint", "analyse")):
        state = opened("v=nine&m=d6.f4")
        for name in presses:
            handle(state, "analysis:" + name)
        if len(presses) == 3:
            assert question_of(state)["task"] == "hint"
        for _ in range(2):
            if state.engine.question is not None:
                moves = [{"move": "d2", "score": 0, "value": None, "rank": 1, "white": 50}]
                answer(state, best="d2", move="d2", pv=["d2"], depth=1, moves=moves)
        text = text_in(state, "status") + text_in(state, "engine")
        assert "Looking for" not in text and "Thinking" not in text, presses
        assert "Try" in text
        assert ("Best line" in text) == (len(presses) == 2)


def test_hint_and_analysis_ask_which_man_to_take_after_a_mill_was_closed() -> None:
    state = opened("v=nine&m=d6.f4.f6.b4")
    handle(state, "analysis:hint")
    press(state, "b6")
    assert question_of(state)["entered"] == "b6"
    answer(state, best="b6xf4", sentences=[["It is close.", {}]])
    assert text_in(state, "status").strip() == "Take the man on f4. It is close."
    handle(state, "cancel")
    assert "entered" not in question_of(state)


def analysed(moves: list[MoveReport], **more: object) -> State:
    state = opened("v=nine&m=d6")
    handle(state, "analysis:analyse")
    best = moves[0]
    fields: dict[str, object] = {name: best[name] for name in ("score", "value", "distance", "exact")}
    fields.update(more)
    found: dict[str, object] = {"depth": 3, "nodes": 90, "best": best["move"], "moves": moves}
    found.update(fields)
    answer(state, **found)
    return state


def test_moves_are_listed_by_their_rank() -> None:
    ranked = [report(10, move=move) for move in ("a1", "d2")]
    for one, rank in zip(ranked, (2, 1)):
        one["rank"] = rank
    assert [one["move"] for one in sorted_moves(analysed(ranked))] == ["d2", "a1"]


def test_no_guess_is_shown_while_the_tables_of_perfect_play_are_read() -> None:
    if not any("values_here" in one.hooks for one in FEATURES):
        return
    whole = reach(18, whole=True)
    for missing, one, known, state, reading in (
        (0, report(40), whole, "coming", True),
        (0, report(40), whole, "here", True),
        (0, DRAW, whole, "here", False),
        (1, report(40), reach(9), "absent", False),
    ):
        shown = analysed([one], known=known, files=[file(state, asked=True)], depth=0)
        about = {"variant": "nine", "whole": True, "all": True, "men": 18}
        group: dict[str, object] = {
            "name": "perfect",
            "when": "asked",
            "files": 2,
            "bytes": 9,
            "kept": 9,
            "missing": missing,
            "about": about,
        }
        facts: dict[str, object] = {
            "support": "yes",
            "groups": [group],
            "getting": None,
            "doing": "",
            "notes": {},
            "trouble": None,
            "memory": 1 << 28,
        }
        handle(shown, "offline:facts", facts)
        panel = text_in(shown, "engine")
        assert ("Reading the tables" in panel) == reading
        assert ("≈ 62%" in panel) == (one is not DRAW and not reading)


def test_the_analysis_of_a_finished_game_says_that_it_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.features.analysis.panel.hook", lambda name: lambda state: True)
    state = opened("v=three&m=a1.a2.b1.b2.c1")
    handle(state, "analysis:analyse")
    panel = text_in(state, "engine")
    assert "The game is over." in panel
    assert "Reading" not in panel


def test_the_analysis_shows_what_the_other_side_threatens() -> None:
    state = opened("v=nine&m=d6.f4.f6.b4")
    question = effect(handle(state, "analysis:wish"), "ask")[1]
    assert (question["task"], question["passes"], question["game"]) == ("hint", True, "v=nine&m=d6.f4.f6.b4")
    assert state.engine.analysing, "the threat belongs to the analysis"
    mill = "It threatens {mills}."
    answer(state, best="g4", sentences=[[mill, {"mills": "e4-f4-g4"}]])
    assert question_of(state)["task"] == "analyse", "the analysis goes on"
    assert "If Black were to move: g4. It threatens e4-f4-g4." in text_in(state, "engine")
    assert find(build(state)["notes"], "class", "advice threat")
    press(state, "d2")
    assert question_of(state)["passes"], "it follows the game"
    handle(state, "analysis:wish")
    assert "passes" not in question_of(state)
    assert state.engine.analysing


def test_the_number_of_lines_and_the_depth_of_draws_can_be_chosen() -> None:
    state = analysed([DRAW], value="draw", done=True, depth=8)
    assert find(build(state)["engine"], "data-value", "deeper")
    handle(state, "analysis:wish", {"name": "lines", "value": "5"})
    assert question_of(state)["lines"] == 5
    answer(state, best="a1", moves=[DRAW], value="draw", depth=8)
    handle(state, "analysis:wish", "deeper")
    assert question_of(state)["drawn_depth"] == 16
    press(state, "a1")
    assert question_of(state)["drawn_depth"] == 8, "elsewhere as before"
    assert question_of(state)["lines"] == 5


def test_a_position_of_the_analysis_is_played_on_from_against_a_level() -> None:
    state = analysed([DRAW])
    handle(state, "analysis:play-on", {"name": "level", "value": "3"})
    assert (state.open.players, state.engine.analysing) == (["3", "human"], False)
    handle(state, "step", "first")
    handle(state, "analysis:analyse")
    handle(state, "analysis:play-on", {"name": "level", "value": "12"})
    assert (state.open.players, state.open.game.ply) == (["human", "12"], 0)


def test_a_damaged_file_can_be_downloaded_again() -> None:
    state = analysed([report(-20, move="g7")], known=None, files=[file("damaged")], done=True)
    panel = text_in(state, "engine")
    assert "values in six.mtb are corrupted" in panel
    assert "Download again" in panel
    before = state.engine.last_id
    effects = handle(state, "analysis:ask-again")
    assert state.engine.last_id == before + 1
    assert [effect[0] for effect in effects] == ["ask"]
