"""The settings dialog, made from settings.SETTINGS. Loaded when first opened."""

from __future__ import annotations

from collections.abc import Callable

from ...kernel.features import every_hook
from ...model.messages import Effects
from ...model.settings import SETTINGS, Setting
from ...model.state import State
from ...model.translation import _
from ...view.dialog import actions, dialog, look_sample, men_sample, rows, segments, switch
from ...view.nodes import Node, button, h

MOST = 4  # more choices than this become a drop-down list, unless they have pictures
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
        focus="title",
        attributes={"class": "settings"},
    )


def _setting(state: State, setting: Setting) -> Node:
    name, title, chosen = setting.name, setting.title, state.settings[setting.name]
    if setting.is_switch:
        return switch("setting", name, title, chosen == "on")
    sample = SAMPLES.get(name)
    if sample is not None:
        choices = [(value, text, "") for value, text in setting.choices]
        pictures = {value: sample(value) for value in setting.values}
        return rows(name, title, choices, chosen, "setting", pictures)
    if len(setting.choices) > MOST:
        return _list(setting, chosen)
    return segments(name, title, setting.choices, chosen, intent="setting", shows_legend=True)


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
