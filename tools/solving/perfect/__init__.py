"""Exact values for tools: of any position and of all its moves.

They come from a folder of table files (*.mtb, docs/tablebase-format.md), or from one in which tools.tablebase has
solved a game (solved.py).

Invariant: a position's value is for the side to move, and a move's value for the side that makes it.
"""

from pathlib import Path

from morris_core import Move, Position, Variant
from morris_core.engine.root import Tablebase
from morris_core.rules import apply, legal_moves
from morris_core.tablebase import load_folder
from tools.solving.perfect.solved import SolvedGame

RANK = {"loss": 0, "draw": 1, "win": 2}
_OPPOSITE = {"loss": "win", "draw": "draw", "win": "loss"}


Perfect = Tablebase
"""A source of exact values."""


def open_perfect(folder: Path) -> Perfect:
    """Return the exact values in a folder.

    Raises:
        StoreError: the plan of a solution is damaged.
        TableError: there are no files, or a table file is damaged.
    """
    return SolvedGame(folder) if SolvedGame.is_in(folder) else load_folder(folder)


def move_values(tables: Perfect, variant: Variant, position: Position) -> dict[Move, tuple[str, int | None] | None]:
    """Return the value of every legal move, or None if it is not known.

    The distance of a move is one ply more than that of the position after it.
    """
    values: dict[Move, tuple[str, int | None] | None] = {}
    for move in legal_moves(variant, position):
        answer = tables.probe(variant, apply(variant, position, move))
        if answer is None:
            values[move] = None
        else:
            value, distance = answer
            values[move] = _OPPOSITE[value], None if distance is None else distance + 1
    return values


def best_value(values: dict[Move, tuple[str, int | None] | None]) -> str:
    """Return the best value of some moves. Raises ValueError if none is known."""
    return max((answer[0] for answer in values.values() if answer), key=RANK.__getitem__)
