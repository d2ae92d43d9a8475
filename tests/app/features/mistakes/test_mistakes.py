"""Exercises on the mistakes of saved games. The tests give the engine's answers."""

from __future__ import annotations

import json
from typing import Any

from app.features.mistakes.collection import MOST_GAMES, STORED, Collection, exercises_left, with_found, with_solved
from app.features.review.words import Reviews
from app.model.state import State
from app.update.controller import handle
from app.view.slots import build
from app.view.text import status

from tests.app.features.my_games.test_my_games import archived, list_games
from tests.app.playing import at_start, come, effect, game_data, kept, offers, press, question_of, text_in

LINK = "v=nine&m=d6.f4.d2.b4.f6.b2.b6xf4"
GAME = ("mine-1", LINK + "&w=level4", 7)
OLDER = "old-1"
START = "v=nine&m=d6.f4"


def move(side: int, text: str, **more: Any) -> dict[str, Any]:
    """Return the engine's report on a move; a mistake if it has a better one."""
    usual = {"side": side, "number": 3, "move": text, "white": 50, "value": None, "exact": False, "grade": ""}
    if "better" in more:
        usual["sentences"] = [["{move} let the mill close.", {"move": text}]]
        usual.update({"grade": "blunder", "line": [text, "d7"], "better_line": []})
    return dict(usual, **more)


REPORT: dict[str, Any] = {
    "first": 0,
    "accuracy": [80, 60],
    "start": {"white": 50, "value": None, "exact": False},
    "moves": [
        move(0, "d6", better="b4"),
        move(1, "f4"),
        move(0, "d2"),
        move(1, "b4", better="f2", reason=False),
        move(0, "f6"),
        move(1, "b2", better="b6"),
    ],
}


def answer(state: State, report: dict[str, Any] | None, percent: int = 100) -> list[Any]:
    return come(state, "answer", {"id": question_of(state)["id"], "percent": percent, "review": report})


def dialog_open(stored: object = None) -> State:
    """Return the dialog with one of the last games, in which a person played Black, and an older one for two."""
    state = at_start(START)
    older = archived(OLDER, LINK, 3)
    recent = (GAME, ("short", "v=nine&m=d6", 9), ("machines", LINK + "&w=level4&b=level5", 8))
    handle(state, "open", "mistakes")
    come(state, "my-games:recent", [(id, game_data(link, time)) for id, link, time in recent])
    come(state, "my-games:listed", {"games": [older], "dates": {}, "trouble": ""})
    come(state, "mistakes:read", STORED.read(stored)[0])
    return state


def stored(state: State, report: dict[str, Any] = REPORT) -> dict[str, Any]:
    """Let the review of the first game find mistakes, and return what is stored."""
    found: dict[str, Any] = kept(answer(state, report), STORED)
    return found


def test_all_games_of_a_person_are_reviewed_one_after_the_other_while_the_dialog_is_open() -> None:
    state = dialog_open()
    assert "Check 2 games" in text_in(state)
    handle(state, "mistakes:check")
    assert question_of(state)["game"] == LINK
    answer(state, None, 40)
    assert "Checking game 1 of 2: 40%" in text_in(state)
    found = stored(state)["found"]["mine-1"][1]
    assert [(number, one["better"]) for number, one in found["moves"]] == [(6, "b6"), (4, "f2")], "only Black's"
    assert (found["plies"], "line" in found["moves"][0][1]) == (7, False)
    assert state.engine.question is None, "the archive is asked for the next game"
    come(state, "mistakes:text", {"id": OLDER, "text": json.dumps(game_data(LINK, 3)), "trouble": ""})
    answer(state, REPORT)
    assert "5 exercises, 0 solved." in text_in(state)
    assert "Check 0 games" in text_in(state)
    handle(state, "close")
    assert state.of(Reviews).open is None


def test_the_reviews_stop_with_the_dialog_and_leave_out_a_game_that_cannot_be_read() -> None:
    state = dialog_open()
    handle(state, "mistakes:check")
    handle(state, "close")
    assert state.engine.question is None
    state = dialog_open()
    handle(state, "mistakes:check")
    stored(state)
    handle(state, "close")
    late = {"id": OLDER, "text": json.dumps(game_data(LINK, 3)), "trouble": ""}
    assert come(state, "mistakes:text", late) == []
    assert state.engine.question is None
    state = dialog_open()
    handle(state, "mistakes:check")
    stored(state)
    come(state, "mistakes:text", {"id": OLDER, "text": None, "trouble": ""})
    assert (state.engine.question, "Stop" in text_in(state)) == (None, False)
    state = dialog_open()
    handle(state, "mistakes:check")
    handle(state, "mistakes:stop")
    assert (state.engine.question, state.of(Reviews).open) == (None, None)


def test_an_exercise_puts_the_position_on_the_board_and_the_own_game_waits() -> None:
    state = dialog_open()
    handle(state, "mistakes:check")
    data = stored(state)
    state = dialog_open(data)
    own = state.open
    handle(state, "mistakes:next")
    assert (state.open.shown_ply, state.open.orientation, state.ui.dialog) == (5, 1, "")
    assert status(state) == "Find a better move than 3. b2"
    press(state, "b2")
    assert "b2 was the mistake" in status(state)
    press(state, "d7")
    assert question_of(state)["first"] == 5
    answer(state, dict(REPORT, moves=[move(1, "d7", better="b6")]))
    assert "d7 is no better" in status(state)
    effects = press(state, "b6")
    assert kept(effects, STORED) == {"solved": ["mine-1 6"]}
    assert "b6 is right. b2 let the mill close." in text_in(state, "banner")
    handle(state, "mistakes:next")
    assert state.open.shown_ply == 3, "the one that only opening theory explains comes last"
    assert effect(handle(state, "mistakes:solution"), "store") is None, "a solution that was shown does not count"
    handle(state, "mistakes:leave")
    assert (state.open, state.guide, state.of(Reviews).open) == (own, None, None)
    state = dialog_open(dict(data, solved=["mine-1 6", "mine-1 4"]))
    assert "2 exercises, 2 solved." in text_in(state)
    handle(state, "mistakes:next")
    assert (state.guide, state.ui.dialog) == (None, "mistakes")


def test_damaged_data_has_no_exercises_and_old_games_make_room() -> None:
    whole: dict[str, Any] = {"link": LINK, "plies": 7, "time": 7, "moves": [[6, REPORT["moves"][5]]]}
    damaged: list[Any] = [None, 3, [[6]], [["x", {}]], [[6, {"move": "b2"}]], [None]]
    texts = [json.dumps(dict(whole, moves=moves)) for moves in damaged] + ["[", "", "3", 4]
    for text in texts:
        state = dialog_open({"found": {"mine-1": text}})
        assert "0 exercises" in text_in(state), text
    state = dialog_open({"found": {"mine-1": json.dumps(dict(whole, link="v=nine&m=zz"))}})
    handle(state, "mistakes:next")
    assert (state.guide, state.ui.dialog) == (None, "mistakes")
    for data in (None, 3, {"found": [], "solved": 3}):
        assert "0 exercises" in text_in(dialog_open(data))
    collection = Collection()
    before = {"found": {str(time): json.dumps(dict(whole, time=time)) for time in range(MOST_GAMES)}}
    collection.take(STORED.read(before)[0])
    found = kept(collection.keep("new", whole, 99), STORED, before)["found"]
    assert (len(found), "0" in found, found["new"]) == (MOST_GAMES, False, [99, whole])
    assert len(collection.all()) == MOST_GAMES


def test_my_games_and_puzzles_lead_to_the_exercises() -> None:
    state = at_start("", GAME)
    list_games(state, recent=(GAME,))
    assert offers(build(state)["dialog"], "open")
    assert "Learn from your mistakes" in text_in(state)


def test_the_exercises_that_are_left_are_counted_for_the_list_of_puzzles() -> None:
    data = STORED.changed(None, lambda data: with_found(data, "a", STORED.fields["found"].example["mine-1"][1], 9))[0]
    state = at_start("", GAME)
    state.ui.stored = lambda stored: STORED.read(data)[0]
    assert exercises_left(state) == 1
    data = STORED.changed(data, lambda data: with_solved(data, "a 3"))[0]
    assert exercises_left(state) == 0


def test_what_two_tabs_find_and_solve_is_stored_also_if_the_clock_goes_back() -> None:
    entry = STORED.fields["found"].example["mine-1"][1]
    data: Any = None
    for change in (
        lambda data: with_found(data, "a", entry, 9),
        lambda data: with_found(data, "b", entry, 5),
        lambda data: with_found(data, "a", dict(entry, plies=6), 3),
        lambda data: with_solved(data, "a 3"),
        lambda data: with_solved(data, "b 3"),
    ):
        data = STORED.changed(data, change)[0]
    assert data["found"] == {"a": [10, dict(entry, plies=6)], "b": [5, entry]}
    assert data["solved"] == ["a 3", "b 3"]


def test_an_exercise_whose_better_move_is_none_is_left_out() -> None:
    entry = STORED.fields["found"].example["mine-1"][1]
    for better in ("d6", "z9", "nonsense"):
        broken = dict(entry, moves=[[3, dict(entry["moves"][0][1], better=better)]])
        state = dialog_open({"found": {"mine-1": [7, broken]}})
        handle(state, "mistakes:next")
        assert (state.guide, state.ui.dialog) == (None, "mistakes"), better
