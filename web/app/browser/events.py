"""The browser's events as intents: clicks, keys, changed fields, dropped files."""

from __future__ import annotations

from typing import Protocol

from js import document
from pyscript.js_modules import browser

from ..kernel.features import hooks, sent_by
from ..model.messages import JsObject
from ..model.state import State
from ..view import panels
from .pointer import Pointer, watch_trays


class Page(Protocol):
    """The part of the page (page.py) that events need."""

    state: State
    board: JsObject
    pointer: Pointer

    def dispatch(self, intent: str, value: object = None) -> None: ...
    def draw_now(self) -> None: ...


# In the list of moves, which is one tab stop.
LIST_KEYS = dict(panels.STEP_KEYS, ArrowUp="previous", ArrowDown="next")
# Elements that use the space bar while they have the focus.
TAKES_SPACE = "button, a, summary, [data-keys]"

MAX_FIELD = 600_000  # the most characters read from a field, to save memory; the readers of the text have lower limits

# The keys that an element with data-keys receives, as the value of its intent.
PRESS_KEYS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Enter", " ", "Delete", "Backspace", "w", "b", "x")


def listen(page: Page) -> None:
    """Attach all listeners except that of the address, which only the site's own page has."""
    events = Events(page)
    page.pointer.listen()
    page.board.addEventListener("keydown", events.on_board_key)
    document.addEventListener("click", events.on_click)
    document.addEventListener("change", events.on_change)
    document.addEventListener("keydown", events.on_key)
    # "close" does not bubble, but can be caught on its way down.
    document.addEventListener("close", events.on_dialog_close, True)
    document.addEventListener("dragover", events.on_drag_over)
    document.addEventListener("drop", events.on_file_drop)
    watch_trays(page.board)


def _with_modifier(event: JsObject) -> bool:
    return bool(event.ctrlKey or event.altKey or event.metaKey)


class Events:
    """Sends events of the document to a page as intents."""

    def __init__(self, page: Page) -> None:
        self._page = page
        # The element pressed last with a pointer: it has the focus, but nobody meant to focus it.
        self._pressed: JsObject = None

    def _is_there(self, element: JsObject) -> bool:
        """Return whether an element will still be on the page once all changes are drawn. A closed dialog stays for a
        frame."""
        self._page.draw_now()
        return bool(element.isConnected)

    def on_board_key(self, event: JsObject) -> None:
        """Handle a key on the board: arrows move the cursor, Enter and Space press, Escape drops the half-entered
        move."""
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
        """Handle a click on an element with data-intent."""
        found = browser.around(event.target, "[data-intent]")
        self._pressed = found if event.detail else None
        if found and self._is_there(found):
            value = found.getAttribute("data-value")
            self._page.dispatch(str(found.getAttribute("data-intent")), None if value is None else str(value))

    def on_change(self, event: JsObject) -> None:
        """Handle a change of a field with data-change."""
        field = event.target
        if not self._is_there(field):
            return
        chosen = field.getAttribute("data-file")
        if chosen and field.files.length:
            file = field.files.item(0)
            field.value = ""  # so that the same file can be selected again
            self._page.dispatch(str(chosen), file)
        intent = field.getAttribute("data-change")
        if intent:
            is_box = str(field.type) == "checkbox"
            value = bool(field.checked) if is_box else str(browser.fieldText(field, MAX_FIELD))
            self._page.dispatch(str(intent), {"name": str(field.name), "value": value})

    def on_drag_over(self, event: JsObject) -> None:
        """Allow a file to be dropped anywhere."""
        if "Files" in [str(kind) for kind in event.dataTransfer.types]:
            event.preventDefault()

    def on_file_drop(self, event: JsObject) -> None:
        """Open a file that was dropped on the page."""
        if event.dataTransfer.files.length:
            event.preventDefault()
            sent = sent_by("drop-file")
            if sent is not None:
                self._page.dispatch(sent[0], event.dataTransfer.files.item(0))

    def on_key(self, event: JsObject) -> None:
        """Handle a key (see view/panels.py). Fields and dialogs ignore them."""
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
        if key > "~":  # a letter of another alphabet: the key's place counts
            key = str(event.code)[3:].lower()
        if _with_modifier(event):
            used = not event.altKey and self._press_button(panels.WITH_CONTROL.get(key))
        else:
            used = self._step(event, key) or self._press_single(event, key)
        if used:
            event.preventDefault()

    def _step(self, event: JsObject, key: str) -> bool:
        """Step through the game if the key does that. Return whether it does."""
        in_list = browser.around(event.target, "#moves")
        where = None if event.shiftKey else LIST_KEYS.get(key) if in_list else panels.STEP_KEYS.get(key)
        if where is not None:
            self._page.dispatch("step", where)
        return where is not None

    def _press_single(self, event: JsObject, key: str) -> bool:
        """Handle one of the keys that can be switched off. Return whether it is one."""
        if event.repeat or self._page.state.settings["shortcuts"] == "off":
            return False
        if len(key) == 1:
            key = key.lower()  # Caps Lock may be on
        sent = sent_by(key)
        if sent is not None:
            self._page.dispatch(*sent)
            return True
        return self._press_space(event) if key == " " else self._press_button(panels.pressed_by(key))

    def _press_button(self, intent: str | None) -> bool:
        """Press the button beside the board with an intent. Return whether it is there and enabled."""
        found = intent and document.querySelector(f'.side [data-intent="{intent}"]:enabled')
        if not found:
            return False
        found.click()
        return True

    def _press_space(self, event: JsObject) -> bool:
        """Send what the space bar means now, if anything, unless the focused element uses it. Return whether it was
        sent."""
        taken = browser.around(event.target, TAKES_SPACE)
        meant = taken and not (self._pressed and taken.isSameNode(self._pressed))
        sent = [] if meant else [intent for intent in [find(self._page.state) for find in hooks("space")] if intent]
        if not sent:
            return False
        if taken:
            taken.blur()
        self._page.dispatch(sent[0])
        return True

    def on_dialog_close(self, event: JsObject) -> None:
        """Handle a dialog closed by Escape: the browser has hidden it, the state follows."""
        if self._page.state.ui.dialog:
            self._page.dispatch("close")
