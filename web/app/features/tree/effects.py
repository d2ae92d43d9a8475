"""The gestures that step through the lines and open the menu of a move."""

from __future__ import annotations

from js import clearTimeout, document, setTimeout
from pyscript.ffi import create_proxy, to_js
from pyscript.js_modules import browser

from ...model.messages import Dispatch, JsObject

NOTCH = 60  # how far the wheel turns for a step, in pixels
HOLD_MS = 600  # a finger that rests longer opens the menu
MOVES = '#moves [data-intent="step"], #moves [data-intent="tree:go"]'
KEYS = ("ArrowUp", "ArrowDown", "1", "2", "3", "4", "5", "6")
# Elements that use these keys themselves.
TAKES_KEYS = "input, select, textarea, dialog, [data-keys], #moves, #board"


def watch(dispatch: Dispatch) -> None:
    """Send step, tree:key and tree:menu from now on."""
    turned = [0.0]
    held: list[JsObject] = [None]

    def scrolls() -> bool:
        page = document.documentElement
        return bool(page.scrollHeight > page.clientHeight + 1)

    def on_wheel(event: JsObject) -> None:
        field = document.activeElement
        if event.ctrlKey or scrolls() or (field and browser.around(field, "textarea")):
            return
        event.preventDefault()
        turned[0] += event.deltaY * (16 if event.deltaMode else 1)
        if abs(turned[0]) >= NOTCH:
            dispatch("step", "next" if turned[0] > 0 else "previous")
            turned[0] = 0

    def open_menu(found: JsObject, x: float, y: float) -> None:
        value = str(found.getAttribute("data-value"))
        if str(found.getAttribute("data-intent")) == "step":
            value = "ply " + value
        dispatch("tree:menu", f"{value} {int(x)} {int(y)}")

    def on_menu(event: JsObject) -> None:
        found = browser.around(event.target, MOVES)
        if found:
            event.preventDefault()
            open_menu(found, event.clientX, event.clientY)

    def on_key(event: JsObject) -> None:
        if event.defaultPrevented or event.ctrlKey or event.altKey or event.metaKey:
            return
        key = str(event.key)
        if key == "ContextMenu" or (key == "F10" and event.shiftKey):
            found = browser.around(event.target, MOVES)
            if found:
                event.preventDefault()
                box = found.getBoundingClientRect()
                open_menu(found, box.left, box.bottom)
        elif key in KEYS and not event.shiftKey and not browser.around(event.target, TAKES_KEYS):
            if not document.querySelector("dialog[open]") and (key < "A" or not scrolls()):
                event.preventDefault()
                dispatch("tree:key", key)

    def on_down(event: JsObject) -> None:
        release(event)
        field = document.activeElement
        # The text written beside the board is kept before anything else is pressed; the board takes no focus.
        if field and browser.around(field, ".side textarea") and not field.contains(event.target):
            field.blur()
        found = browser.around(event.target, MOVES) if str(event.pointerType) == "touch" else None
        if found:
            x, y = event.clientX, event.clientY
            held[0] = setTimeout(create_proxy(lambda: open_menu(found, x, y)), HOLD_MS)

    def release(_event: JsObject) -> None:
        if held[0] is not None:
            clearTimeout(held[0])
            held[0] = None

    document.getElementById("board").addEventListener("wheel", create_proxy(on_wheel), to_js({"passive": False}))
    document.addEventListener("contextmenu", create_proxy(on_menu))
    document.addEventListener("keydown", create_proxy(on_key))
    document.addEventListener("pointerdown", create_proxy(on_down), True)
    for kind in ("pointerup", "pointercancel", "scroll"):
        document.addEventListener(kind, create_proxy(release), True)
