"""The moves that the analysis makes look good, compared with the values of all moves, where these are known."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from app.common.values import result
from app.features.analysis.panel import also, arrow
from app.model.state import State
from app.update.controller import handle
from app.view.slots import build

from morris_core import VARIANTS, Game
from morris_core.engine import Engine
from morris_core.engine.protocol import Session
from morris_core.notation import parse_move
from morris_core.tablebase import shipped_tables
from tests.app.playing import answer, find, opened

SOLVED = ("three", "five", "six", "seven")
POINTS = {"win": 2, "draw": 1, "loss": 0}
LOOKS = {"keeps": 0, "": 1, "spoils": 2, "loses": 3}


def played(random: Random) -> Game:
    """Return a game of random moves that is not over."""
    while True:
        game = Game(VARIANTS[random.choice(SOLVED)])
        for _ in range(random.randrange(3, 40)):
            if not game.outcome():
                game.play(random.choice(game.legal_moves()))
        if not game.outcome():
            return game


def analysis(game: Game, session: Session) -> dict[str, Any]:
    """Return the engine's answer about a game's position."""
    found: list[str] = []
    question = {"task": "analyse", "game": game.link(), "limit": {"nodes": 1}}
    for _ in session.think(json.dumps(question), found.append):
        pass
    last: dict[str, Any] = json.loads(found[-1])
    del last["id"], last["done"]
    return last


def analysed(game: Game, found: dict[str, Any]) -> State:
    state = opened(game.link())
    handle(state, "analysis:analyse")
    answer(state, **found)
    return state


def in_list(state: State) -> tuple[list[str], dict[str, int]]:
    """Return the moves in the order of the list, and how good the colour of each says that it is, 0 for the best."""
    order, colours = [], {}
    for row in find(build(state)["engine"], "key"):
        if row[0] == "li" and row[2][0][0] == "button":
            move = str(row[1]["key"])
            order.append(move)
            colours[move] = LOOKS[str(row[1]["class"])]
    return order, colours


def on_board(state: State) -> tuple[dict[str, int], dict[int, int]]:
    """Return for each move with an arrow 0, or 1 if it is thin; and how bad the ring at each point says that it is."""
    arrows = dict.fromkeys(also(state), 1)
    best = arrow(state)
    assert best is not None
    assert best not in arrows
    arrows[best] = 0
    notes = build(state)["notes"]
    assert bool(find(notes, "class", "advice also")) == (len(arrows) > 1)
    rings = {}
    for one in find(notes, "data-at"):
        if find(one, "class", "hollow"):
            rings[int(str(one[1]["data-at"]))] = LOOKS[str(one[1]["class"]).replace("value ", "")]
    return arrows, rings


@pytest.mark.parametrize("number", [60, pytest.param(2000, marks=pytest.mark.slow)])
def test_no_move_that_gives_something_away_looks_better_than_one_that_does_not(number: int) -> None:
    random, session = Random(number), Session(lambda: Engine(shipped_tables()))
    with_choice = 0
    for _ in range(number):
        game = played(random)
        found = analysis(game, session)
        state = analysed(game, found)
        worth = {report["move"]: POINTS[result(report)[0]] for report in found["moves"]}
        best = max(worth.values())
        bad = [move for move in worth if worth[move] < best]
        good = [move for move in worth if worth[move] == best]
        with_choice += bool(bad)
        order, colours = in_list(state)
        assert sorted(order) == sorted(worth)
        assert [worth[move] for move in order] == sorted(worth.values(), reverse=True)
        arrows, rings = on_board(state)
        if not bad:
            assert set(colours.values()) == {LOOKS[""]}, "nothing is given away"
            assert not rings
            continue
        assert max(colours[move] for move in good) < min(colours[move] for move in bad)
        assert not [move for move in bad if move in arrows]
        points: dict[int, list[str]] = {}
        for text in worth:
            move = parse_move(text, game.variant)
            points.setdefault(move.to if move.origin is None else move.origin, []).append(text)
        for point, moves in points.items():
            assert rings.get(point, LOOKS["keeps"]) == min(colours[move] for move in moves), moves
    assert with_choice > number // 4


def test_what_is_not_proved_has_no_colour() -> None:
    random, session = Random(5), Session(lambda: Engine(shipped_tables()))
    proved = 0
    for _ in range(60):
        game = played(random)
        found = analysis(game, session)
        worth = {report["move"]: POINTS[result(report)[0]] for report in found["moves"]}
        best = max(worth.values())
        for report in found["moves"]:
            if random.random() < 0.4:
                report.update(value=None, distance=None, exact=False, score=random.randrange(-300, 300), replies=None)
        found["moves"].sort(key=lambda report: -report["score"])
        for rank, report in enumerate(found["moves"], 1):
            report["rank"] = rank
        found.update(best=found["moves"][0]["move"])
        unknown = {report["move"] for report in found["moves"] if not result(report)[0]}
        for move, colour in in_list(analysed(game, found))[1].items():
            if colour != LOOKS[""]:
                proved += 1
                assert move not in unknown
                assert (colour == LOOKS["keeps"]) == (worth[move] == best)
    assert proved > 50
