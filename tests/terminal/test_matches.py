"""Matches and exams: fair pairings, scores, readable records, and players that behave as described."""

import sys
from pathlib import Path
from random import Random

import pytest

from morris_core import Game, find_variant
from morris_core.engine import program
from morris_core.notation import format_move
from morris_core.tablebase import shipped_tables
from morris_core.terminal import main as morris
from morris_core.terminal import matches, players
from morris_core.terminal.matches import Record, Sprt, make_opening, pairings, play_pair, score_of
from morris_core.terminal.players import Setup, make_player, simple_moves
from tools.sources import ROOT

NINE = find_variant("nine")
THREE = find_variant("three")
EXAM = (ROOT / "tests/data/exam.jsonl").read_text(encoding="utf-8").splitlines()


def record(score: float) -> Record:
    return Record("a", "b", score, "", "", "", 0, "")


def test_the_score_and_its_elo() -> None:
    score = score_of([record(points) for points in (1.0, 0.5, 1.0, 1.0, 0.5, 0.0, 1.0, 1.0)])
    assert (score.wins, score.draws, score.losses) == (5, 2, 1)
    assert score.share == 0.75
    assert score.elo().startswith("+191 [")
    assert 0 < score.error < 0.5


def test_openings_vary_and_are_the_same_for_the_same_seed() -> None:
    first = pairings("a", "b", NINE, 20, 4, 7, "")
    assert first == pairings("a", "b", NINE, 20, 4, 7, "")
    assert len(first) == 10
    assert len({pairing.opening for pairing in first}) > 8
    assert first != pairings("a", "b", NINE, 20, 4, 8, "")


def test_an_opening_is_never_decided() -> None:
    for seed in range(30):
        assert Game.from_link(make_opening(THREE, 5, Random(seed))).outcome() is None


def test_a_pair_exchanges_colours_on_one_opening() -> None:
    white_first, black_first = play_pair(pairings("random", "simple", THREE, 2, 2, 3, "")[0])
    assert (white_first.white, white_first.black) == ("random", "simple")
    assert (black_first.white, black_first.black) == ("simple", "random")
    assert Game.from_link(white_first.link).move_texts()[:2] == Game.from_link(black_first.link).move_texts()[:2]
    for played in (white_first, black_first):
        game = Game.from_link(played.link)
        assert (game.result(), game.ply) == (played.result, played.plies)
        points = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[played.result]
        assert played.score == (points if played.white == "random" else 1 - points)


def test_the_simple_player_closes_then_blocks_then_does_anything() -> None:
    def moves(fen: str) -> set[str]:
        return {format_move(move, NINE) for move in simple_moves(Game.from_fen(fen, NINE))}

    assert moves("WW1/BB1/3/6/3/3/3 w 7 7") == {"g7xb6", "g7xd6"}
    assert moves("W2/BB1/3/6/3/3/2W w 7 7") == {"f6"}
    assert len(moves("W2/B2/3/6/3/3/3 w 8 8")) == 22


def test_programs_play_by_the_line_protocol() -> None:
    program = f"program:{sys.executable} -m morris_core protocol"
    variant = find_variant("five").with_rules(flying=3, mill_hold=True)
    records = play_pair(pairings(program, "random", variant, 2, 2, 1, "nodes 300")[0])
    assert [played.fault for played in records] == ["", ""]


def test_a_program_that_ends_or_answers_nonsense_loses() -> None:
    deaf = "import os, time; os.close(0); print('bestmove z9', flush=True); time.sleep(0.5)"
    for code, reason in (
        ("pass", "ended"),
        ("print('bestmove z9')", "isn't a point"),
        ("print('bestmove a1')", "a1"),
        (deaf, "isn't a point"),
    ):
        pairing = pairings(f'program:{sys.executable} -c "{code}"', "random", THREE, 2, 0, 1, "nodes 1")[0]
        first = play_pair(pairing._replace(opening="v=three&m=a1.b1"))[0]
        assert reason in first.fault
        assert (first.score, first.result) == (0.0, "0-1")


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("while True: os.write(1, bytes(9999))", "The program has written a line of 100000 characters or more."),
        ("time.sleep(600)", "The program hasn't answered for 1 seconds."),
        ("while True: print('info string still here')", "The program hasn't answered for 1 seconds."),
        ("subprocess.run(['sleep', '9'])", "The program hasn't answered for 1 seconds."),
    ],
)
def test_a_program_that_never_comes_to_an_answer_loses(code: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "SECONDS_BEYOND", 0.5)
    monkeypatch.setattr(program, "SECONDS_TO_QUIT", 0.1)
    command = f'program:{sys.executable} -c "import os, subprocess, time\n{code}"'
    first = play_pair(pairings(command, "random", THREE, 2, 0, 1, "movetime 500")[0])[0]
    assert (first.fault, first.score) == (reason, 0.0)


def test_a_game_without_end_is_a_fault_but_nobodys_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "LONGEST", 12)
    for record in play_pair(pairings("random", "random", NINE, 2, 4, 1, "")[0]):
        assert (record.score, record.result, record.plies) == (0.5, "1/2-1/2", 12)
        assert "no end" in record.fault


def test_an_engine_may_have_the_shipped_tables() -> None:
    """Without a table, 500 nodes do not find this win in 13 plies."""
    game = Game.from_fen("1W1/1W1/3/2B1BB/3/W2/1B1 w 0 0", NINE)
    game.play(make_player("engine:tables,nodes=500", Setup("")).choose(game))
    assert shipped_tables().probe(NINE, game.position) == ("loss", 12)


def test_the_command_matches_a_level_with_a_function_and_stops_when_it_is_sure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.py").write_text("def first(game):\n    return game.legal_moves()[0]\n")
    monkeypatch.chdir(tmp_path)
    command = "match 2 mine:first --variant six --games 60 --sprt 0 200 --records out"
    assert morris(command.split()) == 0
    output = capsys.readouterr().out
    assert "2 against mine:first" in output
    assert "SPRT: +200 Elo or more" in output
    assert 2 < len((tmp_path / "out").read_text().splitlines()) < 60
    for player in ("mine:second", "nowhere:first", "genius"):
        assert morris(["match", "2", player]) == 1
        assert "There is no" in capsys.readouterr().err


def test_a_ratio_test_decides_for_the_likelier_difference() -> None:
    test = Sprt(0, 100)
    assert test.decision([record(1.0)] * 80) == "high"
    assert test.decision([record(0.0)] * 80) == "low"
    assert test.decision([record(1.0), record(0.0)]) == ""
    assert test.decision([record(points) for points in (1.0, 0.0, 0.5, 0.5) * 200]) == "low"
