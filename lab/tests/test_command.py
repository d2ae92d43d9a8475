"""`python -m lab.tablebase`: a killed solver continues, no file is half-written, and mistakes are reported."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from lab.tests.conftest import Command

GAME = ("three", "--rules", "mill_wins:0,men:4")


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def start(folder: Path, *more: str) -> "subprocess.Popen[bytes]":
    arguments = [sys.executable, "-m", "lab.tablebase", "solve", *GAME, "--folder", str(folder), *more]
    return subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def test_a_game_is_planned_solved_verified_packed_and_looked_up(tmp_path: Path, command: Command) -> None:
    solution, file = tmp_path / "solution", tmp_path / "game.mtb"
    for arguments, texts in (
        (("plan", *GAME), ("4-4 ", "0+4-0+4")),
        (("solve", *GAME, "--folder", solution, "--processes", "1"), ("100.0 % solved", "MB in a process")),
        (("solve", *GAME, "--folder", solution, "--processes", "1"), ("continuing: 100.0 % is solved already",)),
        (("pack", solution, file), ()),
        (("verify", solution, file), ("0 wrong",)),
    ):
        code, output = command(*arguments)
        assert code == 0
        assert all(text in output for text in texts)
        assert " 0 compared" not in output
    assert command("probe", *GAME, tmp_path, "3/3/3 w 4 4 - 0 1") == (0, "loss in 12 plies\n")
    start_of_nine = "3/3/3/6/3/3/3 w 9 9 - 0 1"
    assert command("probe", "nine", file, start_of_nine) == (1, "no table holds this position\n")


def test_mistakes_are_reported_in_a_sentence(tmp_path: Path, command: Command) -> None:
    folder = tmp_path / "solution"

    def refusal(*arguments: str | Path) -> str:
        code, text = command(*arguments)
        assert code == 1
        return text

    assert command("solve", "three", "--folder", folder, "--processes", "1")[0] == 0
    assert "holds the solution of something else" in refusal("solve", "three-diagonal", "--folder", folder)
    assert "the legal moves depend on the last moves" in refusal("plan", "nine", "--rules", "no_return:1")
    assert "there are from 6 men on" in refusal("plan", "nine", "--men", "5")
    assert "is not empty and holds no solution" in refusal("solve", "three", "--folder", tmp_path)
    assert "it has no file plan.json" in refusal("verify", tmp_path)
    (folder / "3-3.codes").write_bytes((folder / "3-3.codes").read_bytes()[:-1] + b"x")
    assert "3-3.codes is damaged" in refusal("verify", folder)
    (folder / "plan.json").write_text("{")
    assert "plan.json is damaged" in refusal("verify", folder)


def test_a_killed_solver_continues_and_leaves_the_same_files(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    assert start(whole, "--processes", "1").wait() == 0
    for number in (2, 6, 12):
        process = start(cut, "--processes", "1")
        while process.poll() is None and len(list(cut.glob("*.codes"))) < number:
            time.sleep(0.002)
        process.kill()
        process.wait()
        # Every file that has its final name is whole.
        assert all(files(whole)[name] == data for name, data in files(cut).items() if not name.endswith(".part"))
    assert start(cut, "--processes", "1").wait() == 0
    assert files(cut) == files(whole)


def test_two_processes_give_the_same_files_as_one(tmp_path: Path) -> None:
    for number in ("1", "2"):
        assert start(tmp_path / number, "--processes", number).wait() == 0
    assert files(tmp_path / "1") == files(tmp_path / "2")


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[str]:
    """The address of a Dask scheduler with two workers in separate processes."""
    pytest.importorskip("distributed")
    description = tmp_path / "scheduler.json"

    def run(program: str, *arguments: str) -> "subprocess.Popen[bytes]":
        call = [sys.executable, "-m", f"distributed.cli.{program}", "--scheduler-file", str(description), *arguments]
        return subprocess.Popen([*call, "--no-dashboard"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    processes = [run("dask_scheduler", "--host", "127.0.0.1", "--port", "0")]
    try:
        while not description.exists():
            assert processes[0].poll() is None
            time.sleep(0.05)
        processes += [run("dask_worker", "--nthreads", "1") for _ in range(2)]
        yield json.loads(description.read_text())["address"]
    finally:
        for process in processes:
            process.kill()
            process.wait()


@pytest.mark.slow
def test_a_cluster_gives_the_same_files(tmp_path: Path, cluster: str) -> None:
    assert start(tmp_path / "one", "--processes", "1").wait() == 0
    assert start(tmp_path / "many", "--scheduler", cluster).wait() == 0
    assert files(tmp_path / "one") == files(tmp_path / "many")
