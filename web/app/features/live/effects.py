"""The line of live play: effects that live.mjs carries out. What is heard is the intent live:heard."""

from __future__ import annotations

import json

from pyscript import window
from pyscript.ffi import create_proxy
from pyscript.js_modules import browser

from ...model.translation import _

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...kernel.features import Ticket
    from ...model.messages import Dispatch, JsObject

_scripts: list[JsObject] = []  # live.mjs once it is loaded


async def _script(dispatch: Dispatch) -> JsObject:
    if not _scripts:
        script = await browser.load("live")

        def hear(kind: object, name: object, text: object) -> None:
            dispatch("live:heard", (str(kind), str(name), str(text)))

        if not _scripts:
            script.listen(create_proxy(hear))
            _scripts.append(script)
    return _scripts[0]


def able(dispatch: Dispatch, ticket: Ticket) -> None:
    """Answer that this is about live play, whether the browser can open a line, and why not."""
    is_able = hasattr(window, "RTCPeerConnection")
    reason = ""
    if not window.isSecureContext:
        is_able = False
        reason = _("To play a friend live, this page needs a secure address (https). This one has none.")
    dispatch(ticket, ("live", is_able, reason))


async def prepare(dispatch: Dispatch, ticket: Ticket) -> None:
    """Answer whether this browser can open a line, and the host's servers as JSON; (False, "") if the script can't be
    loaded."""
    answer = (False, "")
    try:
        script = await _script(dispatch)
        answer = (bool(script.able()), str(await script.servers()))
    except Exception:
        pass
    dispatch(ticket, answer)


async def describe(
    dispatch: Dispatch, ticket: Ticket, name: str, servers: str, remote: str, user: str, password: str
) -> None:
    """Open a connection. Answer with its name and the answer of live.mjs."""
    script = await _script(dispatch)
    answer = json.loads(str(await script.describe(name, servers, remote, user, password)))
    answer["name"] = name
    dispatch(ticket, answer)


async def recall(dispatch: Dispatch, ticket: Ticket, game: str) -> None:
    """Answer whether another tab has the line of a game, and the text that was kept, "" if none."""
    try:
        script = await _script(dispatch)
        elsewhere = bool(await script.ask(game, ""))
        text = "" if elsewhere else str(await script.recall())
    except Exception:
        return  # there is no network, so the game goes on by link
    dispatch(ticket, (elsewhere, text))


async def post(dispatch: Dispatch, ticket: Ticket, code: str) -> None:
    """Give a reply to the tab that waits for it. Answer whether there is one, the kept text, and the code."""
    taken, text = False, ""
    try:
        script = await _script(dispatch)
        taken = bool(await script.ask("", code))
        text = "" if taken else str(await script.recall())
    except Exception:
        pass
    dispatch(ticket, (taken, text, code))


def line(_dispatch: Dispatch, action: str, *values: object) -> None:
    """Call a function of live.mjs, if there is a line."""
    if _scripts:
        getattr(_scripts[0], action)(*values)
