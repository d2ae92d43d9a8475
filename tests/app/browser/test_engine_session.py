"""The session, with an engine made up by the test."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from app.browser.engine_session import EngineSession

if TYPE_CHECKING:
    from app.model.messages import Answer, Question

MOVE: Question = {"id": 1, "do": "start", "task": "move", "game": "v=nine"}


class EngineLost(Exception):
    pass


class Client:
    """Answers what it was given, one after another; an answer that is an exception is raised."""

    def __init__(self, *answers: dict[str, Any] | Exception) -> None:
        self.answers = list(answers)
        self.asked: list[dict[str, Any]] = []
        self.thinking = False

    async def start(self) -> None:
        raise EngineLost("no line")

    async def handle(self, text: str) -> str:
        self.asked.append(json.loads(text))
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return json.dumps(answer)

    def think(self, thinking: bool) -> None:
        self.thinking = thinking


class Desk:
    """A session and everything that came out of it."""

    def __init__(self, *answers: dict[str, Any] | Exception) -> None:
        self.client = Client(*answers)
        self.delivered: list[Answer] = []
        self.given_up: list[str] = []
        self.slept: list[int] = []
        self.session = EngineSession(
            self.client, EngineLost, self.delivered.append, self.given_up.append, lambda: 0.0, self.sleep
        )

    async def sleep(self, milliseconds: int) -> None:
        self.slept.append(milliseconds)

    def ask(self, question: Question, least: int = 0) -> None:
        asyncio.run(self.session.ask(question, least))


THINKING = {"id": 1, "state": "thinking"}
ON_THE_WAY = {"id": 1, "done": False, "best": "d6"}
DONE = {"id": 1, "done": True, "move": "d6"}


def test_an_engine_that_waits_for_a_file_is_left_alone_for_a_moment() -> None:
    desk = Desk(THINKING, ON_THE_WAY, {**ON_THE_WAY, "waiting": True}, DONE)
    desk.ask(MOVE)
    assert desk.slept == [60]
    assert desk.delivered == [DONE]


def test_a_move_is_delivered_when_it_is_done() -> None:
    desk = Desk(THINKING, ON_THE_WAY, ON_THE_WAY, DONE)
    desk.ask(MOVE)
    assert desk.delivered == [DONE]
    assert [request["do"] for request in desk.client.asked] == ["start", "step", "step", "step"]
    assert not desk.client.thinking


def test_an_analysis_is_delivered_all_the_way() -> None:
    desk = Desk(THINKING, ON_THE_WAY, DONE)
    desk.ask({**MOVE, "task": "analyse"})
    assert desk.delivered == [ON_THE_WAY, DONE]


def test_a_move_takes_at_least_its_time() -> None:
    desk = Desk(THINKING, DONE)
    desk.ask(MOVE, 400)
    assert desk.slept == [400]


def test_a_lost_engine_is_asked_again_once() -> None:
    desk = Desk(THINKING, EngineLost("crash"), THINKING, DONE)
    desk.ask(MOVE)
    assert desk.delivered == [DONE]
    assert desk.given_up == []


def test_an_engine_lost_twice_is_given_up() -> None:
    desk = Desk(THINKING, EngineLost("crash"), THINKING, EngineLost("crash again"))
    desk.ask(MOVE)
    assert desk.given_up == ["crash again"]
    assert desk.delivered == []


def test_an_engine_that_never_came_is_given_up_at_once() -> None:
    desk = Desk(EngineLost("no line"))
    desk.ask(MOVE)
    assert desk.given_up == ["no line"]


def test_warming_up_in_vain_is_no_trouble() -> None:
    desk = Desk()
    asyncio.run(desk.session.warm())
    assert desk.given_up == []


def test_an_error_is_delivered() -> None:
    wrong = {"id": 1, "error": "What?"}
    desk = Desk(wrong)
    desk.ask(MOVE)
    assert desk.delivered == [wrong]


def test_nothing_is_delivered_once_a_newer_question_has_come() -> None:
    desk = Desk(THINKING, ON_THE_WAY, {**THINKING, "id": 2}, {**DONE, "id": 2, "move": "a1"})

    async def both() -> None:
        handle = desk.client.handle

        async def interrupt(text: str) -> str:
            if len(desk.client.asked) == 1:
                desk.client.handle = handle  # type: ignore[method-assign]
                answer = await handle(text)
                await desk.session.ask({**MOVE, "id": 2})
                return answer
            return await handle(text)

        desk.client.handle = interrupt  # type: ignore[method-assign]
        await desk.session.ask(MOVE)

    asyncio.run(both())
    assert [answer["move"] for answer in desk.delivered] == ["a1"]


def test_nothing_is_delivered_once_stopped() -> None:
    desk = Desk(THINKING)
    handle = desk.client.handle

    async def stop_then(text: str) -> str:
        answer = await handle(text)
        desk.session.stop()
        return answer

    desk.client.handle = stop_then  # type: ignore[method-assign]
    desk.ask(MOVE)
    assert desk.delivered == []
    assert len(desk.client.asked) == 1
