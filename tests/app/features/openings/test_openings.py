"""Openings in the analysis: counting moves in the player's games and in a file, mirror images included."""

from __future__ import annotations

import json
from typing import Any

from app.features.my_games.summary import summary_of, write_summary
from app.features.openings.openings import Openings
from app.model.state import State
from app.update.controller import handle

from tests.app.playing import asked, come, effect, game_data, opened, text_in

WON = game_data("v=nine&b=level4&m=d6.f4.d2", 9, result="1-0")
LOST = game_data("v=nine&b=level4&m=f4.d6", 8, result="0-1")
PEOPLE = game_data("v=nine&m=d2", 7, result="1-0")
OTHERS = [game_data("v=six&m=c5", 6), game_data("v=nine&f=3/3/3/6/3/3/W2_b_8_9&m=d6", 5)]
FILE = "1. a7 d6 2. d2 1-0\n\n1. a7 g7 1/2-1/2\n\n1. d6 *\n\n1. d6 zz"


def analysed(moves: str, fragment: str = "v=nine") -> State:
    """Return the state of a page that shows the values of moves, a draw each."""
    state = opened(fragment)
    handle(state, "analysis:analyse", None)
    answer_with(state, moves)
    return state


def answer_with(state: State, moves: str) -> None:
    question = state.engine.question
    assert question is not None
    reports = [
        {"move": move, "value": "draw", "distance": None, "exact": True, "score": 0, "rank": rank, "white": 50}
        for rank, move in enumerate(moves.split(), 1)
    ]
    come(state, "answer", {"id": question["id"], "moves": reports, "score": 0, "white": 50})


def show_openings(state: State, recent: list[Any], archived: dict[str, Any]) -> None:
    """Show the openings, with saved games: the last ones, whose ids are game0 and so on, and those in the archive by
    id."""
    assert effect(handle(state, "openings:show", None), "list-games") == (
        "list-games",
        state.ticket("openings:recent"),
    )
    found = [("game" + str(number), data) for number, data in enumerate(recent)]
    assert asked(come(state, "openings:recent", found)) == (
        "my-games:list",
        {},
        state.ticket("openings:listed"),
    )
    listed = []
    for id in sorted(archived):
        summary = summary_of(id, archived[id])
        assert summary is not None
        listed.append(dict(json.loads(json.dumps(write_summary(summary))), id=id))
    effects = come(state, "openings:listed", {"games": listed, "trouble": ""})
    while asked(effects):
        what, ids, intent = asked(effects)
        assert what == "my-games:get-several"
        texts = {id: json.dumps(archived[id]) for id in ids if id != "gone"}
        effects = handle(state, intent, {"texts": texts, "trouble": ""})


def open_file(state: State, text: str) -> None:
    handle(state, "openings:file", object())
    come(state, "openings:read", {"name": "kurnik.txt", "text": text, "trouble": ""})
    while state.of(Openings).sources[1].waiting:
        come(state, "openings:games", None)


def test_each_move_says_how_it_went_in_the_games_of_the_player_and_of_a_file() -> None:
    state = analysed("d6 a7 f4 g7 b4")
    archived = {"old" + str(number): WON for number in range(19)}
    show_openings(state, [WON, LOST, PEOPLE] + OTHERS, dict(archived, gone=WON))
    text = text_in(state, "engine")
    assert "Your games: 22. Won 20, drawn 0, lost 1." in text, "d6, f4 and d2 are mirror images, and two people play"
    assert "f4" not in text and "g7" not in text, "one move of each set of mirror images"
    open_file(state, FILE)
    text = text_in(state, "engine")
    assert "kurnik.txt: 2. White won 1, drawn 1, Black won 0." in text
    assert "kurnik.txt: 1. White won 0, drawn 0, Black won 0." in text
    assert "1 game can't be read." in text


def test_counts_belong_to_the_position_shown_and_its_game() -> None:
    state = analysed("f4 d2 b4", "v=nine&m=d6.f4.d2&at=1")
    show_openings(state, [WON, LOST, PEOPLE], {})
    assert "Your games: 2. Won 1, drawn 0, lost 1." in text_in(state, "engine")
    handle(state, "step", "next")
    answer_with(state, "d2 b4")
    assert "Your games: 1. Won 1, drawn 0, lost 0." in text_in(state, "engine")
    handle(state, "openings:show", None)
    assert "Your games" not in text_in(state, "engine")


def test_a_game_that_was_opened_again_is_counted_once() -> None:
    state = analysed("d6 a7")
    show_openings(state, [WON, LOST], {"game0": WON, "old": WON})
    assert "Your games: 3. Won 2, drawn 0, lost 1." in text_in(state, "engine")


def test_the_game_on_the_board_is_not_counted() -> None:
    state = analysed("d6 a7")
    state.open.id = "game0"
    show_openings(state, [WON, LOST], {})
    assert "Your games: 1. Won 0, drawn 0, lost 1." in text_in(state, "engine")


def test_a_file_that_cannot_be_read_is_named() -> None:
    for answer, problem in (
        ({"name": "x.png", "trouble": "unreadable"}, "Couldn't read 'x.png' as text."),
        ({"name": "x.txt", "trouble": "", "text": "hello"}, "'hello'"),
    ):
        state = analysed("d6")
        show_openings(state, [], {})
        open_file(state, FILE)
        handle(state, "openings:file", object())
        come(state, "openings:read", answer)
        assert problem in text_in(state, "engine")
        assert "kurnik.txt" in text_in(state, "engine"), "the file before stays"
