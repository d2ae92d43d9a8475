"""The command line as a person or a script meets it: what it prints where, and how it ends."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from morris_core import BOARDS, __version__, svg
from morris_core.drawing import draw_board
from morris_core.game import Game
from morris_core.terminal import COMMANDS, main
from morris_core.terminal.options import FAILED
from tests.terminal.support import PROGRAM, start
from tools.sources import ROOT


def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PROGRAM, *arguments], input=stdin, capture_output=True, text=True, cwd=ROOT, timeout=60)


def run_in(encoding: str, *arguments: str, stdin: bytes) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a terminal with an encoding."""
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    command = [*PROGRAM, *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, cwd=ROOT, timeout=60, env=environment)


def test_perft_counts_moves() -> None:
    done = run("perft", "nine", "3", "--fen", "3/3/3/6/3/3/3 w 9 9 - 0 1", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["nodes"] == 12144
    assert done.stderr == ""


def test_house_rules_change_the_count() -> None:
    fen = "WWW/1B1/1B1/6/3/3/B2 w 0 0 - 0 1"
    flying = json.loads(run("perft", "nine", "1", "--fen", fen, "--json").stdout)["nodes"]
    walking = json.loads(run("perft", "nine", "1", "--fen", fen, "--rules", "flying:0", "--json").stdout)["nodes"]
    assert walking < flying


def test_analyse_reads_many_positions_and_answers_each_on_a_line() -> None:
    mill = "WW1/BB1/3/6/3/3/3 w 7 7 - 0 5"
    done = run("analyse", "nine", "--depth", "2", "--stdin", "--json", stdin=f"{mill}\n\n3/3/3/6/3/3/3 w 9 9 - 0 1\n")
    first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert done.returncode == 0
    assert first["fen"] == mill
    assert first["best"].startswith("g7x")
    assert set(first) == {*("fen", "best", "value", "distance", "exact", "score", "depth", "nodes", "seconds", "pv")}
    assert (second["value"], second["exact"], second["distance"]) == ("draw", True, None)  # known by the opening book


def test_analyse_reports_a_line_that_is_not_a_position_and_goes_on() -> None:
    done = run("analyse", "three", "--depth", "1", "--stdin", "--json", stdin="nonsense\n3/3/3 w 3 3 - 0 1\n")
    first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert first["fen"] == "nonsense"
    assert "fields" in first["error"]
    assert second["best"]
    assert done.returncode == FAILED
    assert done.stderr.startswith("morris: line 1: ")


def test_analyse_all_gives_every_move_with_its_value() -> None:
    found = json.loads(
        run("analyse", "three", "--fen", "WW1/BB1/3 w 1 1 - 0 5", "--depth", "3", "--all", "--json").stdout
    )
    assert (found["best"], found["value"], found["distance"]) == ("c3", "win", 1)
    assert [move["move"] for move in found["moves"]] == ["c3", "c2", "a1", "b1", "c1"]
    assert {move["value"] for move in found["moves"] if move["move"] not in ("c3", "c2")} == {"loss"}


def test_analyse_of_a_finished_game_has_no_move() -> None:
    done = run("analyse", "three", "--fen", "WWW/BB1/3 b 0 1 - 0 6", "--json", "--all")
    found = json.loads(done.stdout)
    assert (found["best"], found["value"], found["score"], found["moves"]) == (None, "loss", -100_000, [])


def test_play_ends_with_the_game_as_a_link() -> None:
    done = run("play", "three", "--side", "none", "--level", "2", "--seed", "5", "--json")
    result = json.loads(done.stdout)
    game = Game.from_link(result["link"])
    assert game.result() == result["result"] != "*"
    assert game.move_texts() == result["moves"]


def test_play_takes_moves_refuses_wrong_ones_and_takes_back() -> None:
    done = run("play", "three", "--level", "1", "--seed", "1", stdin="b2\nz9\nmoves\nhint\nundo\na3\nlink\nquit\n")
    assert done.returncode == 0
    assert "isn't a point on this board" in done.stdout
    assert "v=three&m=a3." in done.stdout
    assert "Black plays" in done.stdout


def test_resigning_ends_the_game() -> None:
    done = run("play", "three", "--level", "1", "--json", stdin="resign\n")
    assert json.loads(done.stdout)["result"] == "0-1"


def test_a_draw_is_offered_to_the_computer_which_answers_in_a_sentence() -> None:
    fen = "W1W/1W1/3/6/2B/3/BB1 w 0 0"
    done = run("play", "nine", "--fen", fen, "--side", "white", "--level", "1", "--json", stdin="draw\n")
    assert "The computer accepts the draw: it was losing." in done.stderr
    assert json.loads(done.stdout)["result"] == "1/2-1/2"
    placing = run("play", "nine", "--level", "1", "--json", stdin="draw\nquit\n")
    assert "until all men are placed" in placing.stderr
    assert json.loads(placing.stdout)["result"] == "*"


def test_bench_counts_the_same_nodes_each_time() -> None:
    first, second = (json.loads(run("bench", "three", "five", "--depth", "3", "--json").stdout) for _ in range(2))
    assert first["nodes"] == second["nodes"] == sum(row["nodes"] for row in first["variants"])
    assert [row["variant"] for row in first["variants"]] == ["three", "five"]


def test_the_version_is_that_of_the_package() -> None:
    done = run("--version")
    assert done.returncode == 0
    assert done.stdout.split() == ["morris", __version__]
    assert json.loads((ROOT / "package.json").read_text())["version"] == __version__


@pytest.mark.parametrize("command", [command.__name__.rsplit(".", 1)[-1] for command in COMMANDS])
def test_every_command_has_help(command: str) -> None:
    name = {"lines": "protocol", "picture": "svg"}.get(command, command)
    done = run(name, "--help")
    assert done.returncode == 0
    assert "usage: morris " + name in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("dance",),
        ("perft", "nine"),
        ("perft", "nine", "-1"),
        ("perft", "nine", "two"),
        ("perft", "nine", "²"),
        ("analyse", "nine", "--stdin", "--fen", "3/3/3/6/3/3/3 w 9 9"),
        ("analyse", "nine", "--seconds", "0"),
        ("analyse", "nine", "--seconds", "nan"),
        ("analyse", "nine", "--nodes", "1.5"),
        ("play", "nine", "--side", "red"),
        ("svg", "v=nine", "--look", "glass"),
        ("svg", "v=nine", "--size", "0"),
    ],
)
def test_a_wrong_command_line_ends_with_2_and_says_why(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "usage:" in printed.err


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("perft", "chess", "1"), "no variant called"),
        (("perft", "nine", "1", "--rules", "kings:1"), "no house rule called"),
        (("perft", "nine", "1", "--fen", "nonsense"), "fields"),
        (("analyse", "three", "--fen", "3/3/3 w 9 9"), "Each side has 3 men in this game"),
        (("play", "nine", "--level", "99"), "Levels run from 1 to "),
        (("bench", "chess"), "no variant called"),
        (("match", "engine:nodes=many", "1"), "'many' is not a number"),
        (("match", "level:low", "1"), "'low' is not a number"),
        (("match", "./mine.py:best_move", "1"), "There is no function best_move in a module ./mine.py: "),
        (("match", "random", "novice", "--sprt", "30", "0"), "must be less than the second"),
        (("svg", "v=nine&m=d6.d6"), "Move 2 in this link"),
        (("svg", "v=nine&m=d6", "--ply", "2"), "from 0 to 1"),
    ],
)
def test_a_failure_is_reported_in_a_sentence(
    arguments: tuple[str, ...], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == FAILED
    printed = capsys.readouterr()
    assert printed.out == ""
    assert reason in printed.err
    assert printed.err.startswith("morris: ")
    assert printed.err.endswith(".\n")


@pytest.mark.parametrize(
    ("arguments", "code", "errors"),
    [
        ("perft three 2 >&-", 1, "morris: standard output is closed, so results cannot be written.\n"),
        ("perft three 2 >/dev/full", 1, "morris: input or output failed: No space left on device.\n"),
        (
            "match program:lost 1",
            1,
            "morris: The player 'program:lost' cannot be read: The program can't be started: "
            "No such file or directory.\n",
        ),
        ("analyse three --stdin <&-", 0, ""),
        ("play three <&- >/dev/null", 0, ""),
        ("protocol <&-", 0, ""),
    ],
)
def test_closed_and_full_files_are_reported_in_a_sentence(arguments: str, code: int, errors: str) -> None:
    command = f"{shlex.join(PROGRAM)} {arguments}"
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert (done.returncode, done.stderr) == (code, errors)


@pytest.mark.parametrize(
    ("arguments", "printed", "errors"),
    [
        (("protocol",), "error There is no command '\ufffd'", ""),
        (("analyse", "three", "--stdin"), "", "morris: line 1: A position needs the fields"),
    ],
)
def test_bytes_that_are_not_text_are_reported_and_the_next_line_is_read(
    arguments: tuple[str, ...], printed: str, errors: str
) -> None:
    done = run_in("utf-8:strict", *arguments, stdin=b"\xff\nisready\n")
    assert done.stdout.decode().startswith(printed)
    assert done.stderr.decode().startswith(errors)
    assert "readyok" in done.stdout.decode() or "line 2" in done.stderr.decode()


def test_a_closed_pipe_ends_the_command_without_a_traceback() -> None:
    positions = "3/3/3 w 3 3 - 0 1\n" * 2000
    with start("analyse", "three", "--depth", "1", "--stdin", "--json") as (program, stdin, stdout):
        stdout.close()
        with suppress(BrokenPipeError):
            stdin.write(positions)
            stdin.close()
        assert program.stderr
        assert program.stderr.read() == ""
        assert program.wait(timeout=60) == 141


@pytest.mark.parametrize(
    ("arguments", "stdin"),
    [
        # The first position is answered at once, the second takes a minute: the signal comes in the middle of a search.
        (("analyse", "three", "--seconds", "60", "--stdin"), "WWW/BB1/3 b 0 1\n3/3/3 w 3 3\n"),
        (("protocol",), "isready\n"),
    ],
)
def test_an_interrupt_ends_the_command_without_a_traceback(arguments: tuple[str, ...], stdin: str) -> None:
    with start(*arguments) as (program, input, output):
        input.write(stdin)
        assert output.readline()
        program.send_signal(signal.SIGINT)
        _, errors = program.communicate(timeout=60)
        assert "Traceback" not in errors
        assert program.returncode == 130


def test_an_interrupt_while_modules_are_loaded_ends_it_without_a_traceback() -> None:
    code = """if True:
        import builtins, signal, sys
        plain = builtins.__import__
        def load(name, *more):
            if name == "terminal":
                builtins.__import__ = plain
                signal.raise_signal(signal.SIGINT)
            return plain(name, *more)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        builtins.__import__ = load
        sys.argv = ["morris", "perft", "nine", "1"]
        from morris_core.__main__ import main
        sys.exit(main())
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "\n")


@pytest.mark.parametrize("name", BOARDS)
def test_the_drawing_shows_every_point_once(name: str) -> None:
    board = BOARDS[name]
    text = draw_board(board, 0b1, 0b10)
    assert text.count("W") == text.count("B") == 1
    assert text.count("+") == len(board.points) - 2
    diagonal = any(
        board.coordinates(start)[0] != board.coordinates(end)[0]
        and board.coordinates(start)[1] != board.coordinates(end)[1]
        for line in board.lines
        for start, end in pairwise(line)
    )
    assert ("/" in text) == diagonal


def test_characters_that_the_terminal_lacks_are_escaped() -> None:
    done = run_in("ascii", "protocol", stdin="position fen é\nquit\n".encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"error A position needs the fields")


def test_review_shows_the_turning_points() -> None:
    link = "v=nine&m=d6.f4.d2.b4.f6.b2.b6xf4"
    done = run("review", link, "--nodes", "300")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["1.", "w", "d6", "50%!"]  # exact, by the opening book
    assert "3. b2 let White close the mill b6-d6-f6 and take f4; b6 would have stopped it." in done.stdout
    assert lines[-2].startswith("White: accuracy ")
    report = json.loads(run("review", "--nodes", "300", "--json", stdin="1. d6 f4 2. d2 b4").stdout)
    assert [move["move"] for move in report["moves"]] == ["d6", "f4", "d2", "b4"]


def test_a_game_without_moves_has_nothing_to_review() -> None:
    done = run("review", "v=nine")
    assert done.returncode == FAILED
    assert done.stderr == "morris: There is nothing to review: the game has no moves yet.\n"


LINK = "https://example.org/#v=nine&m=d6.f4.d2&t=2.b4&k=2:see%20%5B%25csl%20Gb6%5D%20%5B%25cal%20Rb6d6%5D&side=black"


def test_a_picture_is_that_of_the_library_with_the_links_view(tmp_path: Path) -> None:
    game = Game.from_link("v=nine&m=d6.f4.d2")
    (tmp_path / "game.txt").write_text(LINK, encoding="utf-8")
    for arguments, stdin in (((LINK,), ""), ((), LINK), ((str(tmp_path / "game.txt"),), "")):
        assert run("svg", *arguments, stdin=stdin).stdout == svg.board(game, orientation=1) + "\n"
    marked = svg.board(game.copy(2), orientation=1, arrows=[("b6", "d6", "R")], circles=[("b6", "G")])
    assert run("svg", LINK, "--ply", "2").stdout == run("svg", LINK + "&at=2").stdout == marked + "\n"
    other = svg.board(Game.from_link("v=nine&m=d6.f4.b4"), orientation=1)
    assert run("svg", LINK + "&at=4").stdout == other + "\n", "a variation"
    options = shlex.split(
        "--look slate --men shapes --size 300 --no-coordinates --no-last --orientation white --title Three"
    )
    own = svg.board(game.variant, game.position, look="slate", men="shapes", size=300, coordinates=False, title="Three")
    assert run("svg", LINK, *options).stdout == own + "\n"


def test_a_picture_goes_into_a_file_and_a_png_through_the_first_program_that_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = svg.board(Game.from_link("v=three&m=a1"))
    drawing, photo = tmp_path / "board.svg", tmp_path / "board.png"
    assert main(["svg", "v=three&m=a1", "--output", str(drawing)]) == 0
    assert drawing.read_text() == picture + "\n"
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["svg", "v=three&m=a1", "--output", str(photo)]) == FAILED
    assert "A PNG needs one of these programs: resvg, rsvg-convert" in capsys.readouterr().err
    programs = {"cairosvg": 'cp "$1" "$3"', "rsvg-convert": 'echo "no room" >&2; exit 3', "resvg": 'cp "$1" "$2"'}
    for name, script in programs.items():
        (tmp_path / name).write_text(f"#!/bin/sh\nPATH=/usr/bin:/bin\n{script}\n")
        (tmp_path / name).chmod(0o755)
        photo.unlink(missing_ok=True)
        made = main(["svg", "v=three&m=a1", "--output", str(photo)])
        if name == "rsvg-convert":
            assert made == FAILED
            assert capsys.readouterr().err == f"morris: {tmp_path}/rsvg-convert made no PNG: no room\n"
        else:
            assert made == 0
            assert photo.read_text() == picture


def test_the_hook_for_mkdocs_draws_the_links_of_a_page() -> None:
    document = (ROOT / "docs/diagrams.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {"re": re}
    exec(document.partition("```python\nimport re")[2].partition("\n```\n")[0], names)
    page = names["on_page_markdown"]("One:\n\n```morris\nv=three&m=a1\n```\n\nTwo.", page=None)
    assert page == f"One:\n\n{svg.board(Game.from_link('v=three&m=a1'), size=360)}\n\nTwo."


def test_a_match_is_headed_by_its_players_and_its_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "random", "novice", "--games", "2", "--variant", "three", "--rules", "stuck:passes"]) == 0
    assert capsys.readouterr().out.startswith("random against novice, three stuck:passes, seed 1\n")
