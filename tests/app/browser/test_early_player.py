"""The early player, with the test's own clock and sleep."""

from __future__ import annotations

import asyncio

from app.browser.early_player import SLICE_MS, answer_early
from app.model.messages import Answer, Question

from morris_core import Game, find_variant
from morris_core.notation import parse_move

NINE = find_variant("nine")
SYMMETRIES = "abcdefghijklmnopqrstuvwx cbafedihgonmlkjrqputsxwv"
MOVES = f"= nine {SYMMETRIES}\n. e e e e e e\n.a w w w w w k\n= lasker {SYMMETRIES}\n. e e e e e e\n"
QUESTION: Question = {"id": 1, "task": "move", "game": "v=nine", "level": 1}


class Desk:
    """A question and its answer. Each look at the clock takes `step` milliseconds; `stops`: end at the first sleep."""

    def __init__(self, step: float, stops: bool = False) -> None:
        self.slept: list[float] = []
        self.time = 0.0
        self.stops = stops
        self.loaded = 0
        self.step = step

    def clock(self) -> float:
        self.time += self.step
        return self.time

    async def sleep(self, milliseconds: float) -> None:
        self.slept.append(milliseconds)

    def goes_on(self) -> bool:
        return not (self.stops and self.slept)

    async def load(self) -> str:
        self.loaded += 1
        return MOVES

    def ask(self, question: Question = QUESTION, moves: tuple[str, ...] = ()) -> Answer | None:
        game = Game(NINE)
        for move in moves:
            game.play(move)
        return asyncio.run(answer_early(question, game, self.load, self.goes_on, self.clock, self.sleep))


def test_the_answer_is_a_legal_move() -> None:
    answer = Desk(1.0).ask()
    assert answer is not None
    assert (answer["id"], answer["done"]) == (1, True)
    move = answer["move"]
    assert move is not None
    assert parse_move(move, NINE) in Game(NINE).legal_moves()


def test_other_tasks_run_every_few_milliseconds() -> None:
    desk = Desk(SLICE_MS / 4)
    desk.ask()
    assert len(desk.slept) >= 5
    assert set(desk.slept) == {0}


def test_a_question_that_was_dropped_is_not_answered() -> None:
    desk = Desk(SLICE_MS, stops=True)
    assert desk.ask() is None
    assert desk.slept == [0]


def test_a_player_short_of_time_moves_at_once() -> None:
    desk = Desk(SLICE_MS)
    assert desk.ask({**QUESTION, "limit": {"seconds": 0.0}})
    assert len(desk.slept) <= 2


def test_a_level_that_searches_plays_its_first_men_from_the_file() -> None:
    desk = Desk(1.0)
    found = [desk.ask({**QUESTION, "level": 12}, moves) for moves in ((), ("a7",), ("g7",))]
    assert [answer and answer["move"] for answer in found] == ["d6", "b4", "f4"]  # the last one mirrored
    assert desk.loaded == 3


def test_it_leaves_what_the_file_does_not_know_to_the_engine() -> None:
    desk = Desk(1.0)
    assert desk.ask({**QUESTION, "level": 12}, ("d6", "f4")) is None
    assert desk.ask({**QUESTION, "level": 12}, ("d6", "f4", "d2", "b4")) is None


def test_level_6_needs_no_file_while_it_places_men() -> None:
    desk = Desk(1.0)
    assert desk.ask({**QUESTION, "level": 6}, ("d6", "f4", "d2", "b4", "f2"))
    assert not desk.loaded
