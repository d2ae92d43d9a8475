"""perft: count the move sequences of a given length. The standard check of a move generator.

A move is a placement or a step with its captures. Only sequences of exactly `depth` moves count, so a game that ends
earlier adds none, and draws by repetition or quiet moves do not apply.
"""

from __future__ import annotations

from .errors import MorrisError
from .legal import LegalMoves, successors
from .named import find_variant
from .position import Position, start_position
from .variants import Variant

# The same moves in another order lead to the same position, so each position is counted once per depth.
_MAX_CACHED = 1_000_000


def perft(variant: Variant | str, position: Position | None, depth: int) -> int:
    """Return the number of sequences of `depth` moves from `position`.

    Args:
        variant: The variant or its name.
        position: Where to begin, or None for the start of the game.
        depth: Moves in a sequence, 0 or more.

    Raises:
        MorrisError: `depth` is negative or no whole number, or there is no such variant.

    >>> perft("nine", None, 3)
    12144
    """
    if depth < 0 or depth != int(depth):
        raise MorrisError("The depth for perft must be 0 or more, not {depth}.", depth=depth)
    variant = find_variant(variant)
    if position is None:
        position = start_position(variant)
    return _count(variant, position, depth, {})


def _count(variant: Variant, position: Position, depth: int, cache: dict[tuple[Position, int], int]) -> int:
    if depth == 0:
        return 1
    key = (position, depth)
    if key in cache:
        return cache[key]
    if depth == 1:
        total = len(LegalMoves(variant, position))
    else:
        total = sum([_count(variant, after, depth - 1, cache) for _, after in successors(variant, position)])
    if len(cache) < _MAX_CACHED:
        cache[key] = total
    return total
