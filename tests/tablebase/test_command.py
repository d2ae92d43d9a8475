"""`python -m tools.tablebase`: a killed solver continues, no file is half-written, and mistakes are reported."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.tablebase import __main__ as command

GAME = ("three", "--rules", "mill_wins:0,men:4")


def run(*arguments: str | Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> tuple[int, str]:
    """Run a command in this process; return its exit code and all that it printed."""
    monkeypatch.setattr(sys, "argv", ["tablebase", *map(str, arguments)])
    code = command.main()
    out, err = capsys.readouterr()
    return code, out + err


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def start(folder: Path, *more: str) -> "subprocess.Popen[bytes]":
    arguments = [sys.executable, "-m", "tools.tablebase", "solve", *GAME, "--folder", str(folder), *more]
    return subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def test_a_game_is_planned_solved_verified_packed_and_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def say(*arguments: str | Path) -> tuple[int, str]:
        return run(*arguments, capsys=capsys, monkeypatch=monkeypatch)

    solution, file = tmp_path / "solution", tmp_path / "game.mtb"
    code, text = say("plan", *GAME)
    assert code == 0
    assert "4-4 " in text
    assert "0+4-0+4" in text
    code, text = say("solve", *GAME, "--folder", solution, "--processes", "1")
    assert code == 0
    assert "100.0 % solved" in text
    assert "MB in a process" in text
    code, text = say("solve", *GAME, "--folder", solution, "--processes", "1")
    assert code == 0
    assert "continuing: 100.0 % is solved already" in text
    assert say("pack", solution, file)[0] == 0
    code, text = say("verify", solution, file)
    assert code == 0
    assert "0 wrong" in text
    assert " 0 compared" not in text
    code, text = say("probe", *GAME, tmp_path, "3/3/3 w 4 4 - 0 1")
    assert (code, text) == (0, "loss in 12 plies\n")
    code, text = say("probe", "nine", file, "3/3/3/6/3/3/3 w 9 9 - 0 1")
    assert (code, text) == (1, "no table holds this position\n")


def test_mistakes_are_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def say(*arguments: str | Path) -> str:
        code, text = run(*arguments, capsys=capsys, monkeypatch=monkeypatch)
        assert code == 1
        return text

    folder = tmp_path / "solution"
    assert run("solve", "three", "--folder", folder, "--processes", "1", capsys=capsys, monkeypatch=monkeypatch)[0] == 0
    assert "holds the solution of something else" in say("solve", "three-diagonal", "--folder", folder)
    assert "the legal moves depend on the last moves" in say("plan", "nine", "--rules", "no_return:1")
    assert "there are from 6 men on" in say("plan", "nine", "--men", "5")
    assert "is not empty and holds no solution" in say("solve", "three", "--folder", tmp_path)
    assert "it has no file plan.json" in say("verify", tmp_path)
    (folder / "3-3.codes").write_bytes((folder / "3-3.codes").read_bytes()[:-1] + b"x")
    assert "3-3.codes is damaged" in say("verify", folder)
    (folder / "plan.json").write_text("{")
    assert "plan.json is damaged" in say("verify", folder)


def test_a_solve_that_is_killed_goes_on_and_leaves_the_same_files(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    assert start(whole, "--processes", "1").wait() == 0
    for number in (2, 6, 12):
        process = start(cut, "--processes", "1")
        while process.poll() is None and len(list(cut.glob("*.codes"))) < number:
            time.sleep(0.002)
        process.kill()
        process.wait()
        done = files(cut)
        # Every file that has its final name is whole.
        assert all(files(whole)[name] == data for name, data in done.items() if not name.endswith(".part"))
    assert start(cut, "--processes", "1").wait() == 0
    assert files(cut) == files(whole)


def test_processes_of_their_own_find_the_same(tmp_path: Path) -> None:
    assert start(tmp_path / "one", "--processes", "1").wait() == 0
    assert start(tmp_path / "two", "--processes", "2").wait() == 0
    assert files(tmp_path / "one") == files(tmp_path / "two")


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[str]:
    """A Dask scheduler and two workers, each a process of its own; gives the scheduler's address."""
    pytest.importorskip("distributed")
    known = tmp_path / "scheduler.json"
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"]
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file", str(known), "--nthreads", "1"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    processes = [subprocess.Popen([*dask, "--no-dashboard", "--scheduler-file", str(known)], **quiet)]  # type: ignore[call-overload]
    try:
        while not known.exists():
            assert processes[0].poll() is None
            time.sleep(0.05)
        processes += [subprocess.Popen([*worker, "--no-dashboard"], **quiet) for _ in range(2)]  # type: ignore[call-overload]
        import json

        yield json.loads(known.read_text())["address"]
    finally:
        for process in processes:
            process.kill()
            process.wait()


@pytest.mark.slow
def test_a_cluster_finds_the_same(tmp_path: Path, cluster: str) -> None:
    assert start(tmp_path / "one", "--processes", "1").wait() == 0
    assert start(tmp_path / "many", "--scheduler", cluster).wait() == 0
    assert files(tmp_path / "one") == files(tmp_path / "many")
