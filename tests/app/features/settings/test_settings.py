"""The settings: each one with all its choices, saved and read back."""

from typing import Any

from app.model.settings import SETTINGS, STORED, chosen_settings, default_settings
from app.model.state import State
from app.update.controller import handle
from app.view.slots import build

from tests.app.playing import kept


def read_settings(data: Any) -> dict[str, str]:
    return chosen_settings(STORED.read(data)[0])


def test_every_setting_and_every_choice_has_a_title() -> None:
    assert len({setting.name for setting in SETTINGS}) == len(SETTINGS)
    for setting in SETTINGS:
        assert setting.title
        titles = {title for _value, title in setting.choices}
        assert len(set(setting.values)) == len(setting.choices), setting.name
        assert titles == {""} if setting.is_switch else len(titles) == len(setting.choices), setting.name


def test_settings_are_saved_shown_and_read_back() -> None:
    state = State()
    assert (state.settings["look"], state.settings["men"]) == ("wood", "turned")
    for name, value in (("theme", "dark"), ("look", "slate"), ("men", "shapes")):
        effects = handle(state, "setting", {"name": name, "value": value})
        assert kept(effects, STORED) == {name: value}
        if name != "theme":
            assert build(state, ("root",))["root"][1]["data-" + name] == value
        handle(state, "setting", {"name": name, "value": "glass"})
        assert state.settings[name] == value, "there is no such choice"
    read = read_settings({"theme": "dark", "animation": "maybe", "look": "contrast", "men": 7})
    assert (read["theme"], read["animation"], read["look"], read["men"]) == ("dark", "on", "contrast", "turned")
    damaged_data: list[Any] = [None, "", "{", [], 7, {"theme": 3}, {"look": "glass", "men": 7}]
    for damaged in damaged_data:
        assert read_settings(damaged) == default_settings(), damaged


def test_settings_changed_in_two_tabs_at_once_are_both_saved() -> None:
    stored = None
    for state, name, value in ((State(), "sound", "off"), (State(), "theme", "dark")):
        effects = handle(state, "setting", {"name": name, "value": value})
        stored = kept(effects, STORED, stored)
    assert stored == {"sound": "off", "theme": "dark"}
