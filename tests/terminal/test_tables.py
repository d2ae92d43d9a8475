"""Table files on the command line: the shipped ones, those of a folder besides, or none."""

import json
import shutil
from pathlib import Path

import pytest

from morris_core import Game, find_variant
from morris_core.engine import Engine, Limit
from morris_core.engine.opening import Tables
from morris_core.engine.opening.book import FOLDER
from morris_core.terminal import main
from morris_core.terminal.analyse import analyse as analyse_game
from morris_core.terminal.options import SHIPPED
from tests.terminal.test_lines import say

WON_IN_23 = "W1W/1W1/3/6/3/3/BBB b 0 0 - 0 1"


def analyse(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert main(["analyse", "nine", "--fen", WON_IN_23, "--nodes", "200", "--json", *arguments]) == 0
    answer = json.loads(capsys.readouterr().out)
    return {name: answer[name] for name in ("value", "exact", "distance")}


def test_analyse_asks_the_tables_that_ship(capsys: pytest.CaptureFixture[str]) -> None:
    known = {"value": "win", "exact": True, "distance": 23}
    assert analyse(capsys) == known
    assert analyse(capsys, "--tablebase", SHIPPED) == known
    assert analyse(capsys, "--tablebase", "none") == {"value": None, "exact": False, "distance": None}


def test_a_folder_adds_to_what_ships(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(FOLDER / "three.mtb", tmp_path)
    known = analyse(capsys, "--tablebase", str(tmp_path))
    assert known == {"value": "win", "exact": True, "distance": 23}
    assert main(["analyse", "nine", "--json", "--nodes", "1", "--tablebase", str(tmp_path)]) == 0
    assert json.loads(capsys.readouterr().out)["value"] == "draw"


def test_exact_values_do_not_depend_on_the_time() -> None:
    engine = Engine(Tables())
    for every_move in (False, True):
        report, moves = analyse_game(engine, Game(find_variant("seven")), Limit(seconds=1e-9), every_move)
        assert report["value"] == "win"
        assert all(move["exact"] for move in moves or ())


def test_a_folder_without_tables_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "nine", "--tablebase", str(tmp_path)]) == 1
    assert f"There are no table files (*.mtb) in the folder {tmp_path}" in capsys.readouterr().err


def test_a_damaged_table_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "nine.mtb").write_bytes(b"MorrisTB" + bytes(40))
    assert main(["analyse", "nine", "--tablebase", str(tmp_path)]) == 1
    assert "nine.mtb has version 0; this program reads version 1" in capsys.readouterr().err


def test_the_protocol_has_an_option_for_tables() -> None:
    assert "option name Tablebase type string default shipped" in say("uci", tables=SHIPPED)
    lines = (f"position fen {WON_IN_23}", "go nodes 200")
    assert any("score win 23" in line for line in say(*lines, tables=SHIPPED))
    assert not any(
        "score win 23" in line for line in say("setoption name Tablebase value none", *lines, tables=SHIPPED)
    )
    assert any(line.startswith("error There are no table files") for line in say("setoption name Tablebase value /no"))


def test_a_level_that_makes_mistakes_uses_no_tables() -> None:
    lines = (f"position fen {WON_IN_23}", "go nodes 200")
    assert not any("score win 23" in line for line in say("level 1 seed 1", *lines, tables=SHIPPED))
