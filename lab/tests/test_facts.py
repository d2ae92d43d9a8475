"""The facts of the page "Solved" are counted anew from the shipped tables and the opening book."""

import json

from lab import advice_facts, solved_facts, traps
from morris_core import find_variant
from tools.site.advice_page import advice
from tools.site.facts import TRAPS, read
from tools.site.solved_page import facts


def test_the_facts_are_those_of_the_tables_that_ship() -> None:
    """If this fails, run `python -m lab.solved_facts`."""
    assert json.loads(json.dumps(solved_facts.collect())) == facts()


def test_traps_are_counted_anew_as_the_page_has_them() -> None:
    """If this fails, run `python -m lab.traps`."""
    assert json.loads(json.dumps(traps.measured(3))) == {placed: read(TRAPS)[placed] for placed in "123"}


def test_openings_are_counted_anew_as_the_page_has_them() -> None:
    assert advice_facts.measured_openings() == advice()["openings"]


def test_kinds_of_points() -> None:
    board = find_variant("nine").board
    kinds = {name: advice_facts.kind_of(board, board.index[name]) for name in ("a1", "d1", "d2", "c4", "e5")}
    assert kinds == {"a1": "corner", "d1": "middle", "d2": "crossing", "c4": "middle", "e5": "corner"}


def test_mills_are_counted_by_what_closing_them_is_worth() -> None:
    questions: list[dict[str, object]] = [
        {"value": "draw", "moves": {"a1": "draw", "d1": "loss"}},  # none can be closed
        {"value": "win", "moves": {"a1xd1": "win", "d1": "loss"}},
        {"value": "win", "moves": {"a1xd1": "draw", "a1xg1": "win"}},
        {"value": "win", "moves": {"a1xd1": "draw", "a1xg1": "loss", "g4": "win"}},
    ]
    assert advice_facts.measured_mills(questions) == {"closable": 3, "mistakes": 1, "wrong_man": 1}
