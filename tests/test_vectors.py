"""The test vectors are what their tool makes, and their checker finds a wrong answer.

A house rule may be newer than the files: they have it only after `python -m tests.vectors make`.
"""

import json
import random
from pathlib import Path

import pytest

from morris_core import OPTIONS, Game, perft
from morris_core.reader import read as reading
from morris_core.rules import REASONS
from tests.vectors import FOLDER, Line, check, main, make, read, variants

FILES = ("rules", "positions", "games", "notation", "values")


def lines(file: str) -> list[Line]:
    return read(FOLDER / f"{file}.jsonl")


IN_FILES = [option for option in OPTIONS if option.name in lines("rules")[0]["options"]]


@pytest.mark.parametrize("name", ["three-diagonal", "mix-4", "trapped"])
def test_the_files_hold_what_the_tool_makes(name: str) -> None:
    for file, expected in make([name], IN_FILES).items():
        assert [line for line in lines(file) if line.get("rules", line["id"]) == name] == expected


def test_every_variant_and_every_end_is_there() -> None:
    known = variants(IN_FILES)
    assert [line["id"] for line in lines("rules")] == list(known)
    assert {line["reason"] for line in lines("games")} - {None} == set(REASONS) - {"resigned", "agreed", "time"}
    assert sum((FOLDER / f"{file}.jsonl").stat().st_size for file in FILES) < 1_500_000


def test_morris_core_gives_the_answers_of_the_files() -> None:
    known = variants(IN_FILES)
    for line in random.Random(1).sample(lines("positions"), 150):
        game = Game.from_fen(line["fen"], known[line["rules"]])
        assert [game.move_text(move) for move in game.legal_moves()] == line["moves"]
        assert game.result() == line["result"]
        few = [number for number in line["perft"] if number < 300]
        assert [perft(game.variant, game.position, depth) for depth in range(len(few))] == few
    for line in lines("notation"):
        variant = known[line["rules"]]
        for text in (line["link"], line["record"]):
            assert reading(text).game.move_texts() == line["moves"]
            assert reading(text).game.variant == variant
        assert reading(line["playok"], variant).game.move_texts() == line["moves"]
        for text in (line["fen"], *(line.get("sanmill", []) if not variant.rules.remembers else [])):
            assert reading(text, variant).game.position == reading(line["link"]).game.position


def test_the_checker_finds_what_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answers = [{"id": line["id"], "moves": line["moves"][::-1], "perft": line["perft"]} for line in lines("positions")]
    path = tmp_path / "positions.jsonl"
    path.write_text("".join(json.dumps(answer) + "\n" for answer in answers))
    assert main(["check", str(path)]) == 0
    answers[3]["perft"] = [1, 99]
    del answers[5]
    path.write_text("".join(json.dumps(answer) + "\n" for answer in answers))
    assert main(["check", str(path)]) == 1
    assert "perft is [1, 99], not" in capsys.readouterr().out
    assert len(check(path)) == 2
