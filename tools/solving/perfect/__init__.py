"""Perfect knowledge of nine men's morris for tools: the value of any position and of all its moves.

    python -m tools.solving.perfect DIR FEN...

prints them. DIR is a folder of table files of ours (*.mtb, docs/tablebase-format.md) or one with the whole game as
files of two bits a position (solved.py). Both answer `probe(variant, position)`, as an Engine's tablebase does.

Invariant: values are for the side to move, of a position, and for the side that makes it, of a move.
"""

from pathlib import Path
from typing import Protocol

from morris_core import Move, Position, Variant
from morris_core.rules import apply, legal_moves
from morris_core.tablebase import load_folder
from tools.solving.perfect.solved import SolvedGame

RANK = {"loss": 0, "draw": 1, "win": 2}
_OPPOSITE = {"loss": "win", "draw": "draw", "win": "loss"}


class Perfect(Protocol):
    """A source of exact values; fits an Engine as its tablebase."""

    def probe(
        self, variant: Variant, position: Position, at_once: bool = False, at_least: str = "loss"
    ) -> tuple[str, int | None] | None:
        """Return ("win" | "draw" | "loss", distance in plies or None) for the side to move, None when unknown.

        at_once, at_least: see morris_core.engine.root.Tablebase.
        """


def open_perfect(folder: Path) -> Perfect:
    """Return the exact values in a folder: files of the whole game, or table files of ours.

    Raises:
        SolvedError: files of the whole game are missing or have a wrong size.
        TableError: there are no table files either, or one is damaged.
    """
    return SolvedGame(folder) if SolvedGame.is_in(folder) else load_folder(folder)


def move_values(known: Perfect, variant: Variant, position: Position) -> dict[Move, tuple[str, int | None] | None]:
    """Return the value of every legal move for the side that makes it, None for what is not known.

    The distance of a move is one ply more than that of the position it leads to.
    """
    values: dict[Move, tuple[str, int | None] | None] = {}
    for move in legal_moves(variant, position):
        answer = known.probe(variant, apply(variant, position, move))
        if answer is None:
            values[move] = None
        else:
            value, distance = answer
            values[move] = _OPPOSITE[value], None if distance is None else distance + 1
    return values


def best_value(values: dict[Move, tuple[str, int | None] | None]) -> str:
    """Return the best value among those of moves; raises ValueError where there is none."""
    return max((answer[0] for answer in values.values() if answer), key=RANK.__getitem__)
