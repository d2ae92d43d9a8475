"""Settings: changes in the settings dialog and by the buttons that do the same."""

from __future__ import annotations

from ..model.settings import SETTINGS, SPEEDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..model.messages import Effects, Setting
    from ..model.state import Handler, State


def setting(state: State, value: Setting) -> Effects | None:
    """Change a setting. Unknown ones are ignored."""
    chosen = value["value"]
    if isinstance(chosen, bool):
        chosen = "on" if chosen else "off"
    effects: Effects = []
    for setting in SETTINGS:
        if setting.name == value["name"] and chosen in setting.values:
            effects = [("keep-settings", {setting.name: chosen})]
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


INTENTS: dict[str, Handler] = {"setting": setting, "sound": sound, "speed": speed}
