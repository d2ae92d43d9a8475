"""Things that players choose now and then: settings, and Back. The controller loads it when one is first chosen."""

from __future__ import annotations

from ..kernel.features import FEATURES, hooks, intent_of
from ..model.messages import Effects, Setting
from ..model.settings import SETTINGS, SPEEDS, STORED
from ..model.state import State
from ..model.translation import _


def back(state: State, _value: object = None) -> Effects | None:
    """Close the uppermost layer over the game: a dialog, a lesson or a puzzle, a review."""
    if state.ui.dialog:
        state.ui.close_dialog()
    elif state.guide is not None:
        state.guide.leave(state)
    else:
        for shown in hooks("over"):
            intent = shown(state)
            if intent:
                effects: Effects | None = intent_of(intent).run(state, True)
                return effects
    return None


def copied(state: State, what: str) -> Effects | None:
    """Record what was copied to the clipboard. If it failed (""), select a dialog's field."""
    state.ui.note_copied(what)
    if not what and not state.ui.dialog:
        state.ui.say(_("Your browser didn't allow copying. Copy the link from the address bar."))
    return None


def setting(state: State, value: Setting) -> Effects | None:
    """Change a setting. Unknown ones are ignored."""
    chosen = value["value"]
    if isinstance(chosen, bool):
        chosen = "on" if chosen else "off"
    effects: Effects = []
    for setting in SETTINGS:
        if setting.name == value["name"] and chosen in setting.values:
            for one in FEATURES:
                if one.only_if.get("started") == (setting.name, chosen):
                    effects = one.resolve(one.hooks["started"])(state)
            effects.append(("store", STORED, lambda _stored, name=setting.name: {name: chosen}))
            if setting.name == "language" and chosen != state.settings[setting.name]:
                effects.append(("reload",))  # texts are looked up when a module is imported
            state.settings[setting.name] = chosen
    return effects


def speed(state: State, value: str) -> Effects | None:
    """Make the computer's moves slower or faster."""
    place = SPEEDS.index(state.settings["speed"]) + (1 if value == "faster" else -1)
    return setting(state, {"name": "speed", "value": SPEEDS[max(0, min(len(SPEEDS) - 1, place))]})


def sound(state: State, _value: object = None) -> Effects | None:
    """Turn the sounds off or on."""
    return setting(state, {"name": "sound", "value": state.settings["sound"] == "off"})
