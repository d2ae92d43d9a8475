"""The engine as the page uses it: questions go in, answers come out as intents. Loaded when first needed.

While the engine is loading or can't be loaded, the page itself plays the levels that need no search (answer_early) and
goes on loading.
"""

from __future__ import annotations

import asyncio

from js import document, performance
from pyscript.ffi import create_proxy
from pyscript.js_modules.engine_link import openLink

from morris_core.levels.table import find_level

from ..model.translation import _
from .engine_session import EngineError, EngineSession, answer_early

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from ..kernel.features import Ticket
    from ..model.messages import Dispatch, JsObject, Question
    from ..model.state import State

OFF, LOADING, READY, THINKING, FAILED = "off", "loading", "ready", "thinking", "failed"

# Sentences for the reasons of engine/link.mjs.
PROBLEMS = {
    "offline": _("Couldn't load the computer player: you seem to be offline."),
    "stalled": _("Couldn't load the computer player: the download stopped."),
    "missing": _(
        "Couldn't load the computer player: the server doesn't have {file}. There may be a new version of this page. "
        "Reload it; your game won't be lost."
    ),
    "damaged": _("Couldn't load the computer player: {file} is corrupted."),
    "silent": _("The computer player couldn't start on this device."),
    "slow": _("The computer player didn't answer in time."),
    "broken": _("The computer player stopped working."),
    "stopped": _("The computer player was stopped."),
}

PATIENCE = 15.0  # seconds for an answer, unless the caller says otherwise


class EngineClient:
    """One engine, started by the first question or by `start`.

    Args:
        on_state: Called as on_state(state, reason) after each change; `reason` is a sentence if the state is FAILED.
        on_progress: Called as on_progress(loaded, total), in bytes, while the state is LOADING. The total grows as
            files are requested.
    """

    def __init__(self, on_state: Callable[[str, str], None], on_progress: Callable[[int, int], None]) -> None:
        self.state = OFF
        self.reason = ""
        self._on_state = on_state
        self._tell = create_proxy(on_progress)
        self._link: JsObject = None

    async def start(self) -> None:
        """Start the worker, or wait until it has started.

        Raises:
            EngineError: It could not start, and the state is FAILED; the next `start` tries again.
        """
        if self.state in (READY, THINKING):
            return
        if self._link is None:
            self._link = openLink(self._tell)
            self._change(LOADING)
        link = self._link
        answer = await link.started
        if not answer.ok:
            raise self._lost(link, answer)
        if link is self._link and self.state == LOADING:
            performance.mark("engine-ready")
            self._change(READY)

    async def handle(self, text: str, seconds: float = PATIENCE) -> str:
        """Send one request and return the answer. Start the worker if necessary.

        Raises:
            EngineError: No answer came within `seconds`, or the worker broke down. It was ended and the state is
                FAILED. The next request starts a new worker, which doesn't know earlier requests.
        """
        await self.start()
        link = self._link
        if link is None:
            raise EngineError(PROBLEMS["stopped"])
        answer = await link.ask(text, int(seconds * 1000))
        if not answer.ok:
            raise self._lost(link, answer)
        return str(answer.text)

    def think(self, thinking: bool) -> None:
        """Set whether the engine is working for the player, which takes many requests: READY or THINKING."""
        if self.state in (READY, THINKING):
            self._change(THINKING if thinking else READY)

    def _lost(self, link: JsObject, answer: JsObject) -> EngineError:
        """Return the error to raise. If the worker of `link` is still in use, end it."""
        problem = PROBLEMS.get(str(answer.reason), PROBLEMS["broken"]).format(file=str(answer.file))
        if link is self._link:
            self._end(str(answer.reason))
            self._change(FAILED, problem)
        return EngineError(problem)

    def _end(self, reason: str) -> None:
        link, self._link = self._link, None
        if link is not None:
            link.end(reason)

    def _change(self, state: str, reason: str = "") -> None:
        if (state, reason) == (self.state, self.reason):
            return
        self.state, self.reason = state, reason
        document.documentElement.setAttribute("data-engine", state)
        self._on_state(state, reason)


class Engine:
    """Asks the engine's worker, one question at a time, and dispatches the answers and the engine's status."""

    def __init__(self, dispatch: Dispatch, state: State) -> None:
        self._dispatch = dispatch
        self._state = state
        self._loaded = 0  # bytes at the last report
        self._begun = 0.0  # when the first ones came, in milliseconds
        self._ticket: Ticket | None = None  # of the newest question
        self._early: Question | None = None  # the question that the page itself works on
        self._client = EngineClient(self._on_state, self._on_progress)
        self._session = EngineSession(
            self._client,
            lambda answer: dispatch(self._ticket, answer),
            lambda reason: dispatch("engine", {"state": FAILED, "trouble": reason}),
            _now,
            _sleep,
        )

    def ask(self, question: Question, least: int, ticket: Ticket) -> None:
        """Ask a question. A move takes at least `least` milliseconds."""
        self._ticket = ticket
        if not self._is_early(question):
            self._stop_preview()
            _run(self._session.ask(question, least))
            return
        self._session.stop()
        self._early = question
        _run(self._session.warm())
        _run(self._answer_early(question, least))
        self._dispatch("engine", {"state": THINKING, "early": question["level"]})

    def _is_early(self, question: Question) -> bool:
        """Return whether the page itself answers a question: it needs no engine, and the engine isn't loaded."""
        needed = question["task"] != "move" or not find_level(question["level"]).looks_one_ply
        return not needed and self._client.state not in (READY, THINKING)

    async def _answer_early(self, question: Question, least: int) -> None:
        """Answer a question in the page. If that fails for any reason, ask the engine."""
        game, answer = self._state.open.game, None
        try:
            await _sleep(0)  # so that the engine's worker starts before the page thinks
            answer = await answer_early(question, game, least, lambda: self._early is question, _now, _sleep)
        except Exception as error:
            print("The engine is asked, since the page could not think itself:", repr(error))
        if self._early is not question:
            return
        self._stop_preview()
        if answer is None:
            await self._session.ask(question, least)
        else:
            self._dispatch(self._ticket, answer)

    def warm(self) -> None:
        """Load the engine in the background. If it fails, the first question reports it."""
        _run(self._session.warm())

    def stop(self) -> None:
        self._session.stop()
        self._stop_preview()

    def _stop_preview(self) -> None:
        if self._early is not None:
            self._early = None
            self._tell_state()

    def _tell_state(self) -> None:
        """Report the engine's own status, once the page no longer thinks in its place."""
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
