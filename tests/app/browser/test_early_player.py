"""The early player, with a clock and a sleep made up by the test."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from app.browser.early_player import SLICE_MS, answer_early

from morris_core import Game, find_variant
from morris_core.notation import parse_move

if TYPE_CHECKING:
    from app.model.messages import Answer, Question

NINE = find_variant("nine")
QUESTION: Question = {"id": 1, "do": "start", "task": "move", "game": "v=nine", "level": 1}


class Desk:
    """A question and what came of it. The clock goes on by `step` each time it is read."""

    def __init__(self, step: float = 1.0) -> None:
        self.slept: list[int] = []
        self.time = 0.0
        self.stops = False
        self.wanted = True
        self._step = step

    def clock(self) -> float:
        self.time += self._step
        return self.time

    async def sleep(self, milliseconds: int) -> None:
        self.slept.append(milliseconds)
        self.time += milliseconds
        if self.stops:
            self.wanted = False

    def ask(self, question: Question = QUESTION, least: int = 0, game: Game | None = None) -> Answer | None:
        game = game or Game(NINE)
        return asyncio.run(answer_early(question, game, least, lambda: self.wanted, self.clock, self.sleep))


def test_the_answer_is_a_legal_move() -> None:
    answer = Desk().ask()
    assert answer is not None
    assert (answer["id"], answer["done"]) == (1, True)
    move = answer["move"]
    assert move is not None
    assert parse_move(move, NINE) in Game(NINE).legal_moves()


def test_others_have_their_turn_after_every_few_milliseconds() -> None:
    desk = Desk(step=SLICE_MS / 4)
    desk.ask()
    assert len(desk.slept) >= 5
    assert set(desk.slept) == {0}


def test_a_move_takes_at_least_its_time() -> None:
    desk = Desk(step=0.0)
    assert desk.ask(least=400)
    assert desk.slept == [400]


def test_a_question_that_is_not_wanted_any_more_is_not_answered() -> None:
    for step, least in ((SLICE_MS, 0), (0.0, 400)):
        desk = Desk(step)
        desk.stops = True
        assert desk.ask(least=least) is None
        assert desk.slept


def test_who_has_little_time_left_plays_at_once() -> None:
    desk = Desk(step=SLICE_MS)
    assert desk.ask({**QUESTION, "limit": {"seconds": 0.0}})
    assert len(desk.slept) <= 2
