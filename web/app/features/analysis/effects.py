"""The effects of the analysis."""

from __future__ import annotations

from js import document
from pyscript.ffi import create_proxy
from pyscript.js_modules import browser

from ...model.messages import Dispatch, JsObject

_watched: list[bool] = []  # not empty once the lines are watched


def watch(dispatch: Dispatch) -> None:
    """Send the intent analysis:line-point from now on, whenever a pointer or the focus reaches or leaves a line of the
    analysis."""
    if _watched:
        return
    _watched.append(True)
    engine = document.getElementById("engine")
    latest = [""]

    def notify(line: str) -> None:
        if line != latest[0]:
            latest[0] = line
            dispatch("analysis:line-point", line)

    def on_point(event: JsObject) -> None:
        found = browser.around(event.target, "[data-line]")
        notify(str(found.getAttribute("data-line")) if found else "")

    def on_leave(event: JsObject) -> None:
        # When the focus goes from line to line, focusin follows.
        if not event.relatedTarget or not browser.around(event.relatedTarget, "#engine [data-line]"):
            notify("")

    # A line that comes under a pointer at rest is not pointed at; browsers tell that by "mouseover" too.
    for kind in ("mousemove", "focusin"):
        engine.addEventListener(kind, create_proxy(on_point))
    for kind in ("mouseleave", "focusout"):
        engine.addEventListener(kind, create_proxy(on_leave))
