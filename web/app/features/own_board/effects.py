"""The pointer on the board that is drawn: a line is dragged from one place to another."""

from __future__ import annotations

from js import document
from pyscript.ffi import create_proxy
from pyscript.js_modules import browser

from ...model.messages import Dispatch, JsObject

_watched: list[bool] = []  # not empty once the pointer is watched


def watch(dispatch: Dispatch) -> None:
    """Send own-board:join from now on."""
    if _watched:
        return
    _watched.append(True)
    begun = [""]  # the point under the pointer when it was pressed
    aimed: list[JsObject] = []  # the place where the line would end now
    swallow = [False]  # whether the next click ends a drag and means nothing else

    def on_down(event: JsObject) -> None:
        place = browser.around(event.target, "[data-place]")
        can_begin = place and event.button == 0 and event.isPrimary
        if can_begin and str(event.pointerType) != "mouse":  # elsewhere, fingers scroll
            can_begin = str(place.getAttribute("data-drawn")) == "true"
        begun[0], swallow[0] = str(place.getAttribute("data-place")) if can_begin else "", False

    def on_move(event: JsObject) -> None:
        if not begun[0]:
            return
        drop()
        under = document.elementFromPoint(event.clientX, event.clientY)
        place = browser.around(under, "[data-place]") if under else None
        if place and str(place.getAttribute("data-place")) != begun[0]:
            aimed.append(place)
            place.classList.add("aimed")

    def on_up(event: JsObject) -> None:
        on_move(event)
        end = str(aimed[0].getAttribute("data-place")) if aimed else ""
        drop()
        if begun[0] and end:
            swallow[0] = True
            dispatch("own-board:join", begun[0] + " " + end)
        begun[0] = ""

    def drop(_event: JsObject = None) -> None:
        while aimed:
            aimed.pop().classList.remove("aimed")

    def on_click(event: JsObject) -> None:
        if swallow[0]:
            swallow[0] = False
            event.stopPropagation()

    document.addEventListener("pointerdown", create_proxy(on_down))
    document.addEventListener("pointermove", create_proxy(on_move))
    document.addEventListener("pointerup", create_proxy(on_up))
    document.addEventListener("pointercancel", create_proxy(drop))
    document.addEventListener("click", create_proxy(on_click), True)
