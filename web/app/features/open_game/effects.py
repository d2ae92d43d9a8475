"""The clipboard; and the installed app: it can be opened with a file, a text shared to it, or a shortcut."""

from __future__ import annotations

from js import URL, window
from pyscript.ffi import create_proxy

from morris_core.movetext import MAX_LENGTH

from ...kernel.features import Ticket
from ...model.messages import Dispatch, JsObject


async def paste(dispatch: Dispatch, ticket: Ticket) -> None:
    """Read the clipboard. The answer is its text, or None if the browser refuses or it is too long."""
    text = None
    try:
        items = await window.navigator.clipboard.read()
        found = await items[0].getType("text/plain")
        if found.size <= MAX_LENGTH:
            text = str(await found.text())
    except Exception:
        pass
    dispatch(ticket, text)


def listen(dispatch: Dispatch) -> None:
    """Open what the system has opened the app with, now and later while it runs."""
    location = window.location
    first = [str(location.href)]  # the start is not a launch of its own
    ours = str(URL.new("./", location.href).href)
    if _open_text(dispatch, first[0]):
        # A reload would open it again.
        window.history.replaceState(None, "", str(location.pathname) + str(location.hash))

    def launch(launched: JsObject) -> None:
        url = str(getattr(launched, "targetURL", None) or "")
        files = getattr(launched, "files", None)
        if files and files.length:
            _open_file(dispatch, files[0])
        elif url.startswith(ours) and url not in first and not _open_text(dispatch, url) and "#" in url:
            dispatch("load", {"fragment": url[url.index("#") + 1 :]})
        first.clear()

    if hasattr(window, "launchQueue"):
        window.launchQueue.setConsumer(create_proxy(launch))


def _open_file(dispatch: Dispatch, handle: JsObject) -> None:
    """Open a file that the system hands over, or say that it can't be read."""

    def refused(_error: JsObject) -> None:
        dispatch("open-game:shared", {"name": str(handle.name), "size": 0, "text": None})

    handle.getFile().then(lambda file: dispatch("open-game:file", file), refused)


def _open_text(dispatch: Dispatch, url: str) -> bool:
    """Open the text that an address hands over, as the manifest's share_target says, and return whether it has one."""
    fields = URL.new(url).searchParams
    for name in ("url", "text", "title"):
        text = str(fields.get(name)) if fields.has(name) else ""
        if text:
            dispatch("open-game:shared", {"name": "", "size": len(text), "text": text})
            return True
    return False
