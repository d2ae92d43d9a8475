"""The picture of a position: standalone SVG in which every line, point and man of the board is drawn once."""

from xml.etree import ElementTree

import pytest
from app.picture import LIGHT, MAN, board_picture

from morris_core import VARIANTS, Game, find_variant
from morris_core.board import count

SVG = "{http://www.w3.org/2000/svg}"


def drawn(text: str, fill: str, radius: int = MAN) -> "list[tuple[float, float]]":
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
    root = ElementTree.fromstring(text)
    assert len(list(root.iter(SVG + "path"))) == len(variant.board.lines)
    assert len(drawn(text, LIGHT.line, 8)) == len(variant.board.points)
    assert len(drawn(text, LIGHT.white, 15)) == len(drawn(text, LIGHT.black, 15)) == variant.rules.men


def test_men_stand_where_they_stand() -> None:
    game = Game(find_variant("nine"))
    for turn in ("d6", "f4", "a1"):
        game.play(turn)
    text = board_picture(game.variant, game.position)
    # d6 is the fourth of seven files from the left and the second rank from the top; one step is 100.
    assert sorted(drawn(text, LIGHT.white)) == [(0, 600), (300, 100)]
    assert drawn(text, LIGHT.black) == [(500, 300)]
    turned = board_picture(game.variant, game.position, flipped=True)
    assert sorted(drawn(turned, LIGHT.white)) == [(300, 500), (600, 0)]
    assert count(game.position.white) == 2


def test_the_last_turn_is_marked() -> None:
    game = Game(find_variant("nine"))
    game.play("d6")
    plain, marked = (board_picture(game.variant, game.position, last=last) for last in ((), (game.moves[0].to,)))
    assert LIGHT.last not in plain
    assert marked.count(LIGHT.last) == 1


def test_nothing_of_a_caption_becomes_markup() -> None:
    variant = find_variant("three")
    caption = 'Anna <b> & "Bo" </svg>'
    root = ElementTree.fromstring(board_picture(variant, Game(variant).position, caption=caption))
    assert root.get("aria-label") == caption
    assert caption in [text.text for text in root.iter(SVG + "text")]


def test_a_picture_refers_to_nothing_outside_itself() -> None:
    variant = find_variant("nine")
    text = board_picture(variant, Game(variant).position, caption="Start")
    assert text.count("http") == 1, "the namespace only"
    assert "style=" not in text
    assert "url(" not in text
