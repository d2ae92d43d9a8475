"""The early player, with a clock and a sleep made up by the test."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from app.browser.early_player import SLICE_MS, EarlyPlayer

from morris_core import Game, find_variant
from morris_core.notation import parse_move

if TYPE_CHECKING:
    from app.messages import Question

NINE = find_variant("nine")
QUESTION: Question = {"id": 1, "do": "start", "task": "move", "game": "v=nine", "level": 1}


class Desk:
    """An early player and everything that came out of it. Its clock goes on by `step` each time it is read."""

    def __init__(self, step: float = 1.0) -> None:
        self.delivered: list[dict[str, Any]] = []
        self.slept: list[int] = []
        self.time = 0.0
        self.stops = False
        self._step = step
        self.player = EarlyPlayer(self.delivered.append, self.clock, self.sleep)  # type: ignore[arg-type]

    def clock(self) -> float:
        self.time += self._step
        return self.time

    async def sleep(self, milliseconds: int) -> None:
        self.slept.append(milliseconds)
        self.time += milliseconds
        if self.stops:
            self.player.stop()

    def ask(self, question: Question = QUESTION, least: int = 0, game: Game | None = None) -> None:
        asyncio.run(self.player.ask(question, game or Game(NINE), least))


def test_a_legal_move_is_delivered_and_nothing_is_thought_about_any_more() -> None:
    desk = Desk()
    desk.ask()
    (answer,) = desk.delivered
    assert (answer["id"], answer["done"]) == (1, True)
    assert parse_move(answer["move"], NINE) in Game(NINE).legal_moves()
    assert desk.player.current is None


def test_others_have_their_turn_after_every_few_milliseconds() -> None:
    desk = Desk(step=SLICE_MS / 4)
    desk.ask()
    assert len(desk.slept) >= 5
    assert set(desk.slept) == {0}


def test_a_move_takes_at_least_its_time() -> None:
    desk = Desk(step=0.0)
    desk.ask(least=400)
    assert desk.slept == [400]
    assert desk.delivered


def test_a_question_that_is_not_wanted_any_more_is_not_answered() -> None:
    for step, least in ((SLICE_MS, 0), (0.0, 400)):
        desk = Desk(step)
        desk.stops = True
        desk.ask(least=least)
        assert desk.slept
        assert desk.delivered == []


def test_of_two_questions_the_last_one_is_answered() -> None:
    desk = Desk(step=SLICE_MS)

    async def ask_twice() -> None:
        first = desk.player.ask(QUESTION, Game(NINE), 0)
        second = desk.player.ask({**QUESTION, "id": 2}, Game(NINE), 0)
        await asyncio.gather(first, second)

    asyncio.run(ask_twice())
    assert [answer["id"] for answer in desk.delivered] == [2]


def test_who_has_little_time_left_plays_at_once() -> None:
    desk = Desk(step=SLICE_MS)
    desk.ask({**QUESTION, "limit": {"seconds": 0.0}})
    assert len(desk.slept) <= 2
    assert desk.delivered
