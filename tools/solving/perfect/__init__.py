"""Perfect knowledge of nine men's morris for tools: the value of any position and of all its moves.

    python -m tools.solving.perfect DIR FEN...

prints them. DIR is a folder of table files of ours (*.mtb, docs/tablebase-format.md) or one with the whole game as
files of two bits a position (solved.py). Both answer `probe(variant, position)`, as an Engine's tablebase does.
"""

from .player import PerfectPlayer, Slip, slips
from .solved import SolvedError, SolvedGame
from .values import CODES, RANK, Perfect, best_value, move_values, open_perfect

__all__ = [
    "CODES",
    "RANK",
    "Perfect",
    "PerfectPlayer",
    "Slip",
    "SolvedError",
    "SolvedGame",
    "best_value",
    "move_values",
    "open_perfect",
    "slips",
]
