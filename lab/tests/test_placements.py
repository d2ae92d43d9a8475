"""Positions with men in hand that are in no file: derived from the positions after placements, or unknown."""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random

import pytest

from lab.tablebase.pack import pack
from lab.tests.support import locate, packed, solved
from lab.tests.test_predicted import TRAINED, made
from morris_core import Game, Position, Variant, find_variant
from morris_core.rules import apply
from morris_core.tablebase import search
from morris_core.tablebase.index import Pair, binomial, least_image, parse_pair
from morris_core.tablebase.probe import Tablebase, TableFile
from morris_core.tablebase.rows import Rows
from morris_core.variants import with_house_rules
from tests.tablebase.support import random_sets

FOUR = with_house_rules(find_variant("nine"), "men:4")
OPPOSITE = {"win": "loss", "draw": "draw", "loss": "win"}


@cache
def some(chosen: Callable[[Pair], bool]) -> bytes:
    """Return a file of some pairs of nine men's morris with four men."""
    store = solved(FOUR, None, False)
    return pack(store, [pair for pair in store.plan.pairs() if chosen(pair)])


def moving(pair: Pair) -> bool:
    return pair.hands == 0


def moving_and_third(pair: Pair) -> bool:
    return pair.hands in (0, 3)


def everything() -> Tablebase:
    return Tablebase([("whole.mtb", packed(FOUR, None, False))])


def positions(number: int, least: int, most: int) -> Iterator[Position]:
    """Yield random positions with `least` to `most` men in hand, White to move, close enough together for mills."""
    random = Random(number)
    for _ in range(number):
        hands = random.randint(least, most)
        in_hand = (hands + 1) // 2, hands // 2
        # A side with one man on the board cannot have captured.
        men = [max(hand, random.choice((3, 3, 4)) if hands <= 6 else 4) - hand for hand in in_hand]
        points = random.sample(range(12), sum(men))
        white, black = (sum(1 << point for point in side) for side in (points[: men[0]], points[men[0] :]))
        yield Position(white, black, *in_hand, 0, None, None, FOUR.board)


def before_captures(hands: range) -> Iterator[Position]:
    """Yield a position without captures for each number of men in hand."""
    for both in hands:
        own, other = 4 - (both + 1) // 2, 4 - both // 2
        yield Position((1 << own) - 1, (1 << other) - 1 << own, 4 - own, 4 - other, 0, None, None, FOUR.board)


@pytest.mark.parametrize(
    ("files", "most"),
    [
        ([("moving.mtb", some(moving))], 6),
        ([("third.mtb", some(moving_and_third))], 8),
        ([("predicted.mtb", made(*TRAINED[0])[-1])], 6),
        ([("quarter.mtb", made(*TRAINED[1])[-1])], 6),
    ],
    ids=lambda argument: argument[0][0] if isinstance(argument, list) else str(argument),
)
def test_values_derived_from_placements_are_the_solved_ones(
    files: list[tuple[str, bytes]], most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, tables, forgetful = everything(), Tablebase(files), Tablebase(files)
    values = set()
    for position in positions(60, 1, most):
        expected = whole.probe(FOUR, position)
        assert expected
        assert tables.probe(FOUR, position) == expected
        values.add(expected.value)
        if position.white_hand + position.black_hand <= 3:
            with monkeypatch.context() as patch:
                patch.setattr(search, "MOST_WORTHS", 20)
                assert forgetful.probe(FOUR, position) == expected
    assert values == {"win", "draw", "loss"}


def test_a_known_bound_does_not_change_the_value() -> None:
    values = set()
    for position in positions(40, 1, 3):
        tables = Tablebase([("quarter.mtb", made(*TRAINED[1])[-1])])
        own = tables.probe(FOUR, position)
        assert own
        game = Game(FOUR, position)
        answers = []
        for move in game.legal_moves():
            after = apply(FOUR, position, move)
            answer = tables.probe(FOUR, after, at_least="loss" if own.value == "win" else OPPOSITE[own.value])
            assert answer == everything().probe(FOUR, after)
            assert answer
            answers.append(OPPOSITE[answer.value])
        assert own.value == max(answers, key=["loss", "draw", "win"].index)
        values.add(own.value)
    assert values == {"win", "draw", "loss"}


def test_immediate_answers_are_right_or_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    files = [("quarter.mtb", made(*TRAINED[1])[-1])]
    found: dict[int, set[bool]] = {hands: set() for hands in range(1, 7)}
    for position in positions(60, 1, 6):
        tables = Tablebase(files)
        answer = tables.probe(FOUR, position, at_once=True)
        assert answer in (None, tables.probe(FOUR, position))
        found[position.white_hand + position.black_hand].add(answer is not None)
    assert True in found[1]
    assert all(found[hands] == {False} for hands in range(2, 7))
    monkeypatch.setattr(search, "AT_ONCE", 1)
    answers = [Tablebase(files).probe(FOUR, position, at_once=True) for position in positions(20, 1, 1)]
    assert None in answers
    assert all(Tablebase(files).probe(FOUR, position) for position in positions(10, 1, 1))


def without(name: str) -> list[tuple[str, bytes]]:
    """Return files of all endgames except those of one pair."""
    store = solved(FOUR, None, False)
    missing = parse_pair(name)
    return [("most.mtb", pack(store, [pair for pair in store.plan.pairs() if moving(pair) and pair != missing]))]


@pytest.mark.parametrize(
    ("variant", "files", "hands"),
    [
        (FOUR, [], range(1, 9)),
        (FOUR, without("3-3"), range(3, 7)),
        (FOUR, without("4-4"), range(1, 7)),
        (FOUR, [("moving.mtb", some(moving))], range(7, 9)),
        (with_house_rules(FOUR, "moving_while_placing:1"), [("moving.mtb", some(moving))], range(1, 9)),
    ],
)
def test_a_search_that_would_take_long_or_find_nothing_does_not_begin(
    variant: Variant, files: list[tuple[str, bytes]], hands: range, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = Tablebase(files)
    monkeypatch.delattr(search.Search, "_value")
    assert {tables.probe(variant, position) for position in before_captures(hands)} == {None}


def test_impossible_numbers_of_men_in_hand_are_not_derived() -> None:
    tables = Tablebase([("moving.mtb", some(moving))])
    (position,) = before_captures(range(2, 3))
    assert tables.probe(FOUR, position) == everything().probe(FOUR, position)
    assert tables.probe(FOUR, position)
    assert tables.probe(FOUR, position._replace(white_hand=2, black_hand=0)) is None
    assert tables.probe(FOUR, position._replace(white_hand=0)) is None


def test_a_position_that_its_layer_leaves_out_is_derived_if_the_endgames_are_near(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tables = Tablebase([("third.mtb", some(moving_and_third))])
    near, far = next(before_captures(range(3, 4))), next(before_captures(range(8, 9)))
    expected = tables.probe(FOUR, near)
    assert tables.probe(FOUR, far)
    sources = tables._search_of(FOUR).sources  # type: ignore[union-attr]
    for numbers, source in sources.items():
        if source and numbers >> 10:
            sources[numbers] = source._replace(stores=lambda own, other: False)
    tables._search._worth.clear()  # type: ignore[union-attr]
    assert tables.probe(FOUR, near) == expected
    assert tables.probe(FOUR, far) is None


def test_a_game_is_known_whole_if_all_its_placements_can_be_derived() -> None:
    six = [("moving.mtb", some(moving))]
    assert Tablebase(six).derives_from(FOUR) == 2
    assert Tablebase(six).reach(FOUR) == (False, 8, False, 0)
    third = Tablebase([("third.mtb", some(moving_and_third))])
    assert third.derives_from(FOUR) == 0
    assert third.reach(FOUR) == (True, 8, False, 0)
    assert Tablebase(without("3-3")).derives_from(FOUR) is None
    assert everything().derives_from(FOUR) == 0
    assert Tablebase(six).derives_from(with_house_rules(FOUR, "mill_hold:1")) is None


def test_rows_and_columns_are_numbered_as_the_format_says() -> None:
    whole = everything()
    (file,) = whole.files
    assert isinstance(file, TableFile)
    rows, random = Rows(FOUR.board), Random(3)
    for _ in range(500):
        own, other = random.randrange(5), random.randrange(5)
        men = random_sets(random, own, other)
        keys = sorted({least_image(FOUR.board, men[0])[0], *file.keys(own)})
        row, column = locate(FOUR.board, keys, *men)
        columns = binomial(24 - own, other)
        assert rows.index(file, columns, *men) == row * columns + column
