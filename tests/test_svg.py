"""Pictures of positions: standalone SVG that draws every line, point and man of the board once."""

import re
from xml.etree import ElementTree

import pytest

from morris_core import BLACK, VARIANTS, WHITE, Game, MorrisError, Position, find_variant, looks, paint, parts, svg
from morris_core.geometry import MAN_RADIUS
from tools.pictures.make_icons import example
from tools.sources import ROOT

STYLE = ROOT / "web/style"
WOOD = dict(zip(looks.NAMES, looks.LOOKS["wood"].split(), strict=True))


def after(*moves: str) -> Game:
    game = Game()
    for move in moves:
        game.play(move)
    return game


def shapes(text: str, tag: str) -> "list[ElementTree.Element]":
    """Return the elements of a kind; fail if the text is not XML."""
    return list(ElementTree.fromstring(text).iter("{http://www.w3.org/2000/svg}" + tag))


def men(text: str, side: str, radius: int) -> "list[tuple[float, float]]":
    """Return the centres of a side's turned men of a size."""
    found = []
    for man in shapes(text, "g"):
        place = re.fullmatch(r"translate\((\d+) (-?\d+)\)", man.get("transform", ""))
        discs = [rect for rect in man if rect.get("fill", "").startswith(f"url(#{side}")]
        found += [(float(place[1]), float(place[2])) for rect in discs if place and rect.get("rx") == str(radius)]
    return sorted(found)


def test_every_line_and_point_of_every_board_is_drawn() -> None:
    for variant in VARIANTS.values():
        text = svg.board(Game(variant))
        lines = [path for path in shapes(text, "path") if path.get("stroke") == WOOD["line"]]
        assert [path.get("d", "").count("M") for path in lines] == [len(variant.board.lines)], variant
        assert len(shapes(text, "circle")) == len(variant.board.points) + 2 * variant.rules.men
        for number, side in enumerate(parts.SIDES):
            assert len(men(text, side, svg.HAND_MAN)) == Game(variant).position.hand(number)
        assert len(shapes(variant._repr_svg_(), "circle")) == len(variant.board.points)


def test_men_are_drawn_on_their_points_from_either_side() -> None:
    game = after("d6", "f4", "a1")
    # d6 is the fourth of seven files from the left and the second rank from the top; one step is 100.
    assert men(game._repr_svg_(), "white", MAN_RADIUS[7]) == [(0, 600), (300, 100)]
    assert men(game._repr_svg_(), "black", MAN_RADIUS[7]) == [(500, 300)]
    assert men(svg.board(game, orientation=BLACK), "white", MAN_RADIUS[7]) == [(300, 500), (600, 0)]


def test_the_last_move_a_mill_a_capture_circles_and_arrows_are_marked() -> None:
    game = after("d6", "f4", "b6", "b4", "f6xb4")
    text = svg.board(game, circles=["a1", 1], arrows=[("d7", "g7"), ("a7", "a4", "forbidden")])
    count = text.count
    assert count(f'stroke="{WOOD["mill"]}"') == count(f'stroke="{WOOD["mill-edge"]}"') == 2, "the mill and the last man"
    assert count(f'stroke="{WOOD["take"]}"') == 2, "the man taken and the forbidden arrow"
    assert count(f'stroke="{WOOD["goal"]}"') == 3
    assert WOOD["mill"] not in svg.board(game.variant, game.position), "a position has no last move"
    shown = Position(*game.position)._repr_svg_()
    assert men(shown, "white", MAN_RADIUS[7]) == men(game._repr_svg_(), "white", MAN_RADIUS[7]) != []


def test_arrows_and_circles_keep_their_colours_and_the_losers_men_are_veiled() -> None:
    game = after("d6", "f4")
    colours = {kind: paint.KINDS[kind]["$core"] for kind in "GRYB"}
    arrows = [("a7", "d7", kind) for kind in colours]
    text = svg.board(game, arrows=arrows, circles=[("a1", kind) for kind in colours])
    assert {kind: text.count(f'stroke="{colour}"') for kind, colour in colours.items()} == dict.fromkeys(colours, 2)
    veil = '<g opacity=".45">'
    assert text.count(veil) == 0
    game.resign(WHITE)
    over = game.outcome()
    assert [svg.board(game).count(veil), svg.board(game, game.position, outcome=over).count(veil)] == [1, 1]
    assert svg.board(game, game.position).count(veil) == 0


def test_the_best_value_of_each_placement_and_step_is_shown() -> None:
    game = Game("three")
    moves = game.legal_moves()
    text = svg.board(game, values={moves[0]: "win", moves[1]: "loss", moves[2]: "draw"})
    assert [sign.text for sign in shapes(text, "text")][-3:] == ["+", "\u2212", "="]
    steps = Game.from_fen("WW1/3/3/4BW/B2/B2/1B1 w 0 0", "nine")
    taking = [move for move in steps.legal_moves() if move.captures]
    shown = svg.board(steps, values={move: "loss" if number else "win" for number, move in enumerate(taking)})
    assert len(taking) > 2
    assert (shown.count(">+<"), shown.count(">\u2212<")) == (1, 0)


def test_the_picture_in_the_documents_is_this_drawing() -> None:
    assert (ROOT / "docs/board.svg").read_text(encoding="utf-8") == example()


def test_a_picture_is_safe_and_refers_to_nothing_outside_itself() -> None:
    title = 'Anna <b> & "Bo" </svg>'
    text = svg.board(find_variant("three"), title=title)
    assert ElementTree.fromstring(text).get("aria-label") == title
    assert [one.text for one in shapes(text, "title")] == [title]
    assert text.count("http") == 1, "the namespace only"
    assert "style=" not in text


def test_looks_have_the_colours_of_the_page_and_a_table_of_other_colours_is_used_throughout() -> None:
    sheets = (STYLE / "looks.css").read_text()
    tables = {"wood": (STYLE / "colours.css").read_text().split("@media")[0]}
    tables |= dict(re.findall(r'\.sample\)\[data-look="(\w+)"\] \{(.*?)\}', sheets, re.DOTALL))
    assert set(tables) >= set(looks.LOOKS)
    for look, colours in looks.LOOKS.items():
        table = dict(re.findall(r"--([\w-]+): (?:light-dark\()?(#\w+)", tables[look]))
        assert [table[name] for name in looks.NAMES] == colours.split(), look
    own = {name: f"rgb({number}, 1, 2)" for number, name in enumerate(looks.NAMES)}
    text = svg.board(Game(), look=own)
    assert own["line"] in text
    assert not [colour for colour in WOOD.values() if colour in text]
    assert svg.board(Game(), look={"line": "teal"}) == svg.board(Game()).replace(WOOD["line"], "teal")


@pytest.mark.parametrize(("name", "corners"), [("turned", {37, 24}), ("flat", {37}), ("shapes", {37, 24, 13, 8})])
def test_men_have_the_shape_chosen(name: str, corners: "set[int]") -> None:
    game = Game.from_fen("3/1WW/3/4B1/1BB/3/1W1 w 0 0")
    text = svg.board(game.variant, game.position, men=name, coordinates=False)
    assert {int(rect.get("rx", "")) for rect in shapes(text, "rect")} - {22} == corners
    assert {one.partition("-")[0] for one in re.findall(r"url\(#([\w-]+)\)", text)} <= {"wood", "white", "black"}
    assert set(re.findall(r"url\(#([\w-]+)\)", text)) == set(re.findall(r' id="([\w-]+)"', text))


def test_unknown_points_kinds_looks_and_values_are_refused() -> None:
    game = Game()
    for options, words in (
        ({"circles": ["d9"]}, "no point 'd9'"),
        ({"arrows": [("d6", "d7", "red")]}, "not 'red'"),
        ({"look": "marble"}, "contrast, parchment, plain, slate, wood"),
        ({"men": "cubes"}, "turned, flat, shapes"),
        ({"values": {game.legal_moves()[0]: "good"}}, "not 'good'"),
    ):
        with pytest.raises(MorrisError, match=words):
            svg.board(game, **options)
