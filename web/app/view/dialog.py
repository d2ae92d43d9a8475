"""The parts that dialogs share: the frame with its title and close button, and a drop-down field.

Only dialogs import it, so it is loaded with the first of them.
"""

from __future__ import annotations

from ..model.translation import _
from .nodes import ICONS, h, icon

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .nodes import Attributes, Child, Node


def dialog(name: str, title: str, *body: Child, keep: bool = False, attributes: Attributes | None = None) -> Node:
    """Return a dialog over the page. If `keep`, only its buttons and the Escape key close it, because a press beside it
    would lose an entry.
    """
    frame: dict[str, str | int | bool | None] = {
        "key": name,
        "modal": True,
        "aria-labelledby": "dialog-title",
        "data-keep": keep or None,
    }
    frame.update(attributes or {})
    # The close button comes last so that the first field gets the focus; it is shown beside the title.
    cross = {"key": "cross", "type": "button", "class": "tool cross", "data-intent": "close"}
    cross["aria-label"] = cross["title"] = _("Close")
    return h(
        "dialog",
        frame,
        h("h2", {"id": "dialog-title", "key": "title"}, title),
        *body,
        h("button", cross, icon(ICONS["close"])),
    )


def select_field(intent: str, name: str, label: str, choices: list[tuple[str, str]], chosen: str) -> Node:
    """Return a drop-down list with its label above it. `choices` are pairs of a value and its title."""
    options = [h("option", {"value": value, "prop:selected": value == chosen}, title) for value, title in choices]
    return h(
        "label",
        {"class": "labelled"},
        h("span", {}, label),
        h("select", {"name": name, "data-change": intent}, options),
    )
