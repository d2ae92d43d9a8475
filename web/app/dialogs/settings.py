"""The settings dialog, made from settings.SETTINGS. Loaded when first opened."""

from __future__ import annotations

from ..settings import SETTINGS, is_switch
from ..translation import _
from ..view.dialog import dialog
from ..view.nodes import button, h
from . import offline as offline_panel
from .fields import card

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..settings import Setting
    from ..state import Handler, State
    from ..view.nodes import Attributes, Node

INTENTS: dict[str, Handler] = {}


def build(state: State) -> Node:
    """Return the dialog."""
    return dialog(
        "settings",
        _("Settings"),
        [_setting(state, setting) for setting in SETTINGS],
        offline_panel.build(state),
        h("div", {"class": "actions"}, button(_("Done"), "close", kind="primary")),
    )


def _setting(state: State, setting: Setting) -> Node:
    if is_switch(setting):
        return _switch(state, setting)
    chosen = state.settings[setting.name]
    cards = [
        card(setting.name, value, title, "", chosen == value, intent="setting") for value, title in setting.choices
    ]
    return h(
        "fieldset",
        {"key": setting.name, "class": "setting"},
        h("legend", {}, setting.title),
        h("div", {"class": "cards"}, cards),
    )


def _switch(state: State, setting: Setting) -> Node:
    attributes: Attributes = {
        "type": "checkbox",
        "role": "switch",
        "name": setting.name,
        "prop:checked": state.settings[setting.name] == "on",
        "data-change": "setting",
    }
    return h(
        "label",
        {"key": setting.name, "class": "switch"},
        h("span", {}, setting.title),
        h("input", attributes),
    )
