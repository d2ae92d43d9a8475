"""Matches and exams: fair pairings, scores, readable records, and players that behave as described."""

import json
from pathlib import Path
from typing import Any

import pytest

from lab.match import examine, main
from morris_core import Game, find_variant
from tools.site.data_files import PERFECT, TABLES
from tools.sources import ROOT

NINE = find_variant("nine")
THREE = find_variant("three")
EXAM = (ROOT / "tests/data/exam.jsonl").read_text(encoding="utf-8").splitlines()


def test_a_match_repeats_itself_in_any_number_of_processes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = []
    for jobs in ("1", "2"):
        command = ["play", "level:1,nodes=50", "random", "--variant", "five", "--games", "4", "--jobs", jobs]
        assert main([*command, "--records", str(tmp_path / jobs)]) == 0
        results.append(capsys.readouterr().out)
    assert results[0] == results[1]
    assert "\n4 games: +" in results[0]
    lines = (tmp_path / "1").read_text().splitlines()
    assert lines == (tmp_path / "2").read_text().splitlines()
    for line in lines:
        number, _, _, result, plies, _, link = line.split("\t")
        game = Game.from_link(link)
        assert (game.result(), str(game.ply)) == (result, plies)
        assert number.isdigit()


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "genius", "random"],
        ["play", "level:13", "random"],
        ["play", "engine:nodes=-5", "random"],
        ["play", "engine:seconds=nan", "random"],
        ["play", "program:", "random"],
        ["play", "random", "random", "--jobs", "0"],
        ["play", "random", "random", "--records", "/nowhere/at/all"],
        ["play", "random", "random", "--variant", "chess"],
        ["play", "random", "random", "--rules", "kings:1"],
        ["exam", "random", "nowhere.jsonl"],
    ],
)
def test_a_wrong_command_line_ends_with_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "error: " in capsys.readouterr().err


def test_a_few_games_by_random_rules_have_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["endurance", "--games", "8", "--seed", "11"]) == 0
    assert capsys.readouterr().out.startswith("8 games, 0 faults")


def questions(tmp_path: Path, *lines: dict[str, Any]) -> str:
    path = tmp_path / "questions.jsonl"
    path.write_text("".join(json.dumps(question) + "\n" for question in lines))
    return str(path)


def test_right_answers_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # White closes a mill in both; the second question calls that a mistake.
    fen = "WW1/BB1/3/6/3/3/3 w 7 7"
    good, bad = {"g7xb6": "win", "g7xd6": "win", "a1": "draw"}, {"g7xb6": "draw", "g7xd6": "draw", "a1": "win"}
    lines = [{"fen": fen, "value": "win", "moves": moves} for moves in (good, bad)]
    assert main(["exam", "engine:nodes=200", questions(tmp_path, *lines), "--by-men"]) == 0
    assert capsys.readouterr().out == "questions.jsonl: 1 of 2 (50.0 %)\n  placing 14: 1 of 2 (50.0 %)\n"


def test_values_come_from_a_folder_if_one_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = questions(tmp_path, {"fen": "W1B/3/3/6/1W1/BW1/2B b 0 0"})
    assert main(["exam", "engine:tables,nodes=5000", file, "--perfect", str(TABLES)]) == 0
    assert capsys.readouterr().out == "questions.jsonl: 1 of 1 (100.0 %)\n"


def test_the_shipped_files_answer_the_first_placements_and_endgames() -> None:
    """The book has the values of the first eight placements, and the tables those of ten men, so one node is enough."""
    lines = []
    for line in EXAM:
        board, _, *hands = json.loads(line)["fen"].split()[:4]
        in_hand = sum(map(int, hands))
        if in_hand > 10 or (in_hand == 0 and sum(sign in "WB" for sign in board) <= 10):
            lines.append(line)
    assert len(lines) > 50
    assert not all(answer.right for answer in examine(lines, "engine:nodes=1"))
    assert all(answer.right for answer in examine(lines, "engine:known,nodes=1"))


def test_perfect_play_answers_every_question_without_men_in_hand() -> None:
    """One node is enough, even with 18 men on the board."""
    lines = [line for line in EXAM if sum(map(int, json.loads(line)["fen"].split()[2:4])) == 0]
    assert not all(answer.right for answer in examine(lines, "engine:known,nodes=1"))
    assert all(answer.right for answer in examine(lines, f"engine:tables={PERFECT},nodes=1"))


def test_processes_and_order_do_not_change_the_answers() -> None:
    lines = EXAM[:6]
    alone = examine(lines, "engine:nodes=300")
    assert examine(lines, "engine:nodes=300", jobs=2) == alone
    assert examine(lines[::-1], "engine:nodes=300") == alone[::-1]
