"""The perfect opponent with the shipped tables: it gives nothing away, finishes, and finds mistakes of others."""

import json
from pathlib import Path
from random import Random

import pytest

from lab.match import main, make_player, slips_of
from lab.perfect.player import PerfectPlayer, slips
from morris_core import BLACK, WHITE, Game, find_variant
from morris_core.tablebase import load_folder
from morris_core.terminal.matches import pairings, play_pair
from morris_core.terminal.players import PlayerError, Setup
from tools.site.data_files import TABLES

THREE, NINE = find_variant("three"), find_variant("nine")
FOLDER = str(TABLES)


def test_it_gives_nothing_away_and_finds_what_others_give_away() -> None:
    perfect_player = f"perfect:{FOLDER}"
    todo = pairings("random", perfect_player, THREE, 12, 3, 5, "")
    records = [record for pairing in todo for record in play_pair(pairing, make_player)]
    assert [record.fault for record in records] == [""] * 12
    mistakes = [slips_of(record, int(record.black == "random"), FOLDER) for record in records]
    assert any(mistakes)
    tables = load_folder(TABLES)
    for record, found in zip(records, mistakes, strict=True):
        game = Game.from_link(record.link)
        perfect = WHITE if record.white == perfect_player else BLACK
        # The moves of the opening are not its own.
        assert not [slip for slip in slips(game, tables, perfect) if slip.ply >= 3]
        for slip in found:
            position = Game.from_fen(slip.fen, THREE).position
            assert position == game.position_at(slip.ply)
            assert slip.move == game.move_texts()[slip.ply]
            assert slip.move not in slip.keeping


def test_it_wins_a_won_endgame_the_shortest_way() -> None:
    tables = load_folder(TABLES)
    game = Game.from_fen("1W1/1W1/3/2B1BB/3/W2/1B1 w 0 0", NINE)
    answer = tables.probe(NINE, game.position)
    assert answer
    assert answer.value == "win"
    assert answer.distance
    player = PerfectPlayer(tables, Random(1))
    for left in range(answer.distance, 0, -1):
        now = tables.probe(NINE, game.position)
        assert now
        assert now.distance == left
        game.play(player.choose(game))
    over = game.outcome()
    assert over
    assert over.winner == WHITE


def test_it_needs_exact_values_of_the_position(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(PlayerError, match="--perfect DIR"):
        make_player("perfect", Setup(""))
    with pytest.raises(ValueError, match="do not know"):
        PerfectPlayer(load_folder(TABLES), Random(1)).choose(Game(NINE))


def test_a_match_prints_and_writes_what_was_given_away(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "slips.jsonl"
    command = ["play", "random", "perfect", "--perfect", FOLDER, "--variant", "three", "--games", "6", "--plies", "0"]
    assert main([*command, "--slips", str(file)]) == 0
    printed = capsys.readouterr().out
    found = [json.loads(line) for line in file.read_text().splitlines()]
    assert f"{len(found)} moves gave value away" in printed
    assert found
    for question in found:
        assert question["value"] in question["moves"].values()
        assert len(set(question["moves"].values())) == 2


def test_games_can_start_from_questions_of_a_value(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    starts = tmp_path / "starts.jsonl"
    fens = {"1W1/1W1/3/2B1BB/3/W2/1B1 w 0 0": "win", "W2/3/3/6/3/3/3 b 9 8": "draw"}
    starts.write_text("".join(json.dumps({"fen": fen, "value": value}) + "\n" for fen, value in fens.items()))
    command = ["play", "perfect", "perfect", "--perfect", FOLDER, "--starts", str(starts), "--value", "win"]
    assert main([*command, "--games", "2"]) == 0
    printed = capsys.readouterr().out
    assert "1 games: +1 =0 -0" in printed
    with pytest.raises(SystemExit):
        main([*command, "--games", "2", "--starts", str(tmp_path / "nothing")])
    starts.write_text("{}\n")
    with pytest.raises(SystemExit):
        main([*command, "--games", "2"])
    assert "KeyError" in capsys.readouterr().err
