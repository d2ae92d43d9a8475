"""What the browser tells of: clicks, keys, changed fields, dropped files, as intents."""

from __future__ import annotations

from js import document
from pyscript.js_modules import browser

from ..view import keys
from .pointer import watch_trays

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from ..model.messages import JsObject
    from ..model.state import State
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


# In the list of moves, which is one tab stop.
LIST_KEYS = dict(keys.STEPS, ArrowUp="previous", ArrowDown="next")
# What the space bar is for while it has the focus.
TAKES_SPACE = "button, a, summary, [data-keys]"

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
        # What was pressed last, if that was with a pointer: it has the focus, but nobody meant it to.
        self._pressed: JsObject = None

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
        self._pressed = found if event.detail else None
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
        """A key was pressed: see view/keys.py. In a field or dialog none of them does anything."""
        key = str(event.key)
        dialog = self._page.state.ui.dialog
        with_keys = browser.around(event.target, "[data-keys]")
        if with_keys and key in PRESS_KEYS and not _with_modifier(event):
            event.preventDefault()
            self._page.dispatch(str(with_keys.getAttribute("data-keys")), key)
            return
        if key == "Escape" and not dialog:
            self._page.dispatch("cancel")
        if key == "Tab":
            self._pressed = None
        if dialog or browser.around(event.target, "input, select, textarea"):
            return
        if _with_modifier(event):
            used = not event.altKey and self._press_button(keys.WITH_CONTROL.get(key))
        else:
            used = self._step(event, key) or self._press_single(event, key)
        if used:
            event.preventDefault()

    def _step(self, event: JsObject, key: str) -> bool:
        """Step through the game, if the key does that; return whether it does."""
        in_list = browser.around(event.target, "#moves")
        where = None if event.shiftKey else LIST_KEYS.get(key) if in_list else keys.STEPS.get(key)
        if where is not None:
            self._page.dispatch("step", where)
        return where is not None

    def _press_single(self, event: JsObject, key: str) -> bool:
        """Do what one of the keys does that can be switched off; return whether it is one."""
        if event.repeat or self._page.state.settings["shortcuts"] == "off":
            return False
        if key > "~":  # a letter of another alphabet: what counts is where the key is
            key = str(event.code)[3:]
        if len(key) == 1:
            key = key.lower()  # Caps Lock may be on
        if key in keys.INTENTS:
            self._page.dispatch(*keys.INTENTS[key])
            return True
        if key == keys.PLAY_BEST:
            return self._play_best(event)
        return self._press_button(keys.BUTTONS.get(key))

    def _press_button(self, intent: str | None) -> bool:
        """Press the button below the board with an intent; return whether it is there and can be pressed."""
        found = intent and document.querySelector(f'#tools [data-intent="{intent}"]:enabled')
        if not found:
            return False
        found.click()
        return True

    def _play_best(self, event: JsObject) -> bool:
        """Play the best move of the analysis, if there is one and the space bar is not meant for something else."""
        state = self._page.state
        taken = browser.around(event.target, TAKES_SPACE)
        meant = taken and not (self._pressed and taken.isSameNode(self._pressed))
        if meant or not state.engine.analysing or state.answer_to("analyse") is None:
            return False
        if taken:
            taken.blur()
        self._page.dispatch("lines:best")
        return True

    def on_dialog_close(self, event: JsObject) -> None:
        """A dialog was closed by Escape: the browser has hidden it, the state follows."""
        if self._page.state.ui.dialog:
            self._page.dispatch("close")
