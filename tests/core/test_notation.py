"""Moves as text."""

from morris_core import Move, find_variant
from morris_core.characters import DASHES
from morris_core.notation import parse_move
from tests.core.support import refusal

NINE = find_variant("nine")


def move(text: str) -> Move:
    return parse_move(text, NINE)


def test_a_move_has_at_most_100_characters_and_any_dash() -> None:
    assert move("d6" + " " * 98) == move("d6")
    assert "is far too long for a move" in refusal(move, "d6" + " " * 99)
    for dash in DASHES:
        assert move("d6" + dash + "d7") == move("d6-d7"), dash
    assert refusal(move, "d9") == "'d9' isn't a point on this board. Points are named a7, d7, ..., g1."


def test_reading_is_tolerant_of_case_spaces_and_other_signs() -> None:
    for text in (
        "D6-D7XA1",
        " d6 - d7 x a1 ",
        "d6\u2013d7\u00d7a1",
        "d6\u2014d7:a1",
        "d6\u2192d7*a1",
        "d6>d7xa1",
        "d6\u2212d7 \u00d7 A1\n",
    ):
        assert move(text) == move("d6-d7xa1"), text
