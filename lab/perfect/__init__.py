"""Exact values for tools: of any position and of all its moves.

They come from a folder of table files (*.mtb, docs/tablebase-format.md), or from one in which lab.tablebase has
solved a game (solved.py).

Invariant: a position's value is for the side to move, and a move's value for the side that makes it.
"""

from pathlib import Path

from lab.perfect.solved import SolvedGame
from morris_core import Move
from morris_core.engine.opening.exact import move_values
from morris_core.engine.root import Tablebase
from morris_core.tablebase import Answer, load_folder
from morris_core.tablebase.probe import VALUES

__all__ = ["Perfect", "best_value", "move_values", "open_perfect"]

Perfect = Tablebase
"""A source of exact values."""


def open_perfect(folder: Path) -> Perfect:
    """Return the exact values in a folder.

    Raises:
        StoreError: the plan of a solution is damaged.
        TableError: there are no files, or a table file is damaged.
    """
    return SolvedGame(folder) if SolvedGame.is_in(folder) else load_folder(folder)


def best_value(values: dict[Move, Answer]) -> str:
    """Return the best value of some moves. Raises ValueError if there is none."""
    return max((answer.value for answer in values.values()), key=VALUES.index)
