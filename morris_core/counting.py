"""perft: how many ways there are to play a number of moves. The standard check of a move generator.

Convention: one move is a placement or move
with its captures; what is counted is sequences of exactly `depth` moves; a game that ends earlier contributes none;
no draw by repetition or quiet moves applies.
"""

from __future__ import annotations

from .errors import MorrisError
from .position import Position, start_position
from .rules import apply, legal_moves
from .variants import Variant

# Different orders of the same moves meet in the same positions; each is counted once per depth and remembered, at
# most so many of them.
_REMEMBERED = 1_000_000


def perft(variant: Variant, position: Position | None, depth: int) -> int:
    """Return the number of sequences of `depth` moves from `position`.

    Args:
        variant: What is played.
        position: Where to begin, None for the start of the game.
        depth: Moves in a sequence, 0 or more.

    Raises:
        MorrisError: `depth` is negative.

    >>> from morris_core import find_variant
    >>> perft(find_variant("nine"), None, 3)
    12144
    """
    if depth < 0:
        raise MorrisError("The depth for perft must be 0 or more, not {depth}.", depth=depth)
    if position is None:
        position = start_position(variant)
    return _count(variant, position, depth, {})


def _count(variant: Variant, position: Position, depth: int, known: dict[tuple[Position, int], int]) -> int:
    if depth == 0:
        return 1
    key = (position, depth)
    if key in known:
        return known[key]
    moves = legal_moves(variant, position)
    total = len(moves)
    if depth > 1:
        total = sum(_count(variant, apply(variant, position, move), depth - 1, known) for move in moves)
    if len(known) < _REMEMBERED:
        known[key] = total
    return total
