"""The remarks on old advice on the page "Solved" follow from exact values."""

from __future__ import annotations

from morris_core import Game, find_variant
from morris_core.notation import format_move
from tools.site.advice_page import CLOSES, EXAMPLE, WINS, advice
from tools.solving.advice_facts import CORNER, CROSSING, MIDDLE, kind_of, measured_mills, measured_openings


def test_openings_are_counted_anew_as_the_page_has_them() -> None:
    found = measured_openings()
    assert found == advice()["openings"]
    assert sum(ways for ways, _lost in found.values()) == 24 * 23 * 22
    never = {kinds for kinds, (_ways, lost) in found.items() if not lost}
    assert never == {"crossing crossing", "corner crossing", "middle middle"}


def test_kinds_of_points() -> None:
    board = find_variant("nine").board
    kinds = {name: kind_of(board, board.index[name]) for name in ("a1", "d1", "d2", "c4", "e5")}
    assert kinds == {"a1": CORNER, "d1": MIDDLE, "d2": CROSSING, "c4": MIDDLE, "e5": CORNER}


def test_mills_are_counted_by_what_closing_them_is_worth() -> None:
    questions: list[dict[str, object]] = [
        {"value": "draw", "moves": {"a1": "draw", "d1": "loss"}},  # none can be closed
        {"value": "win", "moves": {"a1xd1": "win", "d1": "loss"}},
        {"value": "win", "moves": {"a1xd1": "draw", "a1xg1": "win"}},
        {"value": "win", "moves": {"a1xd1": "draw", "a1xg1": "loss", "g4": "win"}},
    ]
    assert measured_mills(questions) == {"closable": 3, "mistakes": 1, "wrong_man": 1}
    mills = advice()["mills"]
    assert 0 < mills["mistakes"] < mills["wrong_man"] < mills["closable"]


def test_the_example_can_close_its_mill_or_block() -> None:
    game = Game.from_fen(EXAMPLE, find_variant("nine"))
    moves = [format_move(move, game.variant) for move in game.legal_moves()]
    assert WINS in moves
    assert {move for move in moves if "x" in move} == {CLOSES + "xa7", CLOSES + "xg7"}
