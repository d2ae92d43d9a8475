"""The page's end of the wire to the engine: starts its worker when it is wanted, asks it, and ends it when it hangs.

Knows no rules and no protocol: text goes out and text comes back. The other end is engine/worker.py in Pyodide; between
the two stand engine/link.mjs and PyScript. The state is always one of STATES, and is shown as `data-engine` on <html>.

The invariant: there is at most one worker, and an answer of a worker that was ended never reaches a caller.
"""

from __future__ import annotations

from js import document, performance
from pyscript.ffi import create_proxy
from pyscript.js_modules.engine_link import openLink

from ..model.translation import _

STATES = ("off", "loading", "ready", "thinking", "failed")
OFF, LOADING, READY, THINKING, FAILED = STATES

# Why there is no engine, by the reasons of engine/link.mjs.
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

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..model.messages import JsObject


class EngineError(Exception):
    """There is no answer: the worker could not start, hung, broke down or was stopped. The text is for the player."""


class EngineClient:
    """One engine, started by the first question or by `start`.

    >>> engine = EngineClient(on_state=show_state, on_progress=show_progress)      # doctest: +SKIP
    >>> answer = json.loads(await engine.handle(json.dumps(request)))              # doctest: +SKIP

    Args:
        on_state: called as on_state(state, reason) after each change; `reason` is a sentence when the state is FAILED.
        on_progress: called as on_progress(loaded, total), in bytes, while the state is LOADING. The total grows
            as files are asked for.
    """

    def __init__(
        self,
        on_state: Callable[[str, str], None] | None = None,
        on_progress: Callable[[int, int], None] | None = None,
    ) -> None:
        self.state = OFF
        self.reason = ""
        self._on_state = on_state
        self._tell = create_proxy(on_progress or (lambda loaded, total: None))
        self._link: JsObject = None

    async def start(self) -> None:
        """Start the worker, or wait until it has started; return at once when it is there.

        Raises:
            EngineError: it could not start, and the state is FAILED; the next `start` tries again.
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
        """Send one request and return the answer, starting the worker if need be.

        Raises:
            EngineError: no answer within `seconds`, or the worker broke down: it was ended and the state is FAILED; the
                next request starts another, which knows nothing of what was asked before.
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
        """Say whether the engine is at work for the player, which takes many requests: READY or THINKING."""
        if self.state in (READY, THINKING):
            self._change(THINKING if thinking else READY)

    def _lost(self, link: JsObject, answer: JsObject) -> EngineError:
        """Return the error to raise; if the worker of `link` is still the one in use, end it."""
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
        if self._on_state is not None:
            self._on_state(state, reason)
