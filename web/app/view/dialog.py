"""The frame that all dialogs share: a title, a cross that closes, and what the dialog is about.

Imported by the dialogs only, so it is loaded with the first of them.
"""

from __future__ import annotations

from ..translation import _
from .icons import icon
from .nodes import h

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .nodes import Attributes, Child, Node


def dialog(name: str, title: str, *body: Child, keep: bool = False, attributes: Attributes | None = None) -> Node:
    """Return a dialog over the page.

    Args:
        name: tells the dialog from others.
        title: its heading.
        body: what follows below.
        keep: whether only its buttons and the Escape key close it, because a press beside it would lose what was
            entered.
        attributes: more attributes of the element, such as its class.
    """
    frame: dict[str, str | int | bool | None] = {
        "key": name,
        "modal": True,
        "aria-labelledby": "dialog-title",
        "data-keep": keep or None,
    }
    frame.update(attributes or {})
    # The cross comes last, so that the first field has the focus; it is shown beside the title.
    cross = {"key": "cross", "type": "button", "class": "tool cross", "data-intent": "close"}
    cross["aria-label"] = cross["title"] = _("Close")
    return h(
        "dialog",
        frame,
        h("h2", {"id": "dialog-title", "key": "title"}, title),
        *body,
        h("button", cross, icon("close")),
    )
