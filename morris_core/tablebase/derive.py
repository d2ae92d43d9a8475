"""Successors of a position without men in hand, for values that no table holds but those of its moves do.

May import morris_core's board. The one invariant: the rules are those for which `derives` is true: a mill captures one
man, fewer than three men have lost, and so has who cannot move.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..board import Board, bits

KeptRules = dict[str, bool | int | str]
"""The house rules on which values depend, see index.kept_rules."""


def derives(rules: KeptRules) -> bool:
    """Return whether values can be derived by these rules."""
    return (
        not rules["mill_wins"]
        and rules["double_mill"] == 1
        and rules["capture"] in ("if-all", "always")
        and rules["stuck"] == "loses"
    )


def successors(board: Board, rules: KeptRules, own: int, other: int) -> Iterator[tuple[int, int]]:
    """Yield what each move leads to: the men of the side that is to move then, and those of the one that moved.

    Captures come first: they lead to smaller tables, and win more often.
    """
    empty = board.full & ~(own | other)
    flies = own.bit_count() == rules["flying"]
    takes = -1
    quiet = []
    for origin in bits(own):
        rest = own ^ 1 << origin
        for point in bits(empty if flies else board.neighbours[origin] & empty):
            after = rest | 1 << point
            if not any(rest & mill == mill for mill in board.mills_at[point]):
                quiet.append(after)
                continue
            if takes < 0:
                takes = targets(board, rules, other)
            for captive in bits(takes):
                yield other ^ 1 << captive, after
    for after in quiet:
        yield other, after


def targets(board: Board, rules: KeptRules, men: int) -> int:
    """Return the men that a mill may take."""
    if rules["capture"] == "always":
        return men
    held = 0
    for mill in board.mills:
        if men & mill == mill:
            held |= mill
    return men & ~held or men
