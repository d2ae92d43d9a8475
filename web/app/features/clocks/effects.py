"""The timer of the clocks, and a screen that stays on while one runs."""

from __future__ import annotations

from js import document, window
from pyscript.ffi import create_proxy

from ...model.messages import Dispatch, JsObject


class Ticker:
    """Dispatches the intent clocks:tick at intervals: one timer at a time, and one callback for all of them."""

    def __init__(self) -> None:
        self._timer: int | None = None
        self._on_tick: JsObject = None
        self._lock: JsObject = None

    def set(self, dispatch: Dispatch, milliseconds: int) -> None:
        """Set the interval from now on; 0 stops it."""
        if self._on_tick is None:
            self._on_tick = create_proxy(lambda *_: dispatch("clocks:tick"))
            # The time left when the page is closed is saved.
            window.addEventListener("pagehide", create_proxy(lambda _: dispatch("clocks:tick", True)))
            document.addEventListener("visibilitychange", create_proxy(self._keep_screen_on))
        if self._timer is not None:
            window.clearInterval(self._timer)
        self._timer = window.setInterval(self._on_tick, milliseconds) if milliseconds else None
        self._keep_screen_on()

    def _keep_screen_on(self, _event: object = None) -> None:
        """Keep the screen on while a clock runs, if the browser can. A hidden page loses its lock by itself."""
        if self._timer is None:
            self._hold(None)
        elif hasattr(window.navigator, "wakeLock") and not document.hidden and (not self._lock or self._lock.released):
            refused = create_proxy(lambda _: None)  # the battery is low: nothing to say
            window.navigator.wakeLock.request("screen").then(create_proxy(self._hold), refused)

    def _hold(self, lock: JsObject) -> None:
        """Hold this lock instead of the one before it."""
        if self._lock:
            self._lock.release()
        self._lock = lock
        if lock and self._timer is None:
            self._hold(None)  # the clock has stopped in the meantime


tick = Ticker().set
