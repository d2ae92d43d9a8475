"""The points of South African tournaments: written, read back, and not taken for ours."""

import random

from morris_core import Game, GameTree, Record, read
from morris_core.named import find_variant
from morris_core.ring_names import from_ring_names, to_ring_names
from tests.core.support import amount, random_game, refusal

TOURNAMENT = find_variant("morabaraba-tournament")


def test_records_are_written_and_read_back() -> None:
    random.seed(4)
    for _ in range(amount(20, 2)):
        game = random_game(TOURNAMENT, random, 70)
        text = to_ring_names(Record(game, white="Ada", black="Bob").record())
        assert '[Dark "Ada"]' in text
        assert read(text).game == game
        assert read(text).tags[0]["white"] == "Ada"


def test_comments_and_variations_stay() -> None:
    tree = GameTree.from_link("v=morabaraba-tournament&m=a7.b6.c5&t=1.d6.c4&k=1:after%20a7%20and%20R1")
    record = tree.record()
    text = to_ring_names(record)
    assert "{after a7 and R1}" in text
    assert "A1 (1... A2 2. R8)" in " ".join(text.split())
    assert read(text)[0].tree.link() == tree.link()


def test_only_a_text_with_the_inner_ring_and_no_point_of_ours_is_meant() -> None:
    assert read("1. E1 A1 2. R1").game == Game.from_link("v=morabaraba-tournament&m=a7.b6.c5")
    assert read("e1 r4", "twelve").game == Game.from_link("v=twelve&m=a7.e4")
    for text in ("1. e1 a1", "1. d6 f4", "1. d6 r1", "{R1} 1. d6", "E1 R12"):
        assert from_ring_names(text) == text
    assert "'r1' isn't part of a move" in refusal(lambda: read("1. d6 r1").game)
