"""The settings dialog, made from settings.SETTINGS. Loaded when first opened."""

from __future__ import annotations

from ...kernel.features import every_hook
from ...model.settings import SETTINGS
from ...model.translation import _
from ...view.dialog import actions, card, dialog, look_sample, men_sample, switch
from ...view.nodes import button, h

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ...model.messages import Effects
    from ...model.settings import Setting
    from ...model.state import State
    from ...view.nodes import Node

MOST_CARDS = 6  # more choices than this become a drop-down list, unless they have pictures
# The settings whose choices have a picture each.
SAMPLES: dict[str, Callable[[str], Node]] = {"look": look_sample, "men": men_sample}


def opened(state: State) -> Effects:
    """Return the effect that loads the style sheet of all looks for the pictures."""
    return [("settings:load-looks",)]


def build(state: State) -> Node:
    return dialog(
        "settings",
        _("Settings"),
        [_setting(state, setting) for setting in SETTINGS],
        [build_section(state) for build_section in every_hook("settings_sections")],
        actions(button(_("Done"), "close", kind="primary")),
    )


def _setting(state: State, setting: Setting) -> Node:
    if setting.is_switch:
        return switch("setting", setting.name, setting.title, state.settings[setting.name] == "on")
    chosen = state.settings[setting.name]
    sample = SAMPLES.get(setting.name)
    if sample is None and len(setting.choices) > MOST_CARDS:
        return _list(setting, chosen)
    cards = [
        card(
            setting.name,
            value,
            title,
            "",
            chosen == value,
            kind="card sampled" if sample else "card",
            intent="setting",
            picture=sample(value) if sample else None,
        )
        for value, title in setting.choices
    ]
    return h(
        "fieldset",
        {"key": setting.name, "class": "setting"},
        h("legend", {}, setting.title),
        h("div", {"class": "cards"}, cards),
    )


def _list(setting: Setting, chosen: str) -> Node:
    options = []
    for value, title in setting.choices:
        language = value if setting.name == "language" and value != "auto" else None  # each names itself
        options.append(h("option", {"value": value, "lang": language, "prop:selected": value == chosen}, title))
    return h(
        "label",
        {"key": setting.name, "class": "labelled setting"},
        h("span", {}, setting.title),
        h("select", {"name": setting.name, "data-change": "setting"}, options),
    )
