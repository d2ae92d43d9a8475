"""The command line of lab.tablebase as a fixture."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from lab.tablebase import __main__ as command_line

Command = Callable[..., tuple[int, str]]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """A function that runs a command in this process and returns its exit code and all its output."""

    def run(*arguments: str | Path) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["tablebase", *map(str, arguments)])
        code = command_line.main()
        out, err = capsys.readouterr()
        return code, out + err

    return run
