"""The maker of the opening book agrees with the reader in morris_core, and retrieval tables return their values."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from lab.book import kernels, ribbon
from lab.book.data import after_all_moves, pattern_arrays, start_layer
from lab.book.make import Maker, exceptions, solve_table
from lab.perfect import best_value, move_values
from lab.perfect.solved import SolvedGame
from lab.tablebase import reach
from lab.tablebase.geometry import geometry
from lab.tablebase.store import StoreError
from lab.tests.support import solved
from morris_core import BLACK, VARIANTS, WHITE, Game, find_variant
from morris_core.engine.opening import OpeningBook, shipped_book
from morris_core.engine.opening.early import least_key
from morris_core.engine.opening.format import Level
from morris_core.engine.opening.ordering import Ordering, rows
from morris_core.engine.opening.retrieval import Exceptions
from morris_core.generator import move_generator
from tests.core.support import random_game

NINE = find_variant("nine")
GEOMETRY = geometry(NINE.board, NINE.rules.men)[0]


@pytest.fixture(scope="module")
def book() -> OpeningBook:
    book = shipped_book()
    assert book is not None
    return book


def placings(number: int) -> Iterator[tuple[int, int, int]]:
    """Yield (own, other, placed) of positions of random games."""
    random = Random(3)
    for _ in range(number):
        game = random_game(NINE, random, random.randrange(2, 18))
        position = game.position
        yield position.men(position.side), position.men(1 - position.side), game.ply


def test_moves_come_in_the_same_order_and_positions_have_the_same_keys(book: OpeningBook) -> None:
    found = np.zeros((kernels.MOST_MOVES, 2), np.int64)
    for own, other, placed in placings(60):
        number = kernels.moves(GEOMETRY, own, other, found)
        pairs = [(int(moved), int(left)) for moved, left in found[:number]]
        assert pairs == book.early.successors(own, other, placed)
        for moved, left in pairs[:3]:
            assert reach.least_key(GEOMETRY, left, moved) == least_key(NINE.board, left, moved)


def test_a_layer_has_the_positions_after_all_moves() -> None:
    layer, positions = start_layer(), {0}
    generator = move_generator(NINE)
    for placed in range(3):
        layer = after_all_moves(GEOMETRY, 9, layer, placed)
        positions = {
            least_key(NINE.board, left, moved)
            for key in positions
            for moved, left in generator.successors(key >> 24, key & 0xFFFFFF, 9, 9, 0, 0)
        }
        assert layer.tolist() == sorted(positions)


def test_moves_are_scored_as_the_reader_scores_them() -> None:
    worths = np.random.default_rng(5).integers(-127, 128, rows())
    ordering = Ordering(NINE.board, worths.astype(np.int8).tobytes())
    found = np.zeros((kernels.MOST_MOVES, 2), np.int64)
    patterns = pattern_arrays(NINE.board)
    scores = np.zeros(kernels.MOST_MOVES, np.int64)
    for own, other, placed in placings(20):
        number = kernels.moves(GEOMETRY, own, other, found)
        looked = np.zeros(len(patterns.groups), np.int32)
        order = kernels.sort_moves(patterns, worths, found, number, looked, scores)
        pairs = [(int(moved), int(left)) for moved, left in found[:number]]
        assert [-score for score in scores[:number]] == [ordering.score(*pair) for pair in pairs], placed
        assert [pairs[move] for move in order] == sorted(pairs, key=lambda pair: -ordering.score(*pair))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["nine", "nine-diagonal"])
def test_a_book_of_a_small_game_has_the_solved_values_and_its_moves_keep_them(name: str) -> None:
    """With five men, the last two placements are those after the stored values."""
    variant = find_variant(name).with_rules(men=5)
    known = SolvedGame(solved(variant, None, False).folder)
    book = OpeningBook("small.mob", Maker(known.store, lambda text: None).make())
    short = OpeningBook("short.mob", Maker(known.store, lambda text: None).make((5, 3)))
    assert (sorted(short.header.plies), sorted(book.header.plies)) == ([0, 1, 2, 3, 4, 5, 6, 8], [*range(10)])
    random = Random(4)
    for side in (WHITE, BLACK) * 40:
        game, followed = Game(variant), 0
        while game.position.hand(game.position.side) and not game.outcome():
            position, moves = game.position, list(game.legal_moves())
            best = best_value(move_values(known, variant, position))
            if game.ply <= 8:
                assert book.probe(variant, position) == known.probe(variant, position)
            if position.side == side:
                found = [move for alike in book.moves(game) for move in alike]
                if found:
                    values = move_values(known, variant, position)
                    assert {values[move] for move in found} == {(best, None)}
                    followed += 1
                    moves = found
            game.play(random.choice(moves))
        assert followed >= 4


def test_the_tables_of_a_layer_have_different_numbers_whatever_the_men() -> None:
    assert max(variant.rules.men for variant in VARIANTS.values()) < kernels.NUMBERS


def test_a_book_needs_the_rules_of_its_kernels() -> None:
    for name, men in (("five", None), ("nine", 7)):
        store = solved(find_variant(name), men, False)
        with pytest.raises(StoreError, match="A book is for the whole of a game on three rings"):
            Maker(store, lambda text: None)


@pytest.mark.parametrize("number", [1, 90, 5000])
def test_a_retrieval_table_returns_its_values(number: int) -> None:
    random = np.random.default_rng(number)
    keys = np.unique(random.integers(0, 1 << 48, number))
    values = random.integers(0, 8, len(keys))
    level, bits = solve_table(keys, values, 3)
    assert ribbon.look_up(keys, ribbon.windows(bits), level[2]).tolist() == values.tolist()
    if number > 100:
        assert level[0] < 1.05 * len(keys)


def test_the_tables_of_a_ply_give_the_moves_to_pass_over_in_every_position() -> None:
    random = np.random.default_rng(8)
    keys = np.unique(random.integers(0, 1 << 48, 4000))
    passed = np.where(random.random(len(keys)) < 0.06, random.geometric(0.4, len(keys)), 0)
    passed[7], passed[8] = 9, 40
    levels, data = exceptions(keys, passed)
    reader = Exceptions([Level(*level) for level in levels], data)
    assert [reader.rank(key) for key in keys.tolist()] == passed.tolist()
    assert len(data) * 8 < 16 * (passed > 0).sum()


def test_no_exceptions_need_no_tables() -> None:
    assert exceptions(np.arange(5), np.zeros(5, np.int64)) == ([], b"")
    assert Exceptions([], b"").rank(77) == 0
