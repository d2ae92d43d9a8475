"""Helpers for tests that run in CPython, MicroPython and Pyodide: data files, positions by name, and the amount of
work.

Keeps to the MicroPython subset (no pytest, no hypothesis).
"""

import json
import sys
from typing import TYPE_CHECKING, Any

from morris_core import BLACK, WHITE, Game, IllegalMove, MorrisError, Move, Position, Variant, find_variant
from morris_core.notation import format_move

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MICROPYTHON = sys.implementation.name == "micropython"
PYODIDE = sys.platform == "emscripten"
# MicroPython runs at about a twentieth of CPython's speed, so its tests read the same files less deeply.
SPEED = "slow" if MICROPYTHON else "middling" if PYODIDE else "fast"

_DATA = __file__.replace("\\", "/").rsplit("/", 2)[0] + "/data/"


def read_json(name: str) -> "Any":
    """Return the contents of a file of tests/data."""
    with open(_DATA + name) as file:
        return json.loads(file.read())


def read_json_lines(name: str) -> "Iterator[Any]":
    """Yield the contents of each line of a file of tests/data."""
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
    """Return the message of the MorrisError that `action(*arguments)` raises; fail if it raises none."""
    return str(refused(action, *arguments))


def refused(action: "Callable[..., object]", *arguments: object) -> "Any":
    """Return the MorrisError that `action(*arguments)` raises; fail if it raises none."""
    try:
        action(*arguments)
    except MorrisError as error:
        return error
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
    "refused",
    "texts",
]
