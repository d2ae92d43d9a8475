"""The page "Solved" agrees with the shipped tables."""

import pytest

from morris_core import Game, find_variant
from morris_core.engine.opening import shipped_book
from morris_core.rules import apply
from morris_core.tablebase import shipped_tables
from tools.site.facts import TRAPS, Longest, read
from tools.site.solved_page import facts, first_in_words


def test_the_facts_about_first_placements_are_those_of_the_tables_that_ship() -> None:
    """If this fails, run `python -m lab.solved_facts`."""
    sign = {"win": "loss", "draw": "draw", "loss": "win"}
    for name, solved in facts().items():
        game = Game(find_variant(name))
        answer = shipped_tables().probe(game.variant, game.position)
        assert solved["start"] == (list(answer) if answer else None)
        for point, (value, plies) in solved["first"].items():
            game.play(point)
            after = shipped_tables().probe(game.variant, game.position)
            game.undo()
            assert after is not None
            assert (sign[after.value], None if after.distance is None else after.distance + 1) == (value, plies)


@pytest.mark.parametrize(
    ("name", "longest"),
    [
        (name, each)
        for name, solved in facts().items()
        for each in (solved["longest"], solved["longest_placing"])
        if each
    ],
)
def test_the_longest_wins_are_wins_and_can_be_set_up(name: str, longest: Longest) -> None:
    game = Game.from_fen(longest["fen"], find_variant(name))
    assert shipped_tables().probe(game.variant, game.position) == ("win", longest["plies"])


def test_the_worst_trap_is_a_draw_that_so_many_replies_lose() -> None:
    book = shipped_book()
    assert book is not None
    for placed, found in read(TRAPS).items():
        if found["worst"] is None:
            continue
        fen, losing, replies = found["worst"]
        game = Game.from_fen(fen)
        assert game.legal_moves(), placed
        after = [book.probe(game.variant, apply(game.variant, game.position, move)) for move in game.legal_moves()]
        values = [answer.value for answer in after if answer]
        assert (values.count("win"), len(values), "draw" in values) == (losing, replies, True)


def test_shares_count_every_position_once() -> None:
    """Three men against three on the nine points of three men's morris: 84 sets times 20."""
    assert sum(facts()["three"]["shares"]["3-3"]) == 84 * 20


def test_of_first_placements_only_one_group_is_anywhere_else() -> None:
    for name, solved in facts().items():
        if solved["first"]:
            assert first_in_words(find_variant(name), solved).count("anywhere else") <= 1, name
