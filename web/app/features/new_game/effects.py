"""The visitor's language and each letter typed into the search, for the dialog of a new game."""

from __future__ import annotations

from js import document, window
from pyscript.ffi import create_proxy

from ...kernel.features import Ticket
from ...model.messages import Dispatch, JsObject

_listening: list[bool] = []


def language(dispatch: Dispatch, ticket: Ticket) -> None:
    """Answer with the language that the browser prefers, and listen to the search field from now on."""

    def typed(event: JsObject) -> None:
        if event.target.getAttribute("data-change") == "new-game:find":
            dispatch("new-game:find", {"name": "find", "value": str(event.target.value)})

    if not _listening:
        _listening.append(True)
        document.addEventListener("input", create_proxy(typed))
    dispatch(ticket, str(window.navigator.language or ""))
