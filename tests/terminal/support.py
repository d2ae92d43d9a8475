"""Start a command and talk to it while it runs."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from tools.sources import ROOT

PROGRAM = [sys.executable, "-m", "morris_core"]


@contextmanager
def start(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], IO[str], IO[str]]]:
    """Yield a program that runs, its input and its output. It is killed when the block ends."""
    pipe = subprocess.PIPE
    # A shell makes programs in the background ignore interrupts, and their children inherit that.
    heed = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)  # noqa: E731
    command = [*PROGRAM, *arguments]
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, bufsize=1, cwd=ROOT, preexec_fn=heed
    ) as program:
        assert program.stdin
        assert program.stdout
        yield program, program.stdin, program.stdout
        program.kill()
