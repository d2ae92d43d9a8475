"""Solutions of nine men's morris as the files that other tools read: every value is in its slot."""

from pathlib import Path
from random import Random

import pytest

from morris_core import BLACK, WHITE, Position, find_variant
from morris_core.tablebase.index import Side, pair_of
from morris_core.variants import with_house_rules
from tests.tablebase.conftest import Command
from tests.tablebase.support import random_sets, solved, tables
from tools.solving.perfect.solved import SolvedGame, row_and_slot, stride
from tools.tablebase.export import Block, all_files, block_bytes, files_of
from tools.tablebase.plan import make_plan
from tools.tablebase.store import StoreError

NINE = find_variant("nine")
VALUES = ("draw", "win", "loss")


def test_exported_endgames_have_the_solved_values_and_a_wrong_value_is_noticed(
    tmp_path: Path, command: Command
) -> None:
    export = "export", solved(NINE, 7, False).folder, tmp_path
    assert command(*export, "--compare") == (1, "0 values compared, 0 wrong\n")
    assert command(*export, "--threads", "2") == (0, "pair_33.wdl: 52,614 bytes\npair_43.wdl: 431,490 bytes\n")
    known, exported, random = tables(NINE, 7), SolvedGame(tmp_path), Random(5)
    seen = set()
    for numbers in ((3, 3), (4, 3), (3, 4)):
        for _ in range(300):
            white, black = random_sets(random, *numbers)
            for side in (WHITE, BLACK):
                position = Position(white, black, 0, 0, side, None, None)
                answer = known.probe(NINE, position)
                assert answer
                assert exported.probe(NINE, position) == (answer.value, None)
                seen.add(answer.value)
    assert seen == set(VALUES)
    code, text = command(*export, "--compare")
    assert code == 0
    assert "0 wrong" in text
    data = bytearray((tmp_path / "pair_43.wdl").read_bytes())
    data[1000] ^= 0b1001
    (tmp_path / "pair_43.wdl").write_bytes(data)
    code, text = command(*export, "--compare")
    assert code == 1
    assert "2 wrong" in text
    (tmp_path / "pair_43.wdl").write_bytes(data[1:])
    assert command(*export)[0] == command(*export, "--compare")[0] == 1


def test_rows_of_the_placing_are_of_black_men_even_if_white_has_more() -> None:
    variant = with_house_rules(NINE, "men:4")
    store, known = solved(variant, None, False), tables(variant)
    random = Random(6)
    seen = set()
    # White and Black on the board and in hand, in games of four men; with men in hand they are those of nine too.
    for white, black, side in (
        (Side(4, 0), Side(3, 1), BLACK),
        (Side(2, 1), Side(3, 1), WHITE),
        (Side(3, 1), Side(2, 1), WHITE),
        (Side(3, 1), Side(3, 1), WHITE),
        (Side(3, 1), Side(2, 2), BLACK),
    ):
        data = block_bytes(store, Block(black, white, (side == BLACK,)), 2)
        assert data.shape[1] == stride(black.men, white.men)
        for _ in range(200):
            white_men, black_men = random_sets(random, white.men, black.men)
            answer = known.probe(variant, Position(white_men, black_men, white.hand, black.hand, side, None, None))
            assert answer
            row, slot = row_and_slot(black_men, white_men)
            assert VALUES[data[row, slot >> 2] >> 2 * (slot & 3) & 3] == answer.value
            seen.add(answer.value)
    assert seen == set(VALUES)


def test_the_files_have_every_position_of_the_whole_game_once() -> None:
    found = [
        pair_of(*((key, other) if key_moves else (other, key)))
        for blocks, _ in all_files().values()
        for key, other, parts in blocks
        for key_moves in parts
    ]
    halves = make_plan(NINE, None, False).halves
    assert sorted(found) == sorted((pair, half) for pair, numbers in halves.items() for half in numbers)


def test_only_nine_mens_morris_without_distances_is_exported() -> None:
    assert list(files_of(solved(NINE, 7, False))) == ["pair_33.wdl", "pair_43.wdl"]
    for other in (solved(NINE, 6), solved(find_variant("nine-merelles"), 7, False)):
        with pytest.raises(StoreError, match="no solution of nine men's morris without distances"):
            files_of(other)
