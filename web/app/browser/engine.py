"""The engine as the page uses it: questions in, answers as intents out. Loaded when first wanted.

While the engine itself is still on its way, or cannot be had, the levels that need no search play without it: their
moves come from the page (early_player.py), which goes on loading the engine meanwhile.
"""

from __future__ import annotations

import asyncio

from js import performance

from morris_core.levels.table import find_level

from .engine_client import FAILED, OFF, READY, THINKING, EngineClient, EngineError
from .engine_session import EngineSession

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Coroutine

    from ..model.messages import Dispatch, Question
    from ..model.state import State


class Engine:
    """Asks the engine's worker, one question at a time.

    Args:
        dispatch: Takes as intents the answers, and how the engine is.
        state: The page's state, whose game the questions are about.
    """

    def __init__(self, dispatch: Dispatch, state: State) -> None:
        self._dispatch = dispatch
        self._state = state
        self._loaded = 0  # bytes, at the last report
        self._begun = 0.0  # when they began to come, in milliseconds
        self._early: Question | None = None  # what the page itself thinks about
        self._client = EngineClient(self._on_state, self._on_progress)
        self._session = EngineSession(
            self._client,
            EngineError,
            lambda answer: dispatch("answer", answer),
            lambda reason: dispatch("engine", {"state": FAILED, "trouble": reason}),
            _now,
            _sleep,
        )

    def ask(self, question: Question, least: int) -> None:
        """Put a question; a move takes `least` milliseconds at least."""
        if not self._is_early(question):
            self._stop_early()
            _run(self._session.ask(question, least))
            return
        self._session.stop()
        self._early = question
        _run(self._session.warm())
        _run(self._answer_early(question, least))
        self._dispatch("engine", {"state": THINKING, "early": question["level"]})

    def _is_early(self, question: Question) -> bool:
        """Return whether the page itself answers a question: the engine is not needed, nor there."""
        needed = question["task"] != "move" or not find_level(question["level"]).looks_one_ply
        return not needed and self._client.state not in (READY, THINKING)

    async def _answer_early(self, question: Question, least: int) -> None:
        """Answer a question in the page; whatever goes wrong with that, the engine is asked instead."""
        game = self._state.open.game
        answer = None
        try:
            await _sleep(0)  # so that the engine's worker starts before the page thinks
            from .early_player import answer_early

            answer = await answer_early(question, game, least, lambda: self._early is question, _now, _sleep)
        except Exception as error:
            print("The engine is asked, since the page could not think itself:", repr(error))
        if self._early is not question:
            return
        self._stop_early()
        if answer is None:
            await self._session.ask(question, least)
        else:
            self._dispatch("answer", answer)

    def warm(self) -> None:
        """Load the engine quietly: should it fail, the first question tells."""
        _run(self._session.warm())

    def stop(self) -> None:
        """Want no more answers."""
        self._session.stop()
        self._stop_early()

    def _stop_early(self) -> None:
        if self._early is not None:
            self._early = None
            self._tell_state()

    def _tell_state(self) -> None:
        """Say how the engine itself is, once nothing is thinking in its place."""
        state = self._client.state
        self._dispatch("engine", {"state": OFF if state == FAILED else state})

    def _on_state(self, name: str, _: str) -> None:
        if name != FAILED and self._early is None:  # Whether that is the end the session decides.
            self._dispatch("engine", {"state": name})

    def _on_progress(self, loaded: int, total: int) -> None:
        now = float(performance.now())
        if not self._loaded or loaded < self._loaded:
            self._begun = now  # the first bytes, or those of another attempt
        self._loaded = loaded
        self._dispatch("engine", {"loaded": (loaded, total, (now - self._begun) / 1000)})


def _now() -> float:
    return float(performance.now())


async def _sleep(milliseconds: int) -> None:
    await asyncio.sleep(milliseconds / 1000)


def _run(task: Coroutine[object, None, None]) -> None:
    asyncio.create_task(task)  # noqa: RUF006 - MicroPython keeps its tasks
