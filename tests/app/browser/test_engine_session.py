"""The session with the engine, with the test's own engine."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest
from app.browser.engine_session import EngineError, EngineSession

if TYPE_CHECKING:
    from app.model.messages import Answer, Question

MOVE: Question = {"id": 1, "do": "start", "task": "move", "game": "v=nine"}


class Client:
    """Gives the answers one after another, and raises those that are exceptions."""

    def __init__(self, *answers: dict[str, Any] | Exception) -> None:
        self.answers = list(answers)
        self.asked: list[dict[str, Any]] = []
        self.thinking = False

    async def start(self) -> None:
        raise EngineError("no line")

    async def handle(self, text: str) -> str:
        self.asked.append(json.loads(text))
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return json.dumps(answer)

    def think(self, thinking: bool) -> None:
        self.thinking = thinking


class Desk:
    """A session and everything that it delivered. `least`: the milliseconds that an answer takes at least."""

    def __init__(self, *answers: dict[str, Any] | Exception, question: Question = MOVE, least: int = 0) -> None:
        self.client = Client(*answers)
        self.delivered: list[Answer] = []
        self.given_up: list[str] = []
        self.slept: list[int] = []
        self.question, self.least = question, least
        self.session = EngineSession(self.client, self.delivered.append, self.given_up.append, lambda: 0.0, self.sleep)

    async def sleep(self, milliseconds: int) -> None:
        self.slept.append(milliseconds)

    def ask(self) -> None:
        asyncio.run(self.session.ask(self.question, self.least))


THINKING = {"id": 1, "state": "thinking"}
ON_THE_WAY = {"id": 1, "done": False, "best": "d6"}
DONE = {"id": 1, "done": True, "move": "d6"}


WRONG = {"id": 1, "error": "What?"}
CRASH, NO_LINE = EngineError("crash"), EngineError("no line")
# Case: the session, what it delivers, why it gives up, how long it sleeps.
CASES: list[tuple[str, Desk, list[dict[str, Any]], list[str], list[int]]] = [
    ("a move is delivered when it is done", Desk(THINKING, ON_THE_WAY, ON_THE_WAY, DONE), [DONE], [], []),
    (
        "an analysis is delivered all the way",
        Desk(THINKING, ON_THE_WAY, DONE, question={**MOVE, "task": "analyse"}),
        [ON_THE_WAY, DONE],
        [],
        [],
    ),
    (
        "an engine that waits for a file is left alone for a moment",
        Desk(THINKING, ON_THE_WAY, {**ON_THE_WAY, "waiting": True}, DONE),
        [DONE],
        [],
        [60],
    ),
    ("a move takes its least time", Desk(THINKING, DONE, least=400), [DONE], [], [400]),
    ("a lost engine is asked again once", Desk(THINKING, CRASH, THINKING, DONE), [DONE], [], []),
    ("an engine lost twice is given up", Desk(THINKING, CRASH, THINKING, CRASH), [], ["crash"], []),
    ("an engine that never started is given up at once", Desk(NO_LINE), [], ["no line"], []),
    ("an error is delivered", Desk(WRONG), [WRONG], [], []),
]


@pytest.mark.parametrize(("case", "desk", "delivered", "given_up", "slept"), CASES, ids=[case[0] for case in CASES])
def test_a_question(
    case: str, desk: Desk, delivered: list[dict[str, Any]], given_up: list[str], slept: list[int]
) -> None:
    desk.ask()
    assert (desk.delivered, desk.given_up, desk.slept) == (delivered, given_up, slept), case
    assert desk.given_up or not desk.client.thinking


def test_a_failure_while_warming_up_is_not_reported() -> None:
    desk = Desk()
    asyncio.run(desk.session.warm())
    assert desk.given_up == []


def test_a_newer_question_drops_the_older_one() -> None:
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


def test_nothing_is_delivered_after_stop() -> None:
    desk = Desk(THINKING)
    handle = desk.client.handle

    async def stop_then(text: str) -> str:
        answer = await handle(text)
        desk.session.stop()
        return answer

    desk.client.handle = stop_then  # type: ignore[method-assign]
    desk.ask()
    assert desk.delivered == []
    assert len(desk.client.asked) == 1
