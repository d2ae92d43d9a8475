"""The engine as the page uses it: questions go in, answers come out as intents. Loaded when first needed.

While the engine is loading or can't be loaded, the page itself plays what it can (early_player.py) and goes on loading.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Protocol

from morris_core.levels.table import find_level

from ..kernel.features import Ticket
from ..model.messages import Answer, Dispatch, Question
from ..model.state import State
from ..model.translation import _
from .early_player import answer_early, may_answer, needs_no_search


class Link(Protocol):
    """The connection to the worker: see engine/link.mjs."""

    def ask(self, text: str) -> None: ...
    def end(self) -> None: ...


class Loaded(Protocol):
    """A file: its text, or ""."""

    text: str


MOMENT_MS = 50
OFF, LOADING, READY, FAILED = "off", "loading", "ready", "failed"

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
}


async def sleep_milliseconds(milliseconds: float) -> None:
    await asyncio.sleep(milliseconds / 1000)


class Engine:
    """Asks the engine's worker, one question at a time, and dispatches the answers and the engine's status.

    Args:
        dispatch: Sends an intent to the controller.
        state: Only read.
        open_link: Starts a worker, as `openLink` of engine/link.mjs does.
        load: Promises the first moves, as `loadFile` of boot/browser.mjs does.
        clock: Returns milliseconds.
        sleep: `await sleep(milliseconds)`.
    """

    def __init__(
        self,
        dispatch: Dispatch,
        state: State,
        open_link: Callable[[Callable[..., None]], Link],
        load: Callable[[], Awaitable[Loaded]],
        clock: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = sleep_milliseconds,
    ) -> None:
        self._dispatch, self._state, self._open_link = dispatch, state, open_link
        self._load, self._clock, self._sleep = load, clock, sleep
        self._first_moves, self._fetching = "", False
        self._link: Link | None = None
        self._status = OFF
        self._loaded = 0  # bytes at the last report
        self._begun = 0.0  # when the first ones came, in milliseconds
        self._question: Question | None = None  # the newest one, until it has its last answer
        self._ticket: Ticket | None = None
        self._earliest = 0.0  # when its answer may come, in milliseconds
        self._again = False  # whether it is asked again if the worker is lost
        self._here = False  # whether the page has it, not the worker: to work on it, or to wait until `earliest`

    def ask(self, question: Question, least: int, ticket: Ticket) -> None:
        """Ask a question in place of the one before. A move takes at least `least` milliseconds."""
        self._question, self._ticket, self._again = question, ticket, True
        move = question["task"] == "move"
        self._wait_for(least if move else 0)
        level = find_level(question["level"]) if move else None
        self._here = level is not None and self._status != READY and may_answer(level, self._state.open.game)
        self._send(None if self._here else question)
        if level is not None and self._here:
            _run(self._answer_early(question, least))
            self._dispatch("engine", {"state": READY, "early": level.number if level.looks_one_ply(False) else 0})
        else:
            self._show()

    def warm(self) -> None:
        """Load the engine in the background, and the first moves. If it fails, the first question reports it."""
        if self._link is None:
            self._send(None)
            players, game = self._state.open.players, self._state.open.game
            levels = [find_level(int(player)) for player in players if player != "human"]
            if any(may_answer(level, game) and not needs_no_search(level, game) for level in levels):
                self._fetch_moves()

    def stop(self) -> None:
        self._question, self._here = None, False
        self._show()
        if self._link is not None:
            self._link.ask("")

    def _send(self, question: Question | None) -> None:
        """Give the worker a question in place of the one before, or none. Start a worker if necessary."""
        if self._link is None:
            self._link, self._status = self._open_link(self._hear), LOADING
            self._show()
        self._link.ask("" if question is None else json.dumps(question))

    def _fetch_moves(self) -> None:
        """Load the text of the first moves in the background."""
        if not self._first_moves and not self._fetching:
            self._fetching = True
            _run(self._load_moves())

    async def _load_moves(self) -> None:
        text = str((await self._load()).text)
        self._fetching = False
        if self._status != READY:
            self._first_moves = text

    async def _moves(self) -> str:
        """Return the text of the first moves once it is loaded, or "" if that fails or the engine is there before."""
        if self._status != READY:
            self._fetch_moves()
        while self._fetching and self._status != READY:
            await self._sleep(MOMENT_MS)
        return self._first_moves

    def _wait_for(self, least: int) -> None:
        """Let the answer come in `least` milliseconds or later."""
        self._earliest = self._clock() + least if least else 0.0

    async def _answer_early(self, question: Question, least: int) -> None:
        """Answer a question in the page. If that fails for any reason, ask the engine."""
        game, answer = self._state.open.game, None
        await self._sleep(0)  # so that the engine's worker starts before the page thinks, which blocks it for a moment
        if self._question is not question:
            return
        try:
            self._wait_for(least)
            answer = await answer_early(
                question, game, self._moves, lambda: self._question is question, self._clock, self._sleep
            )
        except Exception as error:
            print("The engine is asked, since the page could not think itself:", repr(error))
        if self._question is not question:
            return
        if answer is not None:
            await self._deliver(question, answer)
        else:
            self._here = False
            self._send(question)
            self._show()

    async def _deliver(self, question: Question, answer: Answer) -> None:
        """Dispatch the last answer to a question, but not before its time."""
        left = self._earliest - self._clock() if self._earliest else 0
        if left > 0:
            await self._sleep(left)
        if self._question is question:
            self._question, self._here = None, False
            self._show()
            self._dispatch(self._ticket, answer)

    def _hear(self, event: str, *values: Any) -> None:
        """Hear from the worker: see engine/link.mjs."""
        if event == "progress":
            self._report_progress(*values)
        elif event == "ready":
            self._status, self._first_moves = READY, ""
            self._show()
        elif event == "line":
            self._read(str(values[0]))
        else:
            self._lose(*values)

    def _report_progress(self, loaded: int, total: int) -> None:
        now = self._clock()
        if not self._loaded or loaded < self._loaded:
            self._begun = now  # the first bytes, or those of another attempt
        self._loaded = loaded
        self._dispatch("engine", {"loaded": (loaded, total, (now - self._begun) / 1000)})

    def _read(self, text: str) -> None:
        """Read a line of the worker's, which may belong to an earlier question."""
        question = self._question
        try:
            answer: Answer = json.loads(text)
            id_ = answer["id"]
        except (ValueError, KeyError, TypeError):
            assert self._link is not None
            self._link.end()
            self._lose("broken", "")
            return
        if question is None or id_ != question["id"]:
            return
        if "error" in answer or answer.get("done"):
            self._here = True
            self._send(None)
            _run(self._deliver(question, answer))
        else:
            self._dispatch(self._ticket, answer)

    def _lose(self, reason: str, file: str) -> None:
        """Do without the worker, which has ended. If it had been ready, ask another one, once for each question."""
        again = self._again and self._status == READY
        self._link, self._status = None, OFF
        if self._question is None or self._here:
            return
        if again:
            self._again = False
            self._send(self._question)
        else:
            self._question = None
            self._dispatch("engine", {"state": FAILED, "trouble": PROBLEMS[reason].format(file=file)})

    def _show(self) -> None:
        """Dispatch the engine's status if the page shows another one, except while the page answers in its place."""
        if self._status != self._state.engine.status and not self._here:
            self._dispatch("engine", {"state": self._status})


def _run(task: Coroutine[object, None, None]) -> None:
    asyncio.create_task(task)  # noqa: RUF006 - MicroPython keeps its tasks
