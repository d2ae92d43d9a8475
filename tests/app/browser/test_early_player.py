"""The early player, with the test's own clock and sleep."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from app.browser.early_player import SLICE_MS, answer_early

from morris_core import Game, find_variant
from morris_core.notation import parse_move

if TYPE_CHECKING:
    from app.model.messages import Answer, Question

NINE = find_variant("nine")
QUESTION: Question = {"id": 1, "task": "move", "game": "v=nine", "level": 1}


class Desk:
    """A question and its answer. Each look at the clock takes `step` milliseconds; `stops`: end at the first sleep."""

    def __init__(self, step: float, stops: bool = False) -> None:
        self.slept: list[float] = []
        self.time = 0.0
        self.stops = stops
        self.step = step

    def clock(self) -> float:
        self.time += self.step
        return self.time

    async def sleep(self, milliseconds: float) -> None:
        self.slept.append(milliseconds)

    def goes_on(self) -> bool:
        return not (self.stops and self.slept)

    def ask(self, question: Question = QUESTION) -> Answer | None:
        return asyncio.run(answer_early(question, Game(NINE), self.goes_on, self.clock, self.sleep))


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
