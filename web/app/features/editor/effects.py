"""The pointer on the editor's board: the right button puts the other colour; men are dragged, also off the board."""

from __future__ import annotations

from js import document
from pyscript.ffi import create_proxy
from pyscript.js_modules import browser

from morris_core.geometry import SIZE

from ...model.messages import Dispatch, JsObject

FAR = 6  # pixels that a pointer moves before it drags
_watched: list[bool] = []  # not empty once the pointer is watched


def watch(dispatch: Dispatch) -> None:
    """Send editor:other and editor:move from now on."""
    if _watched:
        return
    _watched.append(True)
    dragged = Dragged()

    def on_menu(event: JsObject) -> None:
        point = point_at(event.target)
        if point:
            event.preventDefault()
            if str(event.pointerType) != "touch":  # a finger that rests has pressed the point already
                dispatch("editor:other", point)

    def on_down(event: JsObject) -> None:
        dragged.begin(event)

    def on_move(event: JsObject) -> None:
        dragged.move(event)

    def on_up(event: JsObject) -> None:
        value = dragged.end(event)
        if value:
            dispatch("editor:move", value)

    def on_click(event: JsObject) -> None:
        if dragged.swallow:
            dragged.swallow = False
            event.stopPropagation()

    document.addEventListener("contextmenu", create_proxy(on_menu))
    document.addEventListener("pointerdown", create_proxy(on_down))
    document.addEventListener("pointermove", create_proxy(on_move))
    document.addEventListener("pointerup", create_proxy(on_up))
    document.addEventListener("pointercancel", create_proxy(lambda _event: dragged.drop()))
    document.addEventListener("click", create_proxy(on_click), True)


def point_at(element: JsObject) -> str:
    """Return the name of the point of the editor's board that an element belongs to, or ""."""
    found = browser.around(element, "[data-edit]")
    return str(found.getAttribute("data-edit")) if found else ""


class Dragged:
    """The man under the pointer, from the press on."""

    def __init__(self) -> None:
        self.swallow = False  # whether the next click ends a drag and means nothing else
        self._origin = ""
        self._man: JsObject = None
        self._start = (0.0, 0.0)
        self._scale = 1.0
        self._far = False

    def begin(self, event: JsObject) -> None:
        self.drop()
        self.swallow = False
        point = browser.around(event.target, "[data-edit]")
        man = point.querySelector(".man") if point else None
        if man and event.button == 0 and event.isPrimary:
            self._origin, self._man = point_at(point), man
            self._start = (event.clientX, event.clientY)
            self._scale = SIZE / browser.around(point, "svg").getBoundingClientRect().width

    def move(self, event: JsObject) -> None:
        if not self._origin:
            return
        x, y = event.clientX - self._start[0], event.clientY - self._start[1]
        self._far = self._far or abs(x) + abs(y) >= FAR
        if self._far:
            self._man.style.setProperty("transform", f"translate({x * self._scale}px, {y * self._scale}px)")
            self._man.style.setProperty("pointer-events", "none")

    def end(self, event: JsObject) -> str:
        """Return the value of editor:move, or "" if nothing was dragged to another place."""
        origin, far = self._origin, self._far
        self.drop()
        if not origin or not far:
            return ""
        self.swallow = True
        under = document.elementFromPoint(event.clientX, event.clientY)
        to = point_at(under) if under else ""
        off = not to and not browser.around(under, ".edit-board")
        return f"{origin} {to}" if (to and to != origin) or off else ""

    def drop(self) -> None:
        """Let go of the man."""
        if self._man is not None:
            self._man.style.removeProperty("transform")
            self._man.style.removeProperty("pointer-events")
        self._origin, self._man, self._far = "", None, False
