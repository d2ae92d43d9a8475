"""An engine session: sends one question at a time to the engine in slices, and delivers its answers.

Invariant: after a newer question, nothing more is asked or delivered for an older one.
"""

from __future__ import annotations

import json
import random

from morris_core.levels.one_ply import think
from morris_core.levels.table import find_level
from morris_core.notation import format_move

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import Protocol

    from ..model.messages import Answer, Question

    class Client(Protocol):
        """The page's connection to the worker. See EngineClient in engine.py."""

        async def start(self) -> None: ...
        async def handle(self, text: str) -> str: ...
        def think(self, thinking: bool) -> None: ...

    from morris_core import Game


EARLY_SLICE_MS = 12
"""How long it thinks before others have their turn; one more move may be looked at beyond that."""


async def answer_early(
    question: Question,
    game: Game,
    least: int,
    is_wanted: Callable[[], bool],
    clock: Callable[[], float],
    sleep: Callable[[int], Awaitable[None]],
) -> Answer | None:
    """Compute the move of a level that looks one ply ahead, as the engine would.

    Args:
        question: A start message of the protocol.
        game: The game of the question. Others may change it during the call.
        least: The least milliseconds of the move.
        is_wanted: Returns whether an answer is still needed.
        clock: Returns milliseconds.
        sleep: `await sleep(milliseconds)`.

    Returns:
        The answer, or None if it is no longer needed.
    """
    begun = clock()
    seconds = question["limit"]["seconds"] if "limit" in question else None

    def is_over() -> bool:
        return seconds is not None and clock() - begun > 1000 * seconds

    move = None
    ends = begun + EARLY_SLICE_MS
    for found in think(game, find_level(question["level"]), random, is_over):
        move = found
        if clock() >= ends:
            await sleep(0)
            if not is_wanted():
                return None
            ends = clock() + EARLY_SLICE_MS
    left = least - (clock() - begun)
    if left > 0:
        await sleep(int(left))
    if not is_wanted():
        return None
    text = None if move is None else format_move(move, game.variant)
    return {"id": question["id"], "done": True, "best": text, "move": text}


# Milliseconds that the engine thinks between two answers: short, so that it is soon free for another question. But each
# answer of an analysis is drawn, which takes time on a phone.
SLICE_MS = {"move": 45, "hint": 45, "draw": 45, "analyse": 150, "review": 150}
# The tasks with intermediate answers.
SHOWN_ON_THE_WAY = ("analyse", "review")

# Milliseconds before asking again an engine that is waiting for a file.
WAITING_MS = 60


class EngineError(Exception):
    """There is no answer: the worker could not start, hung, broke down or was stopped. The text is for the player."""


class EngineSession:
    """Asks the engine.

    Args:
        client: Its `start` and `handle` raise EngineError if the engine is lost.
        deliver: Receives each answer, a dict.
        give_up: Receives a sentence if there is no engine.
        clock: Returns milliseconds.
        sleep: `await sleep(milliseconds)`.
    """

    def __init__(
        self,
        client: Client,
        deliver: Callable[[Answer], None],
        give_up: Callable[[str], None],
        clock: Callable[[], float],
        sleep: Callable[[int], Awaitable[None]],
    ) -> None:
        self._client = client
        self._deliver = deliver
        self._give_up = give_up
        self._clock = clock
        self._sleep = sleep
        self._current = 0
        self._answered = False

    async def ask(self, question: Question, least: int = 0) -> None:
        """Ask a question (a start message of the protocol) and deliver its answer; of an analysis all answers.

        An engine that is lost after it has answered is started and asked again, once for each question. `least`: the
        least milliseconds of a move.
        """
        self._current = question["id"]
        again = True
        while self._is_current(question):
            try:
                await self._think(question, least)
                return
            except EngineError as lost:
                if self._is_current(question) and not (again and self._answered):
                    self._current = 0
                    self._give_up(str(lost))
                again = self._answered = False

    async def warm(self) -> None:
        """Load the engine. If that fails, the first question reports it."""
        try:
            await self._client.start()
        except EngineError:
            return

    def stop(self) -> None:
        self._current = 0
        self._client.think(False)

    def _is_current(self, question: Question) -> bool:
        return bool(self._current == question["id"])

    async def _send(self, request: object) -> Answer:
        answer: Answer = json.loads(await self._client.handle(json.dumps(request)))
        self._answered = True
        return answer

    async def _think(self, question: Question, least: int) -> None:
        answer = await self._send(question)
        begun = self._clock()
        if not self._is_current(question):
            return
        self._client.think(True)
        while "error" not in answer and not answer.get("done") and not answer.get("stale"):
            answer = await self._send({"id": question["id"], "do": "step", "milliseconds": SLICE_MS[question["task"]]})
            if not self._is_current(question):
                return
            if question["task"] in SHOWN_ON_THE_WAY and not answer.get("done"):
                self._deliver(answer)
            if answer.get("waiting"):
                await self._sleep(WAITING_MS)
        left = least - (self._clock() - begun)
        if question["task"] == "move" and left > 0:
            await self._sleep(int(left))
        if self._is_current(question):
            self._client.think(False)
            self._deliver(answer)
