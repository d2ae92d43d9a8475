"""The picture of a position: standalone SVG that draws every line, point and man of the board once."""

import re
from xml.etree import ElementTree

import pytest
from app.features.sharing.picture import COLOURS, HAND_MAN, board_picture
from app.model.geometry import MAN_RADIUS

from morris_core import VARIANTS, Game, find_variant
from tools.sources import ROOT

SVG = "{http://www.w3.org/2000/svg}"
COLOUR_TABLE = ROOT / "web/style/colours.css"


def after(*moves: str) -> Game:
    game = Game(find_variant("nine"))
    for move in moves:
        game.play(move)
    return game


def circles(text: str, fill: str, radius: int) -> "list[tuple[float, float]]":
    """Return the centres of the circles of a colour and size."""
    root = ElementTree.fromstring(text)
    return [
        (float(circle.get("cx", "")), float(circle.get("cy", "")))
        for circle in root.iter(SVG + "circle")
        if circle.get("fill") == fill and circle.get("r") == str(radius)
    ]


def test_every_line_and_empty_point_of_every_board_is_drawn() -> None:
    for variant in VARIANTS.values():
        text = board_picture(variant, Game(variant).position)
        (lines,) = [path for path in ElementTree.fromstring(text).iter(SVG + "path") if path.get("fill") == "none"]
        assert lines.get("d", "").count("M") == len(variant.board.lines), variant
        assert len(circles(text, COLOURS["line"], 9)) == len(variant.board.points)
        for side in ("white", "black"):
            assert len(circles(text, f"url(#{side})", HAND_MAN)) == variant.rules.men


def test_men_are_drawn_on_their_points() -> None:
    game = after("d6", "f4", "a1")
    text = board_picture(game.variant, game.position)
    # d6 is the fourth of seven files from the left and the second rank from the top; one step is 100.
    assert sorted(circles(text, "url(#white)", MAN_RADIUS[7])) == [(0, 600), (300, 100)]
    assert circles(text, "url(#black)", MAN_RADIUS[7]) == [(500, 300)]
    turned = board_picture(game.variant, game.position, flipped=True)
    assert sorted(circles(turned, "url(#white)", MAN_RADIUS[7])) == [(300, 500), (600, 0)]


def test_the_last_move_and_a_mill_are_marked() -> None:
    game = after("d6")
    plain, marked = (board_picture(game.variant, game.position, last=last) for last in ((), (game.line[0].to,)))
    assert (plain.count(COLOURS["last"]), marked.count(COLOURS["last"])) == (0, 1)
    for moves, mills in ((["d6", "f4", "b6", "b4"], 0), (["d6", "f4", "b6", "b4", "f6xb4"], 1)):
        game = after(*moves)
        assert board_picture(game.variant, game.position).count(COLOURS["mill-edge"]) == mills


def test_a_picture_is_safe_and_refers_to_nothing_outside_itself() -> None:
    variant = find_variant("three")
    name = 'Anna <b> & "Bo" </svg>'
    text = board_picture(variant, Game(variant).position, name=name)
    root = ElementTree.fromstring(text)
    assert root.get("aria-label") == name
    assert [title.text for title in root.iter(SVG + "title")] == [name]
    assert text.count("http") == 1, "the namespace only"
    assert "style=" not in text


def test_a_picture_has_the_colours_of_the_board() -> None:
    light = COLOUR_TABLE.read_text().split("@media")[0]
    table = dict(re.findall(r"--([\w-]+): (#\w+);", light))
    assert {name: table[name] for name in COLOURS} == COLOURS, "by default those of the page in light"
    variant = find_variant("nine")
    slate = {name: f"rgb({number}, 1, 2)" for number, name in enumerate(COLOURS)}
    text = board_picture(variant, Game(variant).position, colours=slate)
    assert slate["line"] in text
    assert not [colour for colour in COLOURS.values() if colour in text]


@pytest.mark.parametrize(("men", "squares"), [("turned", 0), ("flat", 0), ("shapes", 2)])
def test_men_have_the_shape_chosen(men: str, squares: int) -> None:
    game = after("d6", "f4")
    text = board_picture(game.variant, game.position, men=men)
    rects = [rect for rect in ElementTree.fromstring(text).iter(SVG + "rect") if rect.get("x") in ("469.0", "480.0")]
    assert len(rects) == squares
    assert ("url(#black)" in text) == (men == "turned")
    assert set(re.findall(r"url\(#(\w+)\)", text)) == set(re.findall(r' id="(\w+)"', text))
