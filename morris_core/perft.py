"""perft: how many ways there are to play a number of turns. The standard check of a turn generator.

May import rules and what lies below it. Keeps to the MicroPython subset. Convention: one turn is a placement or move
with its captures; what is counted is sequences of exactly `depth` turns; a game that ends earlier contributes none;
no draw by repetition or quiet turns applies.
"""

from .position import Position, start_position
from .rules import apply, legal_moves
from .variants import Variant


def perft(variant: Variant, position: "Position | None", depth: int) -> int:
    """Return the number of sequences of `depth` turns from `position` (None: the start).

    >>> from morris_core import find_variant
    >>> perft(find_variant("nine"), None, 3)
    12144
    """
    if position is None:
        position = start_position(variant)
    if depth == 0:
        return 1
    moves = legal_moves(variant, position)
    if depth == 1:
        return len(moves)
    return sum(perft(variant, apply(variant, position, move), depth - 1) for move in moves)
