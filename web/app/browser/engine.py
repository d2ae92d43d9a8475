"""Wires the thinker to the engine's worker and to the page. Needs the browser; loaded when first wanted."""

from __future__ import annotations

import asyncio

from js import performance

from .engine_client import FAILED, EngineClient, EngineError
from .engine_session import Thinker

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def make_thinker(dispatch: Callable[[str, dict[str, Any]], None]) -> Thinker:
    """Return a thinker whose answers, and how the engine is, go to `dispatch` as intents."""

    def on_state(name: str, _: str) -> None:
        if name != FAILED:  # Whether that is the end the thinker decides.
            dispatch("engine", {"state": name})

    def give_up(reason: str) -> None:
        dispatch("engine", {"state": FAILED, "trouble": reason})

    before, begun = 0, 0.0

    def on_progress(loaded: int, total: int) -> None:
        nonlocal before, begun
        now = float(performance.now())
        if not before or loaded < before:
            begun = now  # the first bytes, or those of another attempt
        before = loaded
        dispatch("engine", {"loaded": (loaded, total, (now - begun) / 1000)})

    async def sleep(milliseconds: int) -> None:
        await asyncio.sleep(milliseconds / 1000)

    return Thinker(
        EngineClient(on_state, on_progress),
        EngineError,
        lambda answer: dispatch("answer", answer),
        give_up,
        lambda: float(performance.now()),
        sleep,
    )
