"""Effects that few visits need: files, the share sheet, the clipboard, stored data. Loaded with the first one.

Invariant: if the browser refuses something, a sentence on the page says so or nothing happens, but no error reaches the
console. No `dispatch` may be inside such a `try`, or our own errors would be taken for the browser's refusal. The
effect "save-file" is the function do_save_file, and so on. Each takes `dispatch` first, then the controller's values.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from js import URL, document, requestAnimationFrame, setTimeout, window
from pyscript.ffi import create_proxy, to_js
from pyscript.js_modules import browser

from morris_core.movetext import MAX_LENGTH

from ..kernel.features import Ticket, effect_of
from ..model.messages import Dispatch, JsObject

RELEASE_MS = 60_000  # milliseconds after which a file that was offered has surely been saved


def do_save_file(dispatch: Dispatch, name: str, kind: str, text: str) -> None:
    """Let the browser save a text as a file. `kind` is its media type."""
    save_blob(name, window.Blob.new(to_js([text]), to_js({"type": kind + ";charset=utf-8"})))


def save_blob(name: str, blob: JsObject) -> None:
    """Let the browser save a file."""
    link = document.createElement("a")
    link.href = URL.createObjectURL(blob)
    link.download = name
    link.click()
    address = link.href
    setTimeout(create_proxy(lambda: URL.revokeObjectURL(address)), RELEASE_MS)


async def do_share_sheet(dispatch: Dispatch, ticket: Ticket, title: str, address: str, what: str) -> None:
    """Show the system's share sheet. If the system refuses, copy the link instead, like `copy`."""
    try:
        await window.navigator.share(to_js({"title": title, "url": address}))
    except Exception as error:
        if "AbortError" not in repr(error):  # someone closed the sheet
            await do_copy(dispatch, ticket, address, what)


async def do_copy(dispatch: Dispatch, ticket: Ticket, text: str, what: str) -> None:
    """Copy a text. The answer is `what`, or "" if it failed."""
    try:
        await window.navigator.clipboard.writeText(text)
    except Exception:
        field = document.querySelector(f'[data-copy="{what}"]')
        if field:
            field.select()  # so that it can be copied by hand if the older way fails too, which needs no https
        if not field or not document.execCommand("copy"):
            what = ""
    dispatch(ticket, what)


async def do_read_file(dispatch: Dispatch, ticket: Ticket, file: JsObject) -> None:
    """Read a file that was selected or dropped. The answer is a FileText."""
    answer: dict[str, object] = {"name": str(file.name), "size": int(file.size), "text": None}
    if file.size <= MAX_LENGTH:
        try:
            answer["text"] = await browser.readText(file)
        except Exception:
            pass  # The dialog says that it can't be read.
    dispatch(ticket, answer)


def do_random_bytes(dispatch: Dispatch, ticket: Ticket, number: int) -> None:
    """Answer with `number` random bytes."""
    array = window.crypto.getRandomValues(window.Uint8Array.new(number))
    dispatch(ticket, [int(array[place]) for place in range(number)])


def _when_drawn(selector: str, act: Callable[[JsObject], None]) -> None:
    """Do something with an element once it is drawn: in the frame after the next, which the page requests only after
    its effects."""

    def find(_: object) -> None:
        element = document.querySelector(selector)
        if element:
            act(element)

    requestAnimationFrame(create_proxy(lambda _: requestAnimationFrame(create_proxy(find))))


def do_focus(dispatch: Dispatch, selector: str) -> None:
    """Focus an element, after drawing it if necessary."""
    element = document.querySelector(selector)
    if element:
        element.focus()
    else:
        _when_drawn(selector, lambda drawn: drawn.focus())


def do_focus_drawn(dispatch: Dispatch, selector: str) -> None:
    """Focus an element once the page is drawn."""
    _when_drawn(selector, lambda drawn: drawn.focus())


def do_into_sight(dispatch: Dispatch, selector: str) -> None:
    """Scroll an element into view once it is drawn, if it is outside."""
    _when_drawn(selector, lambda drawn: drawn.scrollIntoView(to_js({"block": "nearest"})))


def do_focus_if_keyboard(dispatch: Dispatch, selector: str) -> None:
    """Focus an element once it is drawn, but only if the player is using the keyboard."""
    if document.querySelector(":focus-visible"):
        _when_drawn(selector, lambda drawn: drawn.focus())


def do_after(dispatch: Dispatch, milliseconds: int, ticket: Ticket, value: object) -> None:
    """Answer with a value after some time."""
    setTimeout(create_proxy(lambda: dispatch(ticket, value)), milliseconds)


_layers: list[JsObject] = []  # the script, once it listens
_number: list[int] = []  # how many layers it is to show once it has loaded


def do_layers(dispatch: Dispatch, number: int) -> Coroutine[Any, Any, None] | None:
    """Tell the browser's history how many layers lie over the game, so that Back closes the uppermost."""
    if _layers:
        _layers[0].show(number)  # at once: Back may come next
        return None
    _number[:] = [number]
    return _load_layers(dispatch)


async def _load_layers(dispatch: Dispatch) -> None:
    try:
        script = await browser.load("layers")
    except Exception:
        return  # Back leaves the page
    if not _layers:
        _layers.append(script)
        script.listen(create_proxy(lambda: dispatch("back")), browser.replaceFragment)
        script.show(_number[0])


def do_reload(_dispatch: Dispatch) -> None:
    """Reload the page. The address and the storage bring the game back."""
    window.location.reload()


def find(name: str) -> Callable[..., object]:
    """Return what carries out an effect: one of those above, or "NAME:what" of a feature, which is loaded."""
    if ":" in name:
        return effect_of(name)
    found: Callable[..., object] = globals()["do_" + name.replace("-", "_")]
    return found


def carry_out(carry: Callable[..., Any], dispatch: Dispatch, *values: object) -> None:
    """Carry out an effect. One that waits for something goes on by itself."""
    work = carry(dispatch, *values)
    if work is not None:
        asyncio.create_task(work)  # noqa: RUF006 - MicroPython keeps its tasks
