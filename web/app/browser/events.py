"""What the browser tells of: clicks, keys, changed fields, dropped files, as intents."""

from __future__ import annotations

from js import document
from pyscript.js_modules import browser

from .trays import watch_trays

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from ..messages import JsObject
    from ..state import State
    from .pointer import Pointer

    class Page(Protocol):
        """What events need of the page (page.py)."""

        state: State
        board: JsObject
        pointer: Pointer

        def dispatch(self, intent: str, value: object = None) -> None:
            """Hand an intent to the controller."""

        def draw_now(self) -> None:
            """Draw what has changed, without waiting for the next frame."""


STEP_KEYS = {"ArrowLeft": "previous", "ArrowRight": "next", "Home": "first", "End": "last"}
# In the list of moves, which is one tab stop.
LIST_KEYS = dict(STEP_KEYS, ArrowUp="previous", ArrowDown="next")

MAX_FIELD = 600_000  # characters of a field that are read, for the memory; who reads the text has narrower limits

# What an element with data-keys is told of: its value is the intent.
PRESS_KEYS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Enter", " ", "Delete", "Backspace", "w", "b", "x")


def listen(page: Page) -> None:
    """Attach all listeners but those of the address, which belongs to the site's own page alone."""
    events = Events(page)
    page.pointer.listen()
    page.board.addEventListener("keydown", events.on_board_key)
    document.addEventListener("click", events.on_click)
    document.addEventListener("change", events.on_change)
    document.addEventListener("keydown", events.on_key)
    # "close" does not bubble, but it can be caught on its way down.
    document.addEventListener("close", events.on_dialog_close, True)
    browser.closeBeside()
    document.addEventListener("dragover", events.on_drag_over)
    document.addEventListener("drop", events.on_file_drop)
    watch_trays(page.board)


def _with_modifier(event: JsObject) -> bool:
    return bool(event.ctrlKey or event.altKey or event.metaKey)


class Events:
    """Hands events of the document to a page as intents."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def _is_there(self, element: JsObject) -> bool:
        """Return whether an element still belongs to the page once all changes are drawn: a dialog is on the page for a
        frame after it was closed."""
        self._page.draw_now()
        return bool(element.isConnected)

    def on_board_key(self, event: JsObject) -> None:
        """Arrow keys go from point to point, Enter and Space press, Escape drops the half-entered move."""
        key = str(event.key)
        if _with_modifier(event):
            return
        point = self._page.pointer.point_of(event.target)
        if key.startswith("Arrow"):
            self._page.dispatch("arrow", key)
        elif key in ("Enter", " ") and point is not None:
            self._page.dispatch("press", point)
        elif key == "Escape":
            self._page.dispatch("cancel")
        else:
            return
        event.preventDefault()
        event.stopPropagation()

    def on_click(self, event: JsObject) -> None:
        """A click on anything that carries data-intent."""
        found = browser.around(event.target, "[data-intent]")
        if found and self._is_there(found):
            value = found.getAttribute("data-value")
            self._page.dispatch(str(found.getAttribute("data-intent")), None if value is None else str(value))

    def on_change(self, event: JsObject) -> None:
        """A field with data-change was changed."""
        field = event.target
        if not self._is_there(field):
            return
        chosen = field.getAttribute("data-file")
        if chosen and field.files.length:
            file = field.files.item(0)
            field.value = ""  # so that the same file can be chosen once more
            self._page.dispatch(str(chosen), file)
        intent = field.getAttribute("data-change")
        if intent:
            is_box = str(field.type) == "checkbox"
            value = bool(field.checked) if is_box else str(browser.fieldText(field, MAX_FIELD))
            self._page.dispatch(str(intent), {"name": str(field.name), "value": value})

    def on_drag_over(self, event: JsObject) -> None:
        """Something is dragged over the page: a file may be dropped anywhere."""
        if "Files" in [str(kind) for kind in event.dataTransfer.types]:
            event.preventDefault()

    def on_file_drop(self, event: JsObject) -> None:
        """A file was dropped on the page: open it."""
        if event.dataTransfer.files.length:
            event.preventDefault()
            self._page.dispatch("open-game:file", event.dataTransfer.files.item(0))

    def on_key(self, event: JsObject) -> None:
        """Left, Right, Home and End step through the game, wherever the focus is but in a field or dialog."""
        key = str(event.key)
        dialog = self._page.state.dialog
        with_keys = browser.around(event.target, "[data-keys]")
        if with_keys and key in PRESS_KEYS and not _with_modifier(event):
            event.preventDefault()
            self._page.dispatch(str(with_keys.getAttribute("data-keys")), key)
            return
        if key == "Escape" and not dialog:
            self._page.dispatch("cancel")
        in_list = browser.around(event.target, "#moves")
        step = LIST_KEYS.get(key) if in_list else STEP_KEYS.get(key)
        if step is None or dialog or _with_modifier(event) or event.shiftKey:
            return
        if browser.around(event.target, "input, select, textarea"):
            return
        event.preventDefault()
        self._page.dispatch("step", step)

    def on_dialog_close(self, event: JsObject) -> None:
        """A dialog was closed by Escape: the browser has hidden it, the state follows."""
        if self._page.state.dialog:
            self._page.dispatch("close")
