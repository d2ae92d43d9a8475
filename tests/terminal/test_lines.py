"""The line protocol: what a match runner relies on."""

from queue import SimpleQueue

import pytest

from morris_core import Game, find_variant
from morris_core.terminal.lines import Conversation
from morris_core.terminal.options import NO_TABLES
from tests.terminal.support import start


def say(*lines: str, tables: str = NO_TABLES) -> list[str]:
    """Return the answers to lines that all come at once, up to the end of input."""
    waiting: SimpleQueue[str | None] = SimpleQueue()
    for line in (*lines, None):
        waiting.put(line)
    answers: list[str] = []
    Conversation(waiting, answers.append, tables=tables).run()
    return answers


def best(answers: list[str]) -> list[str]:
    return [answer.split()[1] for answer in answers if answer.startswith("bestmove")]


def test_the_greeting_has_name_and_options() -> None:
    answers = say("uci", "isready")
    assert answers[0] == "id name Morris"
    assert answers[-2:] == ["uciok", "readyok"]
    assert any(answer.startswith("option name Level type spin") for answer in answers)


def test_a_search_reports_its_depth_and_ends_with_a_legal_move() -> None:
    answers = say("position startpos moves d6 f4", "go depth 2")
    game = Game(find_variant("nine"))
    for move in "d6", "f4", *best(answers):
        game.play(move)
    infos = [answer.split() for answer in answers if answer.startswith("info")]
    assert infos[-1][infos[-1].index("depth") + 1] == "2"
    assert infos[-1][infos[-1].index("pv") + 1] == best(answers)[0]


def test_a_win_is_reported_in_plies() -> None:
    answers = say("setvariant three", "position fen WW1/BB1/3 w 1 1", "go depth 1")
    assert best(answers) == ["c3"]
    assert " score win 1 " in answers[-2]


def test_variant_and_house_rules_can_be_set_in_both_ways() -> None:
    start = "position fen WWW/1B1/1B1/6/3/3/B2 w 0 0"
    for lines in (
        ["setvariant nine flying:0"],
        ["setoption name Variant value nine", "setoption name Rules value flying:0"],
        ["setoption name flying value 0"],
    ):
        answers = say(*lines, start, "position startpos", "show")
        assert not [answer for answer in answers if answer.startswith("error")]
    answers = say("setvariant nine flying:0", start + " moves a7-f2")
    assert answers[0].startswith("error a7 is not next to f2") or "f2 is not next to a7" in answers[0]


def test_lines_wait_for_a_search_that_has_an_end() -> None:
    answers = say("go depth 3", "position startpos moves b2", "go depth 2", "isready")
    assert len(best(answers)) == 2
    assert "b2" not in best(answers)[1]


def test_a_search_without_end_is_ended_by_the_next_command() -> None:
    assert len(best(say("go infinite", "position startpos", "go infinite", "stop"))) == 2


def test_end_of_input_ends_an_endless_search() -> None:
    assert len(best(say("setvariant three", "go infinite"))) == 1


def test_a_finished_game_has_no_best_move() -> None:
    assert best(say("setvariant three", "position startpos moves a3 a2 b3 b2 c3", "go depth 3")) == ["none"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("dance", "no command"),
        ("position", "Say: position"),
        ("position fen nonsense", "fields"),
        ("position startpos moves z9", "isn't a point"),
        ("position startpos moves d6 d6", "d6"),
        ("setvariant chess", "no variant"),
        ("setvariant", "Say: setvariant"),
        ("setoption name Kings value 1", "no option"),
        ("setoption Level 3", "Say: setoption"),
        ("level 99", "Levels run from 1 to "),
        ("level x", "whole number"),
        ("go depth", "whole number"),
        ("go depth 0", "whole number"),
        ("go fast", "go takes"),
    ],
)
def test_an_error_is_reported_and_the_game_stays(line: str, reason: str) -> None:
    answers = say("position startpos moves d6", line, "show")
    assert answers[0].startswith("error ")
    assert reason in answers[0]
    assert answers[-1] == "fen 3/1W1/3/6/3/3/3 b 8 9 - 0 2"


def test_a_program_can_be_asked_and_stopped_while_it_thinks() -> None:
    with start("protocol") as (program, stdin, stdout):
        stdin.write("go infinite\n")
        assert stdout.readline().startswith("info depth ")
        stdin.write("isready\n")
        while stdout.readline() != "readyok\n":
            pass
        stdin.write("stop\n")
        while not (line := stdout.readline()).startswith("bestmove "):
            assert line.startswith("info ")
        Game(find_variant("nine")).play(line.split()[1])
        stdin.write("go infinite\nquit\n")
        assert program.wait(timeout=60) == 0
