"""The dialog of the buttons for which a small window has no room in its menu and beside the board."""

from __future__ import annotations

from ...kernel.features import FEATURES
from ...model.state import State
from ...model.translation import _
from ...view.dialog import dialog
from ...view.nodes import Node, h
from ...view.panels import board_buttons, icon_button


def build(state: State) -> Node:
    return dialog(
        "more",
        _("More"),
        h(
            "div",
            {"class": "more"},
            [
                icon_button(one.menu[0], one.menu[1], "open", one.name)
                for one in FEATURES
                if one.menu is not None and not one.short
            ]
            + board_buttons(state),
        ),
    )
