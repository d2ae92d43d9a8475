"""The engine as the page uses it: questions in, answers as intents out. Loaded when first wanted."""

from __future__ import annotations

import asyncio

from js import performance

from .engine_client import FAILED, EngineClient, EngineError
from .engine_session import EngineSession

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Coroutine

    from ..messages import Dispatch, Question


class Engine:
    """Asks the engine's worker, one question at a time.

    Args:
        dispatch: Takes as intents the answers, and how the engine is.
    """

    def __init__(self, dispatch: Dispatch) -> None:
        self._dispatch = dispatch
        self._loaded = 0  # bytes, at the last report
        self._begun = 0.0  # when they began to come, in milliseconds
        self._session = EngineSession(
            EngineClient(self._on_state, self._on_progress),
            EngineError,
            lambda answer: dispatch("answer", answer),
            lambda reason: dispatch("engine", {"state": FAILED, "trouble": reason}),
            lambda: float(performance.now()),
            _sleep,
        )

    def ask(self, question: Question, least: int) -> None:
        """Put a question; a move takes `least` milliseconds at least."""
        _run(self._session.ask(question, least))

    def warm(self) -> None:
        """Load the engine quietly: should it fail, the first question tells."""
        _run(self._session.warm())

    def stop(self) -> None:
        """Want no more answers."""
        self._session.stop()

    def _on_state(self, name: str, _: str) -> None:
        if name != FAILED:  # Whether that is the end the session decides.
            self._dispatch("engine", {"state": name})

    def _on_progress(self, loaded: int, total: int) -> None:
        now = float(performance.now())
        if not self._loaded or loaded < self._loaded:
            self._begun = now  # the first bytes, or those of another attempt
        self._loaded = loaded
        self._dispatch("engine", {"loaded": (loaded, total, (now - self._begun) / 1000)})


async def _sleep(milliseconds: int) -> None:
    await asyncio.sleep(milliseconds / 1000)


def _run(task: Coroutine[object, None, None]) -> None:
    asyncio.create_task(task)  # noqa: RUF006 - MicroPython keeps its tasks
