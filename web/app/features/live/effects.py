"""The line of live play: effects that live.mjs carries out. What is heard is the intent live:heard."""

from __future__ import annotations

import json

from pyscript.ffi import create_proxy
from pyscript.js_modules import browser

from ...kernel.features import Ticket
from ...model.messages import Dispatch, JsObject

_scripts: dict[str, JsObject] = {}  # live.mjs and mail.mjs once they are loaded


async def _script(dispatch: Dispatch, which: str = "live") -> JsObject:
    if which not in _scripts:
        script = await browser.load(which)

        def hear(kind: object, name: object, text: object) -> None:
            dispatch("live:heard", (str(kind), str(name), str(text)))

        if which not in _scripts:
            script.listen(create_proxy(hear))
            _scripts[which] = script
    return _scripts[which]


async def prepare(dispatch: Dispatch, ticket: Ticket) -> None:
    """Answer whether this browser can open a line, the host's servers as JSON, and whether there is a mailbox; as if
    there was nothing if the script can't be loaded."""
    answer = (False, "[]", False)
    try:
        script = await _script(dispatch)
        servers, has_mailbox = json.loads(str(await script.host()))
        answer = (bool(script.able()), json.dumps(servers), bool(has_mailbox))
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
    """Answer whether another tab has a game, and the text that was kept for its line, "" if none."""
    try:
        script = await _script(dispatch)
        elsewhere = bool(await script.ask(game, "", 0))
        text = "" if elsewhere else json.loads(str(await script.recall(game, 0)))[1]
    except Exception:
        return  # there is no network, so the game goes on by link
    dispatch(ticket, (elsewhere, text))


async def post(dispatch: Dispatch, ticket: Ticket, code: str, mark: int) -> None:
    """Give a reply to the tab that waits for it. Answer whether there is one, the game and the text that were kept for
    that invitation, and the code."""
    taken, game, text = False, "", ""
    try:
        script = await _script(dispatch)
        taken = bool(await script.ask("", code, mark))
        if not taken:
            game, text = json.loads(str(await script.recall("", mark)))
    except Exception:
        pass
    dispatch(ticket, (taken, game, text, code))


def line(_dispatch: Dispatch, action: str, *values: object) -> None:
    """Call a function of live.mjs, if there is a line."""
    if "live" in _scripts:
        getattr(_scripts["live"], action)(*values)


async def mail(dispatch: Dispatch, action: str, *values: object) -> None:
    """Call a function of mail.mjs."""
    if action != "leave" or "mail" in _scripts:
        getattr(await _script(dispatch, "mail"), action)(*values)
