"""The settings dialog, made from settings.SETTINGS. Loaded when first opened."""

from __future__ import annotations

from ..languages import LANGUAGES
from ..settings import SETTINGS, is_switch
from ..translation import _, in_context
from ..view.dialog import dialog
from ..view.nodes import button, h
from . import offline as offline_panel
from . import perfect_play
from .fields import card
from .samples import look_sample, men_sample

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..messages import Effects
    from ..settings import Setting
    from ..state import Handler, State
    from ..view.nodes import Attributes, Node

INTENTS: dict[str, Handler] = {}

# Translators: the choice "as the browser or the device has it", on a narrow card. At most 9 characters.
_AUTO = _("Auto")

# By the name of a setting: its title, and that of each of its values, in their order there; a switch needs none.
TEXTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "language": (_("Language"), (_AUTO,) + tuple([language[1] for language in LANGUAGES])),
    "theme": (_("Theme"), (_AUTO, _("Light"), _("Dark"))),
    "look": (_("Board"), (_("Wood"), _("Slate"), _("Parchment"), _("Plain"), _("High contrast"))),
    # Translators: how the men look: turned on a lathe, flat discs, or each side in a shape of its own.
    "men": (in_context("how they look", "Men"), (_("Turned"), _("Flat"), _("Shapes"))),
    "animation": (_("Animate moves"), ()),
    "speed": (_("Moves of the computer"), (_("Usual"), _("Slow"), _("Fast"))),
    "sound": (_("Sounds"), ()),
    "turn": (_("Two people at one screen"), (_("Board stays"), _("Board turns"))),
    "targets": (_("Show possible moves"), ()),
    "coordinates": (_("Show coordinates"), ()),
    "typing": (_("Field for typed moves"), (_("Hidden"), _("Shown"))),
    "shortcuts": (_("Keyboard shortcuts"), ()),
}
MOST_CARDS = 6  # of a setting with more choices they are a list to unfold
# The settings whose choices are shown by a picture each.
SAMPLES: dict[str, Callable[[str], Node]] = {"look": look_sample, "men": men_sample}


def opened(state: State) -> Effects:
    """The dialog was opened: its pictures need the style sheet of all looks."""
    return [("load-looks",)]


def build(state: State) -> Node:
    """Return the dialog."""
    return dialog(
        "settings",
        _("Settings"),
        [_setting(state, setting) for setting in SETTINGS],
        h("p", {"class": "for-keys"}, button(_("Show the keys"), "open", "keys", kind="secondary")),
        perfect_play.build_section(state),
        offline_panel.build(state),
        h("div", {"class": "actions"}, button(_("Done"), "close", kind="primary")),
    )


def _choices(setting: Setting) -> list[tuple[str, str]]:
    """Return the values of a setting, each with its title."""
    return list(zip(setting.values, TEXTS[setting.name][1]))


def _setting(state: State, setting: Setting) -> Node:
    if is_switch(setting):
        return _switch(state, setting)
    chosen = state.settings[setting.name]
    if len(setting.values) > MOST_CARDS:
        return _list(setting, chosen)
    # What shows typed moves has to be loaded with the choice.
    intent = "ask:setting" if setting.name == "typing" else "setting"
    sample = SAMPLES.get(setting.name)
    cards = [
        card(
            setting.name,
            value,
            title,
            "",
            chosen == value,
            kind="card sampled" if sample else "card",
            intent=intent,
            picture=sample(value) if sample else None,
        )
        for value, title in _choices(setting)
    ]
    return h(
        "fieldset",
        {"key": setting.name, "class": "setting"},
        h("legend", {}, TEXTS[setting.name][0]),
        h("div", {"class": "cards"}, cards),
    )


def _list(setting: Setting, chosen: str) -> Node:
    options = [
        h("option", {"value": value, "lang": language_of(setting, value), "prop:selected": value == chosen}, title)
        for value, title in _choices(setting)
    ]
    return h(
        "label",
        {"key": setting.name, "class": "labelled setting"},
        h("span", {}, TEXTS[setting.name][0]),
        h("select", {"name": setting.name, "data-change": "setting"}, options),
    )


def language_of(setting: Setting, value: str) -> str | None:
    """Return in which language a choice is named: each language in itself."""
    return value if setting.name == "language" and value != "auto" else None


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
        h("span", {}, TEXTS[setting.name][0]),
        h("input", attributes),
    )
