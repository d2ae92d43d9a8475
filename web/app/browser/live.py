"""The line of live play: effects that boot/live.mjs carries out. Loaded when first needed.

Every action takes `dispatch` first. What is heard is the intent live:heard.
"""

from __future__ import annotations

import json

from pyscript import window
from pyscript.ffi import create_proxy
from pyscript.js_modules import browser

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from ..kernel.features import Ticket
    from ..model.messages import Dispatch, JsObject

_scripts: list[JsObject] = []  # boot/live.mjs once it is loaded


async def _script(dispatch: Dispatch) -> JsObject:
    if not _scripts:
        script = await browser.load("live")

        def hear(kind: object, name: object, text: object) -> None:
            dispatch("live:heard", (str(kind), str(name), str(text)))

        if not _scripts:
            script.listen(create_proxy(hear))
            _scripts.append(script)
    return _scripts[0]


async def do_able(dispatch: Dispatch, ticket: Ticket) -> None:
    """Answer whether this browser can open a line."""
    dispatch(ticket, hasattr(window, "RTCPeerConnection") and bool(window.isSecureContext))


async def do_prepare(dispatch: Dispatch, ticket: Ticket) -> None:
    """Answer whether this browser can open a line, and the host's servers as JSON, or "" for both if
    the script can't be loaded."""
    answer = (False, "")
    try:
        script = await _script(dispatch)
        answer = (bool(script.able()), str(await script.servers()))
    except Exception:
        pass
    dispatch(ticket, answer)


async def do_describe(
    dispatch: Dispatch, ticket: Ticket, name: str, servers: str, remote: str, user: str, password: str
) -> None:
    """Open a connection. Answer with its name and the answer of boot/live.mjs."""
    script = await _script(dispatch)
    answer = json.loads(str(await script.describe(name, servers, remote, user, password)))
    answer["name"] = name
    dispatch(ticket, answer)


async def do_recall(dispatch: Dispatch, ticket: Ticket, game: str) -> None:
    """Answer whether another tab has the line of a game, and the text that was kept, "" if none."""
    try:
        script = await _script(dispatch)
        elsewhere = bool(await script.ask(game, ""))
        text = "" if elsewhere else str(await script.recall())
    except Exception:
        return  # there is no network, so the game goes on by link
    dispatch(ticket, (elsewhere, text))


async def do_post(dispatch: Dispatch, ticket: Ticket, code: str) -> None:
    """Give a reply to the tab that waits for it. Answer whether there is one, the kept text, and the
    code."""
    taken, text = False, ""
    try:
        script = await _script(dispatch)
        taken = bool(await script.ask("", code))
        text = "" if taken else str(await script.recall())
    except Exception:
        pass
    dispatch(ticket, (taken, text, code))


def do_live(dispatch: Dispatch, action: str, *values: object) -> Coroutine[object, None, None] | None:
    """Carry out an action: one of those above, or a function of boot/live.mjs."""
    act: Callable[..., Coroutine[object, None, None]] | None = globals().get("do_" + action)
    if act is not None:
        return act(dispatch, *values)
    if _scripts:
        getattr(_scripts[0], action)(*values)
    return None
