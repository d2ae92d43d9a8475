"""The picture of a position: standalone SVG in which every line, point and man of the board is drawn once."""

import re
from xml.etree import ElementTree

import pytest
from app.features.sharing.picture import COLOURS, HAND_MAN, board_picture
from app.model.geometry import MAN_RADIUS

from morris_core import VARIANTS, Game, find_variant
from tools.sources import ROOT

SVG = "{http://www.w3.org/2000/svg}"
COLOUR_TABLE = ROOT / "web/style/colours.css"


def drawn(text: str, fill: str, radius: int) -> "list[tuple[float, float]]":
    """Return the centres of the circles of a colour and size."""
    root = ElementTree.fromstring(text)
    return [
        (float(circle.get("cx", "")), float(circle.get("cy", "")))
        for circle in root.iter(SVG + "circle")
        if circle.get("fill") == fill and circle.get("r") == str(radius)
    ]


@pytest.mark.parametrize("name", list(VARIANTS))
def test_every_line_and_empty_point_of_every_board_is_drawn(name: str) -> None:
    variant = VARIANTS[name]
    text = board_picture(variant, Game(variant).position)
    (lines,) = [path for path in ElementTree.fromstring(text).iter(SVG + "path") if path.get("fill") == "none"]
    assert lines.get("d", "").count("M") == len(variant.board.lines)
    assert len(drawn(text, COLOURS["line"], 9)) == len(variant.board.points)
    for side in ("white", "black"):
        assert len(drawn(text, f"url(#{side})", HAND_MAN)) == variant.rules.men


def test_men_stand_where_they_stand() -> None:
    game = Game(find_variant("nine"))
    for move in ("d6", "f4", "a1"):
        game.play(move)
    text = board_picture(game.variant, game.position)
    # d6 is the fourth of seven files from the left and the second rank from the top; one step is 100.
    assert sorted(drawn(text, "url(#white)", MAN_RADIUS[7])) == [(0, 600), (300, 100)]
    assert drawn(text, "url(#black)", MAN_RADIUS[7]) == [(500, 300)]
    turned = board_picture(game.variant, game.position, flipped=True)
    assert sorted(drawn(turned, "url(#white)", MAN_RADIUS[7])) == [(300, 500), (600, 0)]


def test_the_last_move_is_marked() -> None:
    game = Game(find_variant("nine"))
    game.play("d6")
    plain, marked = (board_picture(game.variant, game.position, last=last) for last in ((), (game.line[0].to,)))
    assert COLOURS["last"] not in plain
    assert marked.count(COLOURS["last"]) == 1


def test_nothing_of_a_name_becomes_markup() -> None:
    variant = find_variant("three")
    name = 'Anna <b> & "Bo" </svg>'
    root = ElementTree.fromstring(board_picture(variant, Game(variant).position, name=name))
    assert root.get("aria-label") == name
    assert [title.text for title in root.iter(SVG + "title")] == [name]


def test_a_picture_refers_to_nothing_outside_itself() -> None:
    variant = find_variant("nine")
    text = board_picture(variant, Game(variant).position)
    assert text.count("http") == 1, "the namespace only"
    assert "style=" not in text
    assert set(re.findall(r"url\(#(\w+)\)", text)) == set(re.findall(r' id="(\w+)"', text))


def test_the_colours_are_those_of_the_page_in_light() -> None:
    light = COLOUR_TABLE.read_text().split("@media")[0]
    table = dict(re.findall(r"--([\w-]+): (#\w+);", light))
    assert {name: table[name] for name in COLOURS} == COLOURS


def test_a_picture_has_the_colours_of_the_board_that_is_chosen() -> None:
    variant = find_variant("nine")
    slate = {name: f"rgb({number}, 1, 2)" for number, name in enumerate(COLOURS)}
    text = board_picture(variant, Game(variant).position, colours=slate)
    assert slate["line"] in text
    assert not [colour for colour in COLOURS.values() if colour in text]


@pytest.mark.parametrize(("men", "squares"), [("turned", 0), ("flat", 0), ("shapes", 2)])
def test_men_have_the_shapes_that_are_chosen(men: str, squares: int) -> None:
    game = Game(find_variant("nine"))
    for move in ("d6", "f4"):
        game.play(move)
    text = board_picture(game.variant, game.position, men=men)
    rects = [rect for rect in ElementTree.fromstring(text).iter(SVG + "rect") if rect.get("x") in ("469.0", "480.0")]
    assert len(rects) == squares
    assert ("url(#black)" in text) == (men == "turned")
    assert set(re.findall(r"url\(#(\w+)\)", text)) == set(re.findall(r' id="(\w+)"', text))


def test_a_mill_is_a_bar_with_an_edge() -> None:
    game = Game(find_variant("nine"))
    for move in ("d6", "f4", "b6", "b4", "f6xb4"):
        plain = board_picture(game.variant, game.position)
        assert COLOURS["mill-edge"] not in plain
        game.play(move)
    assert board_picture(game.variant, game.position).count(COLOURS["mill-edge"]) == 1
