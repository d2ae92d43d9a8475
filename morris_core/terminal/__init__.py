"""The command line: perft, analyse, review, play, match, svg, bench and protocol. docs/command-line.md describes it.

CPython only. Invariant: results go to standard output, messages to standard error. The exit codes are 0 success, 1
failure (standard error has the reason), 2 a wrong command line, 130 interrupted, and 141 if the reader of the output
has gone.
"""

import argparse
import io
import os
import sys
from collections.abc import Sequence

from .. import __version__
from ..errors import MorrisError
from . import analyse, bench, lines, match, perft, picture, play, review
from .options import FAILED

COMMANDS = (perft, analyse, review, play, match, picture, bench, lines)


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="morris",
        description="Nine Men's Morris and its family: count, analyse, play. Every command has its own --help.",
    )
    parser.add_argument("--version", action="version", version="morris " + __version__)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add_to(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; `arguments` default to those of the process."""
    options = make_parser().parse_args(arguments)
    _prepare_streams()
    if sys.stdout is None:
        print("morris: standard output is closed, so results cannot be written.", file=sys.stderr)
        return FAILED
    try:
        code: int = options.run(options)
        # Flush here and not at exit, so that an error can be handled if the reader has gone.
        sys.stdout.flush()
    except MorrisError as error:
        print(f"morris: {error}", file=sys.stderr)
        return FAILED
    except BrokenPipeError:
        _let_go_of_output()
        return 128 + 13
    except OSError as error:
        _let_go_of_output()
        reason = ": ".join(part for part in (error.filename, error.strerror) if part)
        print(f"morris: input or output failed: {reason}.", file=sys.stderr)
        return FAILED
    return code


def _prepare_streams() -> None:
    """End closed input at once, and replace characters that cannot be decoded or encoded."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - it stays open as long as the process
    elif isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _let_go_of_output() -> None:
    """Redirect standard output to the null device, because Python flushes it again at exit, which must not fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
