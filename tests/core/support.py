"""What the tests share that run in CPython, MicroPython and Pyodide: data files, positions by name, and how much to do.

Keeps to the MicroPython subset (no pytest, no hypothesis).
"""

import json
import sys

from morris_core import BLACK, WHITE, Game, IllegalMove, MorrisError, Move, Position, Variant, find_variant
from morris_core.notation import format_move

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

MICROPYTHON = sys.implementation.name == "micropython"
PYODIDE = sys.platform == "emscripten"
# MicroPython computes at about a twentieth of CPython's speed: its tests read the same files, less deep.
SPEED = "slow" if MICROPYTHON else "middling" if PYODIDE else "fast"

_DATA = __file__.replace("\\", "/").rsplit("/", 2)[0] + "/data/"


def read_json(name: str) -> "Any":
    """Return what a file of tests/data holds."""
    with open(_DATA + name) as file:
        return json.loads(file.read())


def read_json_lines(name: str) -> "Iterator[Any]":
    """Yield what each line of a file of tests/data holds."""
    with open(_DATA + name) as file:
        for line in file:
            yield json.loads(line)


def mask(variant: Variant, names: "str | list[str]") -> int:
    """Return the points of these names (a list, or one text with spaces) as a mask."""
    total = 0
    for name in names.split() if isinstance(names, str) else names:
        total |= 1 << variant.board.index[name]
    return total


def position(
    variant: Variant,
    white: "str | list[str]",
    black: "str | list[str]",
    side: int = WHITE,
    hands: "tuple[int, int]" = (0, 0),
    lasts: "tuple[str, str]" = ("", ""),
) -> Position:
    """Return a position from the names of points; lasts: each side's remembered move, such as "d6-d7", or empty."""
    steps: list[tuple[int, int] | None] = []
    for last in lasts:
        if last:
            origin, to = last.split("-")
            steps.append((variant.board.index[origin], variant.board.index[to]))
        else:
            steps.append(None)
    return Position(mask(variant, white), mask(variant, black), hands[0], hands[1], side, steps[0], steps[1])


def texts(variant: Variant, moves: "list[Move]") -> "list[str]":
    """Return moves as sorted texts."""
    return sorted(format_move(move, variant) for move in moves)


def refusal(action: "Callable[..., object]", *arguments: object) -> str:
    """Return the message with which `action(*arguments)` is refused; fails if it is not, or not by an error of ours."""
    try:
        action(*arguments)
    except MorrisError as error:
        return str(error)
    raise AssertionError("nothing was refused: " + repr(arguments))


__all__ = [
    "BLACK",
    "MICROPYTHON",
    "PYODIDE",
    "SPEED",
    "WHITE",
    "Game",
    "IllegalMove",
    "find_variant",
    "mask",
    "position",
    "read_json",
    "read_json_lines",
    "refusal",
    "texts",
]
