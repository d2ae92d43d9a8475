"""The way to the list of keys in the settings dialog."""

from __future__ import annotations

from ...model.state import State
from ...model.translation import _
from ...view.nodes import Node, button, h


def build(state: State) -> Node:
    return h("p", {"class": "for-keys"}, button(_("Show shortcuts"), "open", "keys"))
