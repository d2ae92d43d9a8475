"""Groups of radio buttons: cards with pictures and notes, and segments."""

from app.features.dialogs.fields import card, segments
from app.view.nodes import h

from tests.app.playing import find, text_of


def test_a_card_shows_its_picture_first_and_its_note_last() -> None:
    node = card("level", "3", "3", "casual", True, "card level", picture=h("svg"))
    assert [child[0] for child in node[2]] == ["input", "svg", "span", "span"]
    assert (node[1]["class"], text_of(node).split()) == ("card level", ["3", "casual"])
    assert [child[0] for child in card("theme", "dark", "Dark", "", False)[2]] == ["input", "span"]


def test_segments_check_one_button_and_share_an_intent() -> None:
    pip = h("span", {"class": "pip white"})
    choices = (("white", "White"), ("black", "Black"))
    bar = segments("editor-side", "To move", choices, "black", intent="editor:side", pictures={"white": pip})
    buttons = find(bar, "type", "radio")
    assert [(one[1]["value"], one[1]["prop:checked"]) for one in buttons] == [("white", False), ("black", True)]
    assert {(one[1]["name"], one[1]["data-change"]) for one in buttons} == {("editor-side", "editor:side")}
    assert len(find(bar, "class", "pip white")) == 1
    assert text_of(bar).split() == ["To", "move", "White", "Black"]
