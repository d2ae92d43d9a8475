"""Solutions of nine men's morris as the files that other tools read: every value in its slot."""

import sys
from pathlib import Path
from random import Random

import pytest

from morris_core import BLACK, WHITE, Position, find_variant
from morris_core.tablebase.index import Side, pair_of
from morris_core.variants import with_house_rules
from tests.tablebase.support import solved, tables
from tools.solving.perfect.solved import SolvedGame, stride
from tools.solving.perfect.solved import _row_and_slot as row_and_slot
from tools.tablebase import __main__ as command
from tools.tablebase.export import Block, all_files, block_bytes, files_of
from tools.tablebase.plan import make_plan
from tools.tablebase.store import StoreError

NINE = find_variant("nine")
VALUES = ("draw", "win", "loss")


def random_sets(random: Random, first: int, second: int) -> tuple[int, int]:
    points = random.sample(range(24), first + second)
    return sum(1 << point for point in points[:first]), sum(1 << point for point in points[first:])


def test_exported_endgames_are_read_as_they_were_solved_and_a_wrong_value_is_noticed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = solved(NINE, 7, False)

    def say(*arguments: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["tablebase", "export", str(store.folder), str(tmp_path), *arguments])
        code = command.main()
        out, err = capsys.readouterr()
        return code, out + err

    assert say("--compare") == (1, "0 values compared, 0 wrong\n")
    assert say("--threads", "2") == (0, "pair_33.wdl: 52,614 bytes\npair_43.wdl: 431,490 bytes\n")
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
    code, text = say("--compare")
    assert code == 0
    assert "0 wrong" in text
    data = bytearray((tmp_path / "pair_43.wdl").read_bytes())
    data[1000] ^= 0b1001
    (tmp_path / "pair_43.wdl").write_bytes(data)
    code, text = say("--compare")
    assert code == 1
    assert "2 wrong" in text
    (tmp_path / "pair_43.wdl").write_bytes(data[1:])
    assert say()[0] == say("--compare")[0] == 1


def test_blocks_of_the_placing_are_keyed_by_the_black_men_whoever_has_more() -> None:
    variant = with_house_rules(NINE, "men:4")
    store = solved(variant, None, False)
    known = tables(variant)
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


def test_the_files_hold_every_position_of_a_solution_of_the_whole_game_once() -> None:
    found = []
    for blocks, _ in all_files().values():
        for key, other, parts in blocks:
            found += [pair_of(*((key, other) if key_moves else (other, key))) for key_moves in parts]
    wanted = [(pair, half) for pair, halves in make_plan(NINE, None, False).halves.items() for half in halves]
    assert sorted(found) == sorted(wanted)


def test_only_nine_mens_morris_without_distances_is_exported() -> None:
    store = solved(NINE, 7, False)
    assert list(files_of(store)) == ["pair_33.wdl", "pair_43.wdl"]
    for other in (solved(NINE, 6), solved(find_variant("nine-merelles"), 7, False)):
        with pytest.raises(StoreError, match="no solution of nine men's morris without distances"):
            files_of(other)
