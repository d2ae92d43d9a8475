"""The settings: each one with all its choices, saved and read back, with pictures of looks."""

from app.model.settings import SETTINGS, default_settings, read_settings
from app.model.state import State
from app.model.stored_json import with_changes
from app.update.controller import handle
from app.view.slots import build

from tests.app.playing import effect


def found(node: object, tag: str) -> list[dict[str, object]]:
    """Return the attributes of every element of a kind, in order."""
    if not isinstance(node, tuple):
        return []
    inner = [one for child in node[2] for one in found(child, tag)]
    return [node[1]] + inner if node[0] == tag else inner


def test_every_choice_of_a_look_has_a_picture_of_it() -> None:
    state = State()
    state.settings["coordinates"] = "off"
    effects = handle(state, "open", "settings")
    assert effect(effects, "load-looks"), "the pictures need the style sheet of all looks"
    dialog = build(state, ("dialog",))["dialog"]
    pictures = [one for one in found(dialog, "svg") if "sample" in str(one.get("class"))]
    values = {}
    for name in ("look", "men"):
        (setting,) = [one for one in SETTINGS if one.name == name]
        values[name] = list(setting.values)
        assert [one["data-" + name] for one in pictures if "data-" + name in one] == values[name]
        radios = [one for one in found(dialog, "input") if one.get("name") == name]
        assert [one["value"] for one in radios] == values[name]
        assert [one["prop:checked"] for one in radios] == [value == state.settings[name] for value in values[name]]
    groups = [one.get("class") for one in found(dialog, "g")]
    assert groups.count("labels") == len(values["look"]), "pictures show coordinates even if the setting is off"
    assert "coordinates" not in groups


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
        assert effect(effects, "keep-settings")[1][name] == value
        if name != "theme":
            assert build(state, ("root",))["root"][1]["data-" + name] == value
        handle(state, "setting", {"name": name, "value": "glass"})
        assert state.settings[name] == value, "there is no such choice"
    read = read_settings('{"theme": "dark", "animation": "maybe", "look": "contrast", "men": 7}')
    assert (read["theme"], read["animation"], read["look"], read["men"]) == ("dark", "on", "contrast", "turned")
    for damaged in (None, "", "{", "[]", "7", '{"theme": 3}', '{"look": "glass", "men": 7}'):
        assert read_settings(damaged) == default_settings(), damaged


def test_settings_changed_in_two_tabs_at_once_are_both_saved() -> None:
    stored: dict[str, str] = {}
    for state, name, value in ((State(), "sound", "off"), (State(), "theme", "dark")):
        effects = handle(state, "setting", {"name": name, "value": value})
        stored = with_changes(stored, effect(effects, "keep-settings")[1])
    assert stored == {"sound": "off", "theme": "dark"}
