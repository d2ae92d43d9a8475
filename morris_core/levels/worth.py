"""The value of a position by the terms, as it is defined: the sum of the terms times their weights.

For players that look at few positions. The engine computes the same sums faster, with larger tables
(engine/evaluation.py).
"""

from __future__ import annotations

from ..board import count
from .terms import MOVING, OWN_TERMS, PAIR_TERMS, closable, own_terms, pair_terms, phase_of
from .weights import MEN, WEIGHTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..board import Board
    from ..variants import Variant

    # (value of one side's men on their own, its phase, where it can close a mill (terms.closable)).
    Side = tuple[int, str, tuple[int, int]]


def _family(board: Board) -> str:
    return board.name if board.name in WEIGHTS else "three-ring"


def weights_of(board: Board, phase: str) -> dict[str, int]:
    """Return the weight of each term of OWN_TERMS and PAIR_TERMS in a phase, in hundredths of a man."""
    return dict(zip(OWN_TERMS + PAIR_TERMS, WEIGHTS[_family(board)][phase]))


def men_worth(board: Board, phase: str) -> tuple[int, ...]:
    """Return the values, in a phase, of having 0, 1, 2, ... 12 men on the board and in hand."""
    return (0, 0, 0) + MEN[_family(board)][phase]


class Worth:
    """Judges positions of a variant. It caches the values of each side's men on their own."""

    def __init__(self, variant: Variant) -> None:
        self.board = variant.board
        self.flying = variant.rules.flying
        self._sides: dict[tuple[int, int], Side] = {}
        self._weights: dict[str, list[int]] = {}

    def score(self, own: int, hand: int, opponent: int, opponent_hand: int) -> int:
        """Return the value of a position for the side to move, in hundredths of a man.

        Args:
            own: The men of the side to move, as a mask.
            hand: How many men it has in hand.
            opponent: The men of the other side.
            opponent_hand: How many men that has in hand.
        """
        worth, phase, can_close = self._side(own, hand)
        other_worth, other_phase, other_can_close = self._side(opponent, opponent_hand)
        mine, yours = pair_terms(self.board, own, opponent, phase, other_phase, can_close, other_can_close)
        score = worth - other_worth
        weights, other_weights = self._pair_weights(phase), self._pair_weights(other_phase)
        for number in range(len(PAIR_TERMS)):
            score += mine[number] * weights[number] - yours[number] * other_weights[number]
        return score

    def _side(self, men: int, hand: int) -> Side:
        found = self._sides.get((men, hand))
        if found is None:
            phase = phase_of(men, hand, self.flying)
            weights = weights_of(self.board, phase)
            worth = men_worth(self.board, phase)[count(men) + hand]
            terms = own_terms(self.board, men)
            for number in range(len(terms)):
                worth += terms[number] * weights[OWN_TERMS[number]]
            found = self._sides[men, hand] = (worth, phase, closable(self.board, men, phase != MOVING))
        return found

    def _pair_weights(self, phase: str) -> list[int]:
        if phase not in self._weights:
            weights = weights_of(self.board, phase)
            self._weights[phase] = [weights[term] for term in PAIR_TERMS]
        return self._weights[phase]
