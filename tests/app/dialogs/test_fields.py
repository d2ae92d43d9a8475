"""Groups of radio buttons: built in one module, and drawn as the style sheets know them."""

from app.dialogs.fields import card, segments
from app.view.nodes import h

from tests.app.playing import find, text_of
from tools.sources import APP, python_files


def test_radio_buttons_are_built_in_one_module() -> None:
    found = [path.name for path in python_files(APP) if '"radio"' in path.read_text(encoding="utf-8")]
    assert found == ["fields.py"]


def test_a_card_has_its_picture_first_and_a_note_only_where_there_is_one() -> None:
    picture = h("svg")
    with_note = card("level", "3", "3", "casual", True, "card level", picture=picture)
    assert [child[0] for child in with_note[2]] == ["input", "svg", "span", "span"]
    assert with_note[1]["class"] == "card level"
    assert text_of(with_note).split() == ["3", "casual"]
    assert [child[0] for child in card("theme", "dark", "Dark", "", False)[2]] == ["input", "span"]


def test_segments_have_one_button_checked_and_hand_on_their_intent() -> None:
    pip = h("span", {"class": "pip white"})
    choices = (("white", "White"), ("black", "Black"))
    bar = segments("editor-side", "To move", choices, "black", intent="editor:side", pictures={"white": pip})
    buttons = find(bar, "type", "radio")
    assert [(one[1]["value"], one[1]["prop:checked"]) for one in buttons] == [("white", False), ("black", True)]
    assert {(one[1]["name"], one[1]["data-change"]) for one in buttons} == {("editor-side", "editor:side")}
    assert len(find(bar, "class", "pip white")) == 1
    assert text_of(bar).split() == ["To", "move", "White", "Black"]
