"""Why a legal move is not the one that was looked for, as far as the rules alone can say."""

from __future__ import annotations

from morris_core.notation import format_move
from morris_core.rules import apply, legal_moves, outcome

from ...model.translation import _

TYPE_CHECKING = False
if TYPE_CHECKING:
    from morris_core import Move, Position, Variant


def why_not(variant: Variant, position: Position, move: Move, right: list[Move]) -> str:
    """Return a sentence about a legal move that is not right.

    Args:
        variant: What is played.
        position: Where the move is made.
        move: The move.
        right: The moves that are right there.
    """
    if not move.captures and all(one.captures for one in right):
        return _("{move} doesn't close a mill. Look for one that does.").format(move=format_move(move, variant))
    after = apply(variant, position, move)
    threat = opponents_mill(variant, after, position.side)
    if threat is not None and all(
        opponents_mill(variant, apply(variant, position, one), position.side) is None for one in right
    ):
        return _("After {move} your opponent closes a mill with {threat}.").format(
            move=format_move(move, variant), threat=_without_capture(variant, threat)
        )
    if move.captures and any(_same_but_captures(move, one) for one in right):
        return _("Right mill, but take a different man.")
    return _("{move} is allowed, but there's something better here.").format(move=format_move(move, variant))


def opponents_mill(variant: Variant, position: Position, side: int) -> Move | None:
    """Return a move by which the side to move, if it is not `side`, closes a mill; None where there is none."""
    if position.side == side or outcome(variant, position) is not None:
        return None
    for move in legal_moves(variant, position):
        if move.captures:
            return move
    return None


def _same_but_captures(move: Move, other: Move) -> bool:
    return move.origin == other.origin and move.to == other.to


def _without_capture(variant: Variant, move: Move) -> str:
    return format_move(move, variant).split("x")[0]
