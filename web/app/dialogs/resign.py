"""The question before a game is given up. Loaded when first opened."""

from __future__ import annotations

from ..translation import _
from ..view.dialog import dialog
from ..view.nodes import button, h

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..state import Handler, State
    from ..view.nodes import Node

INTENTS: dict[str, Handler] = {}


def build(state: State) -> Node:
    """Return the dialog."""
    return dialog(
        "confirm",
        _("Give up this game?"),
        h("p", {}, _("The game will count as lost. You can still undo this.")),
        h(
            "div",
            {"class": "actions"},
            button(_("Keep playing"), "close", kind="secondary"),
            button(_("Give up"), "resign", kind="primary danger"),
        ),
    )
