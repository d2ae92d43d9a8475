"""The exam: it counts what it should, writes what was wrong, and takes its values from where it is told."""

import json
from pathlib import Path
from typing import Any

import pytest

from morris_core.engine import Limit
from morris_core.tablebase import load_folder, shipped_tables
from tools.measure.exam import Asking, examine, main
from tools.site.data_files import PERFECT

EXAM = Path(__file__).parent.parent / "data/exam.jsonl"
TABLES = Path(load_folder.__code__.co_filename).parent / "files"
ENDGAME = "W1B/3/3/6/1W1/BW1/2B b 0 0"
"""Three men each."""


def questions(tmp_path: Path, *asked: dict[str, Any]) -> str:
    path = tmp_path / "questions.jsonl"
    path.write_text("".join(json.dumps(question) + "\n" for question in asked))
    return str(path)


def test_what_is_right_is_counted_and_what_is_wrong_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # White closes a mill in both; the second question calls that a mistake.
    fen = "WW1/BB1/3/6/3/3/3 w 7 7"
    good, bad = {"g7xb6": "win", "g7xd6": "win", "a1": "draw"}, {"g7xb6": "draw", "g7xd6": "draw", "a1": "win"}
    asked = [{"fen": fen, "value": "win", "moves": moves} for moves in (good, bad)]
    failures = tmp_path / "failures"
    assert main([questions(tmp_path, *asked), "--nodes", "200", "--by", "men", "--failures", str(failures)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("questions.jsonl: 1 of 2 (50.0 %)")
    assert lines[1].startswith("  placing 14: 1 of 2")
    assert [json.loads(line) for line in failures.read_text().splitlines()] == [asked[1]]


def test_values_come_from_a_folder_where_one_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shipped_tables()
    assert main([questions(tmp_path, {"fen": ENDGAME}), "--nodes", "5000", "--perfect", str(TABLES)]) == 0
    assert "of 1 (" in capsys.readouterr().out


def test_what_ships_answers_the_first_placements_and_endgames(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The book has the values of the first eight placements, the tables those of ten men: a glance is enough."""
    asked = []
    for line in EXAM.read_text().splitlines():
        board, _, *hands = json.loads(line)["fen"].split()[:4]
        in_hand = sum(map(int, hands))
        if in_hand > 10 or (in_hand == 0 and sum(sign in "WB" for sign in board) <= 10):
            asked.append(json.loads(line))
    file, number = questions(tmp_path, *asked), len(asked)
    assert number > 50
    for option in ([], ["--known"]):
        assert main([file, "--nodes", "1", *option]) == 0
    alone, known = capsys.readouterr().out.splitlines()
    assert not alone.startswith(f"questions.jsonl: {number} of {number} ")
    assert known.startswith(f"questions.jsonl: {number} of {number} (100.0 %)")


def test_the_engine_may_have_further_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With all of Perfect play even moves with 18 men on the board are right at a glance."""
    lines = [json.loads(line) for line in EXAM.read_text().splitlines()]
    asked = [line for line in lines if sum(map(int, line["fen"].split()[2:4])) == 0]
    file, number = questions(tmp_path, *asked), len(asked)
    assert main([file, "--nodes", "1", "--known"]) == 0
    assert main([file, "--nodes", "1", "--tables", str(PERFECT)]) == 0
    known, further = capsys.readouterr().out.splitlines()
    assert not known.startswith(f"questions.jsonl: {number} of {number} ")
    assert further.startswith(f"questions.jsonl: {number} of {number} (100.0 %)")


def test_processes_and_order_do_not_change_the_answers() -> None:
    lines = EXAM.read_text().splitlines()[:6]
    asking = Asking(Limit(nodes=300), "best", "")
    alone = examine(lines, asking)
    assert [answer[:4] for answer in examine(lines, asking, jobs=2)] == [answer[:4] for answer in alone]
    assert [answer[:4] for answer in examine(lines[::-1], asking)] == [answer[:4] for answer in alone[::-1]]


def test_a_won_endgame_has_to_be_proved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    won = {
        "white": ["a7", "d7", "g4"],
        "black": ["a1", "b2", "c3"],
        "side_to_move": "white",
        "flying": True,
        "value": "win",
        "distance": 1,
    }
    drawn = {**won, "value": "draw"}
    assert main([questions(tmp_path, won, drawn), "--nodes", "500"]) == 0
    assert "1 of 1 (100.0 %)" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["nowhere.jsonl"], [str(EXAM), "--jobs", "0"], [str(EXAM), "--nodes", "0"]])
def test_a_wrong_command_line_ends_with_2(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
