"""What dialogs share: the frame with its title and the cross that closes, and a field with choices.

Imported by the dialogs only, so it is loaded with the first of them.
"""

from __future__ import annotations

from ..model.translation import _
from .nodes import ICONS, h, icon

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
        h("button", cross, icon(ICONS["close"])),
    )


def select_field(intent: str, name: str, label: str, choices: list[tuple[str, str]], chosen: str) -> Node:
    """Return a list of choices with its label.

    Args:
        intent: What a choice is handled by.
        name: Names the field in the intent's value.
        label: What stands above it.
        choices: Each as (value, title).
        chosen: The value of the one that is chosen.
    """
    options = [h("option", {"value": value, "prop:selected": value == chosen}, title) for value, title in choices]
    return h(
        "label",
        {"class": "labelled"},
        h("span", {}, label),
        h("select", {"name": name, "data-change": intent}, options),
    )
