"""The thinker: carries one question at a time to the engine and its answers back, slice by slice.

May import nothing of the page; it is given a client (engine_client) and a function for answers, so it is tested
without a browser. The one invariant: when a newer question has come, nothing more is asked and nothing delivered for
an older one.
"""

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import Any

SLICE_MS = 45  # how long the engine thinks between two answers: short, so that stopping is quick
LEAST_MS = 400  # a turn of the computer takes at least so long, or it would answer before its opponent has looked up


class Thinker:
    """Asks the engine.

    client: has `async handle(text) -> text` and `think(bool)`. deliver: takes each answer, a dict. clock: returns
    milliseconds. sleep: `await sleep(milliseconds)`. error: what the client raises when the engine is lost.
    """

    def __init__(
        self,
        client: "Any",
        deliver: "Callable[[dict[str, Any]], None]",
        clock: "Callable[[], float]",
        sleep: "Callable[[int], Awaitable[None]]",
        error: "type[Exception]",
    ) -> None:
        self._client = client
        self._deliver = deliver
        self._clock = clock
        self._sleep = sleep
        self._error = error
        self._current = 0
        self._restarts = 0

    async def ask(self, question: "dict[str, Any]") -> None:
        """Put a question (a start message of the protocol) and deliver its answers until the last one or a newer one.

        An engine that is lost on the way is started again and asked again, once; then its failure stands.
        """
        self._current = question["id"]
        while self._is_current(question):
            try:
                await self._think(question)
                self._restarts = 0
                return
            except self._error:
                self._restarts += 1
                if self._restarts > 1 or not self._is_current(question):
                    self._restarts = 0
                    return

    def stop(self) -> None:
        """Want no more answers."""
        self._current = 0
        self._client.think(False)

    def _is_current(self, question: "dict[str, Any]") -> bool:
        return bool(self._current == question["id"])

    async def _think(self, question: "dict[str, Any]") -> None:
        begun = self._clock()
        answer = json.loads(await self._client.handle(json.dumps(question)))
        if not self._is_current(question):
            return
        self._client.think(True)
        while "error" not in answer and not answer.get("done") and not answer.get("stale"):
            request = {"id": question["id"], "do": "step", "milliseconds": SLICE_MS}
            answer = json.loads(await self._client.handle(json.dumps(request)))
            if not self._is_current(question):
                return
            if not answer.get("done"):
                self._deliver(answer)
        if question["task"] == "move":
            left = LEAST_MS - (self._clock() - begun)
            if left > 0:
                await self._sleep(int(left))
        if self._is_current(question):
            self._client.think(False)
            self._deliver(answer)
