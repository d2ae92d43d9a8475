"""The files of Perfect play: a sample of each has the values by its moves, and those that the whole game solved has."""

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from morris_core import Game, Position, find_variant
from morris_core.engine.opening import Tables, open_tables
from morris_core.notation import format_move
from morris_core.rules import apply
from morris_core.tablebase import Tablebase, TableError, load_folder, search, shipped_tables
from morris_core.tablebase.index import parse_pair
from morris_core.tablebase.predicted import PredictedFile
from morris_core.tablebase.probe import OPPOSITE, file_reader, reader
from tests.core.support import read_json_lines
from tests.tablebase.support import by_its_moves
from tools.site.data_files import PERFECT

NINE = find_variant("nine")
LISTED = json.loads((PERFECT / "list.json").read_text(encoding="utf-8"))["files"]


@cache
def tables() -> Tables:
    return open_tables(PERFECT)


@pytest.mark.parametrize("file", LISTED, ids=lambda file: file["name"])
def test_a_file_holds_the_pairs_that_are_listed_and_values_that_follow_from_the_moves(
    file: dict[str, list[str]],
) -> None:
    held = PredictedFile(str(file["name"]), file_reader(PERFECT / str(file["name"]))).header.sections
    assert sorted(pair.name() for pair in held) == sorted(file["pairs"])
    random = Random(str(file["name"]))
    compared = 0
    for name in file["pairs"][-3:]:
        first, second = parse_pair(name)
        for _ in range(4):
            points = random.sample(range(24), first.men + second.men)
            white, black = (sum(1 << point for point in men) for men in (points[: first.men], points[first.men :]))
            position = Position(white, black, first.hand, second.hand, 0, None, None, NINE.board)
            answer = tables().probe(NINE, position)
            if answer:  # a position with men in hand that play does not lead to may be unknown
                assert answer.value == by_its_moves(tables().probe, NINE, position)[0], name
                compared += 1
    assert compared > 2


@pytest.mark.parametrize("part", range(4))
def test_questions_of_the_exam_have_the_values_that_the_solved_game_gives_every_move(part: int) -> None:
    for question in list(read_json_lines("exam.jsonl"))[part::20]:
        game = Game.from_fen(question["fen"], NINE)
        answer = tables().probe(NINE, game.position)
        assert answer is not None
        assert answer.value == question["value"], question["fen"]
        for move in game.legal_moves():
            after = apply(NINE, game.position, move)
            found = tables().probe(NINE, after)
            assert found is not None
            assert OPPOSITE[found.value] == question["moves"][format_move(move, NINE)], question["fen"]


def with_men_in_hand(least: int, most: int) -> Iterator[tuple[Game, dict[str, str]]]:
    """Yield questions of the exam with the values of their moves."""
    for question in read_json_lines("exam.jsonl"):
        game = Game.from_fen(question["fen"], NINE)
        if least <= game.position.white_hand + game.position.black_hand <= most:
            yield game, question["moves"]


def fresh() -> Tablebase:
    """Return tables that have derived nothing yet."""
    files = [*shipped_tables().files, *load_folder(PERFECT).files]
    return Tablebase([(file.name, file.read) for file in files])


def test_a_known_bound_or_a_short_search_does_not_change_a_value() -> None:
    at_once = []
    for game, moves in islice(with_men_in_hand(1, 6), 0, 30, 5):
        tables, quick = fresh(), fresh()
        best = max((OPPOSITE[value] for value in moves.values()), key=["win", "draw", "loss"].index)
        for move in list(game.legal_moves())[:4]:
            after = apply(NINE, game.position, move)
            value = OPPOSITE[moves[format_move(move, NINE)]]
            assert tables.probe(NINE, after, at_least=best) == (value, None)
            answer = quick.probe(NINE, after, at_once=True)
            assert answer in (None, (value, None))
            at_once.append(answer is not None)
    assert set(at_once) == {True, False}


def test_a_search_that_would_find_nothing_does_not_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(search.Search, "_value")
    positions = [game.position for game, _ in with_men_in_hand(3, 18)]
    assert len(positions) > 100
    assert {shipped_tables().probe(NINE, position) for position in positions} == {None}


def test_any_damage_is_noticed_and_the_message_names_the_file() -> None:
    data = (PERFECT / "nine-placing-few.mtb").read_bytes()
    PredictedFile("few.mtb", reader(data)).check()
    random = Random(6)
    for place in [*range(0, 60, 3), *(random.randrange(len(data)) for _ in range(20)), len(data) - 1]:
        damaged = bytearray(data)
        damaged[place] ^= 1 << random.randrange(8)
        with pytest.raises(TableError, match=r"few\.mtb"):
            PredictedFile("few.mtb", reader(bytes(damaged))).check()
    with pytest.raises(TableError, match=r"few\.mtb"):
        PredictedFile("few.mtb", reader(data[:-1])).check()


def test_the_folder_has_no_other_files() -> None:
    assert {path.name for path in Path(PERFECT).iterdir()} == {"list.json", *(file["name"] for file in LISTED)}
