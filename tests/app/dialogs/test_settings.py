"""The settings dialog: each setting with all its choices, pictures where words would not do."""

from app.settings import SETTINGS
from app.state import State
from app.update.controller import handle
from app.view.slots import build

from tests.app.playing import effect


def found(node: object, tag: str) -> list[dict[str, object]]:
    """Return the attributes of every element of a kind, in order."""
    if not isinstance(node, tuple):
        return []
    inner = [one for child in node[2] for one in found(child, tag)]
    return [node[1]] + inner if node[0] == tag else inner


def test_every_choice_of_a_look_has_a_picture_that_wears_it() -> None:
    state = State()
    effects = handle(state, "open", "settings")
    assert effect(effects, "load-looks"), "the pictures need the style sheet of all looks"
    dialog = build(state, ("dialog",))["dialog"]
    pictures = [one for one in found(dialog, "svg") if "sample" in str(one.get("class"))]
    for name in ("look", "men"):
        (setting,) = [one for one in SETTINGS if one.name == name]
        values = list(setting.values)
        assert [one["data-" + name] for one in pictures if "data-" + name in one] == values
        radios = [one for one in found(dialog, "input") if one.get("name") == name]
        assert [one["value"] for one in radios] == values
        assert [one["prop:checked"] for one in radios] == [value == state.settings[name] for value in values]


def test_a_picture_of_a_board_shows_its_coordinates_whatever_the_setting_says() -> None:
    state = State()
    state.settings["coordinates"] = "off"
    handle(state, "open", "settings")
    groups = [one.get("class") for one in found(build(state, ("dialog",))["dialog"], "g")]
    (look,) = [setting for setting in SETTINGS if setting.name == "look"]
    assert groups.count("labels") == len(look.values)
    assert "coordinates" not in groups


def test_every_setting_and_every_choice_has_a_title() -> None:
    assert len({setting.name for setting in SETTINGS}) == len(SETTINGS)
    for setting in SETTINGS:
        assert setting.title
        titles = {title for _value, title in setting.choices}
        assert len(set(setting.values)) == len(setting.choices), setting.name
        assert titles == {""} if setting.is_switch else len(titles) == len(setting.choices), setting.name
