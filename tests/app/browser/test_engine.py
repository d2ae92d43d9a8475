"""The engine as the page uses it: transcripts of what its worker gets and of what the page hears."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from app.browser import engine as module
from app.browser.engine import Engine
from app.kernel.features import Ticket

from tests.app.playing import opened

# A question with the id 1 or 2: a move of a level that needs the engine, one of a level that does not, an analysis.
QUESTIONS = {
    "move": {"task": "move", "game": "v=nine", "level": 8},
    "low": {"task": "move", "game": "v=nine", "level": 1},
    "analyse": {"task": "analyse", "game": "v=nine"},
}


class Desk:
    """An engine, the test's own worker, and the transcript of both."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.state = opened("v=nine&m=d6.f4.d2.b4")
        self.time = 0.0
        self.broken = False
        self.engine = Engine(self.dispatch, self.state, self.open_link, self.load, lambda: self.time, self.sleep)
        self.hear: Callable[..., None] = lambda *_: None
        self.tickets: list[Ticket] = []

    def dispatch(self, intent: str | Ticket, value: Any) -> None:
        if isinstance(intent, Ticket):
            assert intent is self.tickets[-1]
            text = value.get("error") or value.get("move") or "on the way"
            self.said.append(f"answer {value['id']}: {text}")
            return
        self.state.engine.hear(value)
        early = f" early {value['early']}" if "early" in value else ""
        self.said.append("engine: " + value.get("trouble", value.get("state", "")) + early)

    def open_link(self, hear: Callable[..., None]) -> Desk:
        self.said.append("open")
        self.hear = hear
        return self

    async def load(self) -> Desk:
        self.said.append("load")
        return self

    text = "the first moves"

    def ask(self, text: str) -> None:
        self.said.append("to worker: " + (str(json.loads(text)["id"]) if text else "stop"))

    def end(self) -> None:
        self.said.append("end")

    async def sleep(self, milliseconds: float) -> None:
        if milliseconds:
            self.said.append(f"sleep {milliseconds:.0f}")
        await asyncio.sleep(0)
        self.time += milliseconds

    async def act(self, line: str) -> None:
        """Do what a line of a script says."""
        what, *values = line.split()
        if what == "ask":
            task, id_, *least = values
            self.tickets.append(Ticket("answer", "", None, True))
            self.engine.ask({**QUESTIONS[task], "id": int(id_)}, int(least[0]) if least else 0, self.tickets[-1])  # type: ignore[typeddict-item]
        elif what == "begin":
            self.state.put_on_board(opened("v=nine&w=level8").open)
        elif what in ("stop", "warm"):
            getattr(self.engine, what)()
        elif what == "line":
            self.hear("line", " ".join(values))
        elif what in ("partly", "done"):
            self.hear(
                "line",
                json.dumps({"id": int(values[0]), "done": what == "done", "move": "d6" if what == "done" else None}),
            )
        elif what == "fail":
            self.state.engine.hear({"state": "failed", "trouble": "It broke."})
        elif what == "break":
            self.broken = True
        elif what == "wait":
            for _ in range(300):
                await asyncio.sleep(0)
        else:
            self.hear(what, *values, *([""] if what == "lost" else []))

    def run(self, script: str) -> str:
        async def play() -> None:
            for line in script.split(", "):
                await self.act(line)
            await self.act("wait")

        asyncio.run(play())
        return ", ".join(self.said)


LOADED = "open, engine: loading, "
# Scripts of events, each with its transcript.
SCRIPTS = {
    "a move is delivered when it is done": (
        "ask move 1, ready snapshot, done 1",
        LOADED + "to worker: 1, engine: ready, to worker: stop, answer 1: d6",
    ),
    "an analysis is delivered all the way": (
        "ask analyse 1, ready snapshot, partly 1, partly 1, done 1",
        LOADED
        + "to worker: 1, engine: ready, answer 1: on the way, answer 1: on the way, to worker: stop, answer 1: d6",
    ),
    "a move takes its least time": (
        "warm, ready snapshot, ask move 1 400, done 1",
        LOADED + "to worker: stop, engine: ready, to worker: 1, to worker: stop, sleep 400, answer 1: d6",
    ),
    "a stop drops a move that waits for its time": (
        "warm, ready snapshot, ask move 1 400, done 1, stop",
        LOADED + "to worker: stop, engine: ready, to worker: 1, to worker: stop, to worker: stop, sleep 400",
    ),
    "a worker lost while its move waits for its time is not missed": (
        "warm, ready snapshot, ask move 1 400, done 1, lost broken",
        LOADED + "to worker: stop, engine: ready, to worker: 1, to worker: stop, sleep 400, engine: off, answer 1: d6",
    ),
    "a newer question drops the older one": (
        "ask analyse 1, ready snapshot, ask move 2, partly 1, done 1, done 2",
        LOADED + "to worker: 1, engine: ready, to worker: 2, to worker: stop, answer 2: d6",
    ),
    "nothing is delivered after a stop": (
        "ask analyse 1, ready snapshot, stop, partly 1, done 1",
        LOADED + "to worker: 1, engine: ready, to worker: stop",
    ),
    "a worker that was ready is replaced once for each question": (
        "ask move 1, ready snapshot, lost broken, ready snapshot, lost slow, ask move 2, ready snapshot, lost broken",
        LOADED + "to worker: 1, engine: ready, " + LOADED + "to worker: 1, engine: ready, "
        "engine: The computer player didn't answer in time., "
        + LOADED
        + "to worker: 2, engine: ready, "
        + LOADED
        + "to worker: 2",
    ),
    "a worker that never started is given up at once": (
        "ask move 1, lost silent",
        LOADED + "to worker: 1, engine: The computer player couldn't start on this device.",
    ),
    "one lost while it loads in the background is not reported": (
        "warm, lost offline, warm, lost offline",
        "open, engine: loading, to worker: stop, open, to worker: stop",
    ),
    "one that died between two questions is replaced": (
        "ask move 1, ready snapshot, done 1, wait, lost broken, ask move 2",
        LOADED + "to worker: 1, engine: ready, to worker: stop, answer 1: d6, " + LOADED + "to worker: 2",
    ),
    "one that answers nonsense is replaced": (
        "ask move 1, ready snapshot, line ][",
        LOADED + "to worker: 1, engine: ready, end, " + LOADED + "to worker: 1",
    ),
    "an answer that is no object is nonsense": (
        "ask move 1, ready snapshot, line [1]",
        LOADED + "to worker: 1, engine: ready, end, " + LOADED + "to worker: 1",
    ),
    "so is one about nothing": (
        "ask move 1, ready snapshot, line {}",
        LOADED + "to worker: 1, engine: ready, end, " + LOADED + "to worker: 1",
    ),
    "an error is delivered": (
        'ask move 1, ready snapshot, line {"id":1,"error":"What?"}',
        LOADED + "to worker: 1, engine: ready, to worker: stop, answer 1: What?",
    ),
    "after a failure the status is reported anew": (
        "ask move 1, ready snapshot, done 1, wait, fail, ask move 2",
        LOADED + "to worker: 1, engine: ready, to worker: stop, answer 1: d6, to worker: 2, engine: ready",
    ),
    "a low level plays while the engine loads, whose status is reported after it": (
        "ask low 1",
        "open, to worker: stop, engine: ready early 1, engine: loading, answer 1: d6",
    ),
    "a low level's move takes its least time, too": (
        "ask low 1 400",
        "open, to worker: stop, engine: ready early 1, sleep 400, engine: loading, answer 1: d6",
    ),
    "an engine that comes meanwhile makes no second move": (
        "ask low 1, ready snapshot",
        "open, to worker: stop, engine: ready early 1, answer 1: d6",
    ),
    "without the engine a low level plays on": (
        "ask low 1, lost offline, wait, ask low 2, lost offline",
        "open, to worker: stop, engine: ready early 1, engine: off, answer 1: d6, "
        "open, to worker: stop, engine: ready early 1, engine: off, answer 2: d6",
    ),
    "a stop ends the page's own thinking": (
        "ask low 1, stop",
        "open, to worker: stop, engine: ready early 1, engine: loading, to worker: stop",
    ),
    "an analysis takes the place of the page's own thinking": (
        "ask low 1, ask analyse 2",
        "open, to worker: stop, engine: ready early 1, to worker: 2, engine: loading",
    ),
    "the first men of a higher level are loaded with the engine, and played before it is there": (
        "begin, warm, wait, ask move 1, wait, ask move 2",
        LOADED + "to worker: stop, load, to worker: stop, engine: ready early 0, engine: loading, answer 1: d6, "
        "to worker: stop, engine: ready early 0, engine: loading, answer 2: d6",
    ),
    "they are not loaded once the engine is there": (
        "begin, ask move 1, ready snapshot, wait, done 1",
        "open, to worker: stop, engine: ready early 0, to worker: 1, to worker: stop, answer 1: d6",
    ),
    "what the page cannot answer goes to the engine": (
        "break, ask low 1, wait, ready snapshot, done 1",
        "open, to worker: stop, engine: ready early 1, to worker: 1, engine: loading, "
        "engine: ready, to worker: stop, answer 1: d6",
    ),
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_transcript(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def answer_early(question: Any, _game: object, load_moves: Any, *_values: object) -> dict[str, Any] | None:
        if desk.broken:
            raise MemoryError("by a test")
        if question["level"] == 8 and await load_moves() != Desk.text:
            return None
        return {"id": question["id"], "done": True, "move": "d6"}

    monkeypatch.setattr(module, "answer_early", answer_early)
    desk = Desk()
    script, transcript = SCRIPTS[name]
    assert desk.run(script) == transcript


def test_progress_has_the_seconds_since_the_first_bytes_of_this_attempt() -> None:
    desk = Desk()
    desk.engine.warm()
    for time, loaded in ((5_000, 10), (7_000, 20), (30_000, 5), (31_000, 9)):
        desk.time = time
        desk.hear("progress", loaded, 100)
        assert desk.state.engine.loaded == (loaded, 100, {10: 0, 20: 2, 5: 0, 9: 1}[loaded])
