"""The build draws the start page with the view's own nodes, in slots that the sources leave empty."""

import re
from pathlib import Path

import pytest
from app.model.state import State
from app.view.nodes import h
from app.view.slots import build

from tools.site import prerender
from tools.site.markup import add_attributes, fill_element, text, write, write_node
from tools.sources import ROOT


@pytest.mark.parametrize("name", prerender.PAGES)
def test_the_sources_hold_no_drawing_of_their_own(name: str) -> None:
    source = (ROOT / "web" / name).read_text(encoding="utf-8")
    for slot in build(State()):
        if f'id="{slot}"' in source:
            assert re.search(rf'id="{slot}"[^>]*></', source), f"{name}: {slot} is not empty"


@pytest.mark.parametrize("name", prerender.PAGES)
def test_a_page_shows_the_start_of_the_game(name: str) -> None:
    page = prerender.draw((ROOT / "web" / name).read_text(encoding="utf-8"), prerender.PAGES[name])
    state = State()
    assert re.findall(r'data-point="(\w\d)"', page) == list(state.variant.board.points)
    assert "White: place a man" in page
    assert re.search(r'<html[^>]* data-theme="auto"', page)
    assert re.search(rf'<html[^>]* data-painted="{state.variant.name}"', page)
    assert f'href="{prerender.PAGES[name]}"' in page, "what draws it is what the page preloads"


def test_a_slot_that_is_missing_twice_or_not_empty_stops_the_build() -> None:
    node = h("p", {"class": "x"}, "new")
    assert fill_element('<i id="a" hidden></i>', "a", node) == '<i class="x" hidden id="a">new</i>'
    assert fill_element('<i id="a" hidden></i>', "a", h("p", {"hidden": False})) == '<i id="a"></i>'
    for page in ("<p></p>", '<p id="a"></p><p id="a"></p>', '<p id="a">old</p>'):
        with pytest.raises(ValueError, match="one empty element with the id a"):
            fill_element(page, "a", node)


def test_nodes_that_html_cannot_express_stop_the_build() -> None:
    with pytest.raises(ValueError, match="style:transform"):
        write_node(h("g", {"style:transform": "none"}))
    with pytest.raises(ValueError, match="side by side"):
        write_node(("p", {}, ("one", "two")))  # the browser would join them


def test_texts_in_a_row_are_one() -> None:
    assert h("p", {}, "one", " ", None, "two", h("b"), "three")[2] == ("one two", h("b"), "three")


def test_texts_and_attributes_are_escaped() -> None:
    assert text("p", "<b> & so on") == "<p>&lt;b&gt; &amp; so on</p>"
    assert write("a", "y", href='"x"') == '<a href="&quot;x&quot;">y</a>'
    assert write_node(h("p", {"hidden": True, "title": None, "key": "k"}, "a < b")) == "<p hidden>a &lt; b</p>"
    assert add_attributes('<html lang="en"><p>', "html", {"data-a": 1}) == '<html lang="en" data-a="1"><p>'


def test_filling_writes_both_pages(tmp_path: Path) -> None:
    for name in prerender.PAGES:
        (tmp_path / name).write_text((ROOT / "web" / name).read_text(encoding="utf-8"), encoding="utf-8")
    prerender.fill(tmp_path)
    for name in prerender.PAGES:
        assert (tmp_path / name).read_text(encoding="utf-8").count("data-point=") == 24
