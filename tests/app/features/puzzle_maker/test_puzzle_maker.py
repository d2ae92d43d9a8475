"""Puzzles that players make: what is proven of ten positions, and how each is solved from its link."""

from __future__ import annotations

import json
from typing import Any

import pytest
from app.features.puzzle_maker.dialog import Bench, made_puzzle
from app.features.puzzle_maker.making import STORED, Making, kept
from app.features.puzzles.book import PuzzleError, read_made, write_puzzle
from app.features.puzzles.guide import PuzzleGuide, fragment_of
from app.model.state import State
from app.update.controller import handle
from app.update.embedding import Reporter

from morris_core import Game, find_variant
from morris_core.engine.protocol import Session
from morris_core.notation import format_move
from morris_core.rules import legal_moves
from tests.app.playing import opened, press_move, text_in

STORED_LINE = "x1 three win1 1 close W1W/B2/1B1_w_1_1_-_0_1 00*00|-|-:0 -"


def made(link: str) -> tuple[State, Making]:
    """Return a page on which a puzzle was made from the position that a link shows, by the real computer player."""
    state = opened(link)
    handle(state, "puzzle-maker:make")
    session = Session()
    while state.engine.question is not None:
        lines: list[str] = []
        for _pause in session.think(json.dumps(state.engine.question), lines.append):
            pass
        ticket = state.ticket("answer")
        assert ticket is not None
        for line in lines:
            if line:
                handle(state, ticket, json.loads(line))
    making = state.of(Bench).making
    assert making is not None
    assert making.is_done
    return state, making


# Ten positions: the goal and its moves, whether it is proven, and how many other first moves are right. Five have a
# second solution on purpose.
TEN: tuple[tuple[str, str, int, bool, int], ...] = (
    ("v=three&f=WW1/1B1/B2_w_1_1_-_0_1", "win", 1, True, 0),
    ("v=three&f=B1B/1W1/W2_w_1_1_-_0_1", "hold", 1, True, 0),
    ("v=six&f=1WW/2B/W3/2W/BBB_w_0_0_-_0_1", "win", 4, True, 0),
    ("v=nine&f=1B1/WB1/BW1/1WB1BW/1B1/W1B/3_b_0_0_-_0_1", "win", 3, True, 0),
    ("v=nine&m=d6.f4.d2.b4.f6.b6&at=4", "best", 0, False, 0),
    ("v=nine&f=WW1/WW1/3/4WW/2B/1B1/B2_w_0_0_-_0_1", "win", 1, True, 5),
    ("v=nine&f=WW1/3/3/5W/2B/BB1/WW1_w_0_0_-_0_1", "win", 1, True, 5),
    ("v=six&f=W2/B1B/3W/B2/WW1_w_0_0_-_0_1", "win", 1, True, 2),
    ("v=three&f=1B1/W1B/2W_w_1_1_-_0_1", "hold", 2, True, 2),
    ("v=three&f=3/BW1/W1B_w_1_1_-_0_1", "hold", 3, True, 3),
)


@pytest.mark.parametrize(("link", "kind", "moves", "is_proven", "also"), TEN)
def test_the_page_says_what_is_proven_of_a_position_and_its_link_can_be_solved(
    link: str, kind: str, moves: int, is_proven: bool, also: int
) -> None:
    state, making = made(link)
    assert (making.kind, making.moves, making.is_proven, len(making.also)) == (kind, moves, is_proven, also)
    text = text_in(state)
    assert ("The solution is proven." in text) is is_proven
    assert ("Not proven" in text) is not is_proven
    assert ("No other first move is right." in text) is (is_proven and not also)
    assert ("These moves are right too: " in text) is bool(also)
    assert "Difficulty: " in text
    puzzle = made_puzzle(state)
    assert puzzle is not None
    fragment = fragment_of(puzzle)
    if making.kind == "best":
        assert format_move(puzzle.solution()[0], puzzle.variant) == "f6", "the move of the game"
    for first in ["", *making.also[:1]]:
        solved = solve(fragment, first)
        assert solved.guide is not None
        assert solved.guide.clean
        assert solved.engine.question is None, "nobody who solves it loads the computer player"
        assert ("That works too" in text_in(solved, "status")) is bool(first)
    wrong(fragment)


def solve(fragment: str, first: str = "") -> State:
    """Solve a puzzle from its link; `first` is another right first move."""
    state = opened(fragment)
    guide = state.guide
    assert isinstance(guide, PuzzleGuide), state.ui.notice
    while not guide.solved:
        found = [one for one in legal_moves(state.variant, state.position) if format_move(one, state.variant) == first]
        press_move(state, found[0] if found else guide.right(state))
        ticket = state.ticket("puzzles:answer")
        if not guide.solved:
            assert ticket is not None
            handle(state, ticket)
    return state


def wrong(fragment: str) -> None:
    """Play each wrong first move: it is judged, said to be wrong, and taken back."""
    state = opened(fragment)
    guide = state.guide
    assert isinstance(guide, PuzzleGuide)
    position = state.position
    moves = legal_moves(state.variant, position)
    for place, verdict in enumerate(guide.step.verdicts):
        if verdict not in "*+":
            press_move(state, moves[place])
            guide.hurry(state)
            assert state.position == position
            assert format_move(moves[place], state.variant).split("x")[0] in state.ui.notice
    assert not guide.solved


def test_a_position_without_a_choice_or_with_house_rules_makes_no_puzzle() -> None:
    for link, reason in (
        ("v=three&m=b2.a1.b3.a2.b1", "nothing to choose"),
        (Game(find_variant("nine").with_rules(flying=0)).link(), "house rules"),
    ):
        state = opened(link)
        handle(state, "puzzle-maker:make")
        assert reason in text_in(state)
        assert state.engine.question is None


def test_a_late_analysis_changes_nothing_once_the_dialog_is_closed() -> None:
    state = opened("v=three&f=WW1/1B1/B2_w_1_1_-_0_1")
    handle(state, "puzzle-maker:make")
    assert "checking the position" in text_in(state)
    handle(state, "close")
    assert state.engine.question is None


def test_puzzles_are_kept_deleted_and_stored_as_they_are() -> None:
    state, _making = made("v=three&f=WW1/1B1/B2_w_1_1_-_0_1")
    puzzle = made_puzzle(state)
    assert puzzle is not None
    effects: list[Any] = list(handle(state, "puzzle-maker:save"))
    (store,) = [one for one in effects if one[0] == "store"]
    data = store[2]({})
    assert kept(data) == [write_puzzle(puzzle)]
    assert STORED.read(data) == (data, {}), "what is stored is read again"
    assert "Win at once." in text_in(state)
    effects = list(handle(state, "puzzle-maker:delete", puzzle.id))
    (store,) = [one for one in effects if one[0] == "store"]
    assert kept(store[2](data)) == []
    assert "You have saved none." in text_in(state)
    damaged = {"x1": [7, "x1 three win1"], "x2": [8, STORED_LINE.replace("x1", "x2")]}
    assert list(STORED.read(damaged)[0]) == ["x2"], "a damaged one is set aside"


def is_refused(text: str) -> bool:
    try:
        read_made(text)
    except PuzzleError:
        return True
    return False


def test_a_link_that_cannot_be_solved_is_refused_and_the_game_stays() -> None:
    good = STORED_LINE
    assert read_made(good).is_made
    for bad in (
        "",
        "x1",
        good.replace("three", "nowhere"),
        good.replace("win1", "win100"),
        good.replace("00*00", "00*0"),
        good.replace("00*00", "*0*00"),
        good.replace("00*00", "z0*00"),
        good.replace("|-|", "|a3|"),
        good.replace("-:0", "a3:0"),
        good.replace("W1W", "W9W"),
        good + "x" * 6000,
    ):
        assert is_refused(bad), bad
        state = opened("v=six&m=c5")
        handle(state, "load", {"fragment": "puzzle=" + bad.replace(" ", "%20"), "framed": True})
        assert "damaged" in state.ui.notice, bad
        assert state.guide is None
        assert state.variant.name == "six"


def test_the_page_around_hears_that_a_puzzle_is_solved_once() -> None:
    fragment = "puzzle=" + STORED_LINE.replace(" ", "%20")
    state, reporter = opened(fragment), Reporter()
    reporter.events(state, "")
    guide = state.guide
    assert isinstance(guide, PuzzleGuide)
    press_move(state, guide.right(state))
    heard = [one for one in reporter.events(state, "") if one["type"] == "morris:solved"]
    assert [one["clean"] for one in heard] == [True]
    assert not [one for one in reporter.events(state, "") if one["type"] == "morris:solved"]
