"""Evaluation: what a position is worth to the side to move, in hundredths of a man, by terms that a player would name.

May import morris_core, tables and shapes. The one invariant: a score is the sum of own_terms of the side to move, less
those of the other, and of pair_terms (terms.py), each times its weight for the phase the side is in (weights.py);
`Evaluation` only computes that sum fast.

An evaluation of another kind (a learned one, say) is another Evaluator; `Engine` is given its class.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from ..variants import Variant
from .limits import MIN_SCORE
from .shapes import shapes_of
from .tables import HAND, HANDS, MEN

Quiesce = Callable[[int, int, int, int, int, int], int]
"""(own, opponent, alpha, beta, ply, score) -> value for own, who is to move, once no mill can be closed."""
Quiets = Sequence[tuple[int, int]]
Scan = Callable[[int, Quiets, int, int, int, int], tuple[int, int]]
"""(own, its quiet turns, opponent, alpha, beta, ply after the turn) -> (the best value for own, how many positions
were evaluated); see Evaluator.
"""
ScanCaptures = Callable[[int, Sequence[int], int, int, int], tuple[int, int]]
"""(own after the turn, what it can leave of the opponent, alpha, beta, ply) -> the same."""


class Evaluator(ABC):
    """What the search asks of an evaluation. One of another kind has to tell `score`; the scanners are for speed."""

    def __init__(self, variant: Variant) -> None:
        self.full = variant.board.full

    @abstractmethod
    def score(self, own: int, opponent: int) -> int:
        """Return the value of a position for the side whose state is `own` and who is to move."""

    def scanner(self, quiesce: Quiesce | None) -> Scan:
        """Return a function that evaluates all quiet turns of a node at once, with one call for the node instead of
        one for each leaf. Its answer is the best of -quiesce, or of -score when quiesce is None.
        """

        def scan(own: int, quiet: Quiets, opponent: int, alpha: int, beta: int, ply: int) -> tuple[int, int]:
            outcomes = [own + added for added, to in quiet if not to & opponent]
            return self._best([(opponent, after) for after in outcomes], quiesce, alpha, beta, ply)

        return scan

    def capture_scanner(self, quiesce: Quiesce | None) -> ScanCaptures:
        """Return the same for what a turn that closes a mill can capture."""

        def scan(after: int, outcomes: Sequence[int], alpha: int, beta: int, ply: int) -> tuple[int, int]:
            return self._best([(rest, after) for rest in outcomes], quiesce, alpha, beta, ply)

        return scan

    def _best(
        self, leaves: list[tuple[int, int]], quiesce: Quiesce | None, alpha: int, beta: int, ply: int
    ) -> tuple[int, int]:
        best = MIN_SCORE
        for number, (own, opponent) in enumerate(leaves, 1):
            value = self.score(own, opponent)
            value = -quiesce(own, opponent, -beta, -alpha, ply, value) if quiesce else -value
            best = max(best, value)
            alpha = max(alpha, value)
            if alpha >= beta:
                return best, number
        return best, len(leaves)


class Evaluation(Evaluator):
    """The evaluation of a variant by the terms above."""

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.shapes = shapes_of(variant)

    def score(self, own: int, opponent: int) -> int:
        """Return the value of a position for the side whose state is `own` and who is to move."""
        shapes = self.shapes
        worth, close, run, beside, weights = shapes[own]
        other_worth, other_close, other_run, _, other_weights = shapes[opponent]
        empty = self.full & ~(own | opponent)
        value = worth - other_worth + weights[0]
        close &= empty
        if close:
            value += weights[2 if close & (close - 1) else 1]
            if run & empty:
                value += weights[3]
        close = other_close & empty
        if close:
            value -= other_weights[6 if close & (close - 1) else 4 if close & beside else 5]
            if other_run & empty:
                value -= other_weights[7]
        mobile, other_mobile = weights[8], other_weights[8]
        if mobile or other_mobile:
            half = shapes.half
            beside = shapes.low[empty & (1 << half) - 1] | shapes.high[empty >> half]
            value += mobile * (own & beside).bit_count() - other_mobile * (opponent & beside & MEN).bit_count()
        return value

    def scanner(self, quiesce: Quiesce | None) -> Scan:
        """Return score for all quiet turns of a node at once; see Evaluator."""
        shapes, full = self.shapes, self.full
        low, high, half = shapes.low, shapes.high, shapes.half
        low_mask = (1 << half) - 1

        def scan(own: int, quiet: Quiets, opponent: int, alpha: int, beta: int, ply: int) -> tuple[int, int]:
            count = 0
            worth, can_close, can_run, beside, weights = shapes[opponent]
            base = worth + weights[0]
            mobile = weights[8]
            free = full & ~opponent
            best = MIN_SCORE
            threat = can_close & free & ~own
            if threat:
                # Step in first: most other turns are worse.
                quiet = [turn for turn in quiet if turn[1] & threat] + [turn for turn in quiet if not turn[1] & threat]
            for added, to in quiet:
                if to & opponent:
                    continue
                count += 1
                after = own + added
                empty = free & ~after
                worth, close, run, _, own_weights = shapes[after]
                value = worth - base
                close &= empty
                if close:
                    value += own_weights[6 if close & (close - 1) else 4 if close & beside else 5]
                    if run & empty:
                        value += own_weights[7]
                own_mobile = own_weights[8]
                if mobile or own_mobile:
                    spread = low[empty & low_mask] | high[empty >> half]
                    value += own_mobile * (after & spread).bit_count() - mobile * (opponent & spread).bit_count()
                threat = can_close & empty
                if threat:
                    value -= weights[2 if threat & (threat - 1) else 1]
                    if can_run & empty:
                        value -= weights[3]
                    # The score is a bound already: what can be captured only makes it worse.
                    if quiesce and value > alpha:
                        value = -quiesce(opponent, after, -beta, -alpha, ply, -value)
                elif quiesce and not beside & empty:
                    value = -quiesce(opponent, after, -beta, -alpha, ply, -value)
                if value > best:
                    best = value
                    if value > alpha:
                        if value >= beta:
                            break
                        alpha = value
            return best, count

        return scan

    def capture_scanner(self, quiesce: Quiesce | None) -> ScanCaptures:
        """Return score for all captures of a turn at once; see Evaluator."""
        shapes, full = self.shapes, self.full
        low, high, half = shapes.low, shapes.high, shapes.half
        low_mask = (1 << half) - 1

        def scan(after: int, outcomes: Sequence[int], alpha: int, beta: int, ply: int) -> tuple[int, int]:
            own_worth, own_close, own_run, _, own_weights = shapes[after]
            own_mobile = own_weights[8]
            free = full & ~after
            best = MIN_SCORE
            count = 0
            for rest in outcomes:
                empty = free & ~rest
                worth, close, run, beside, weights = shapes[rest]
                count += 1
                value = own_worth - worth - weights[0]
                threat = own_close & empty
                if threat:
                    value += own_weights[6 if threat & (threat - 1) else 4 if threat & beside else 5]
                    if own_run & empty:
                        value += own_weights[7]
                mobile = weights[8]
                if mobile or own_mobile:
                    spread = low[empty & low_mask] | high[empty >> half]
                    value += own_mobile * (after & spread).bit_count() - mobile * (rest & spread).bit_count()
                close &= empty
                if close:
                    value -= weights[2 if close & (close - 1) else 1]
                    if run & empty:
                        value -= weights[3]
                    if quiesce and value > alpha:
                        value = -quiesce(rest, after, -beta, -alpha, ply, -value)
                elif quiesce and not beside & empty:
                    value = -quiesce(rest, after, -beta, -alpha, ply, -value)
                if value > best:
                    best = value
                    if value > alpha:
                        if value >= beta:
                            break
                        alpha = value
            return best, count

        return scan


class Material(Evaluator):
    """The barest evaluation: a hundred for each man, on the board or in hand."""

    def score(self, own: int, opponent: int) -> int:
        """Return the value of a position for the side whose state is `own` and who is to move."""
        hands = ((own & HANDS) - (opponent & HANDS)) >> HAND
        return 100 * ((own & MEN).bit_count() - (opponent & MEN).bit_count() + hands)

    def scanner(self, quiesce: Quiesce | None) -> Scan:
        """Return a function that looks at one quiet turn only, when captures are not tried: none changes the men."""
        if quiesce:
            return super().scanner(quiesce)

        def scan(own: int, quiet: Quiets, opponent: int, alpha: int, beta: int, ply: int) -> tuple[int, int]:
            for added, to in quiet:
                if not to & opponent:
                    return -self.score(opponent, own + added), 1
            return MIN_SCORE, 0

        return scan

    def capture_scanner(self, quiesce: Quiesce | None) -> ScanCaptures:
        """Return a function that looks at one capture only, likewise: all take as many men."""
        if quiesce:
            return super().capture_scanner(quiesce)

        def scan(after: int, outcomes: Sequence[int], alpha: int, beta: int, ply: int) -> tuple[int, int]:
            return -self.score(outcomes[0], after), 1

        return scan
