"""The remarks on old advice on the page "Solved" follow from exact values."""

from __future__ import annotations

from itertools import permutations
from random import Random

from morris_core import Game, find_variant
from morris_core.board import count
from morris_core.engine.opening import shipped_book
from morris_core.notation import format_move
from tools.site.advice_page import CLOSES, EXAMPLE, WINS, advice

KINDS = {2: "corner", 3: "middle", 4: "crossing"}


def test_openings_lose_as_often_as_the_page_says() -> None:
    found = advice()["openings"]
    assert sum(ways for ways, _lost in found.values()) == 24 * 23 * 22
    never = {kinds for kinds, (_ways, lost) in found.items() if not lost}
    assert never == {"crossing crossing", "corner crossing", "middle middle"}
    book, variant = shipped_book(), find_variant("nine")
    assert book is not None
    lost = 0
    for points in Random(7).sample(list(permutations(variant.board.points, 3)), 400):
        game = Game(variant)
        for point in points:
            game.play(point)
        answer = book.probe(variant, game.position)
        assert answer is not None
        kinds = sorted(KINDS[count(variant.board.neighbours[variant.board.index[point]])] for point in points[::2])
        assert answer.value != "win" or " ".join(kinds) not in never
        lost += answer.value == "win"
    share = sum(lost for _ways, lost in found.values()) / (24 * 23 * 22)
    assert abs(lost / 400 - share) < 0.05


def test_mills_are_counted_by_what_closing_them_is_worth() -> None:
    mills = advice()["mills"]
    assert 0 < mills["mistakes"] < mills["wrong_man"] < mills["closable"]


def test_the_example_can_close_its_mill_or_block() -> None:
    game = Game.from_fen(EXAMPLE, find_variant("nine"))
    moves = [format_move(move, game.variant) for move in game.legal_moves()]
    assert WINS in moves
    assert {move for move in moves if "x" in move} == {CLOSES + "xa7", CLOSES + "xg7"}
