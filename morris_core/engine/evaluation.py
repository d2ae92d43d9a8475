"""Static evaluation: the value of a position for the side to move, in hundredths of a man.

A score is the sum of own_terms of the side to move, minus those of the other side, and of pair_terms (levels/terms.py),
each times its weight for the side's phase (levels/weights.py). `Evaluation` writes that sum twice, for all quiet moves
of a node and for all captures of a move, with everything constant moved out of the loop. Calling one function for each
leaf instead would cost a tenth of the engine's speed. A test compares both with the definition.

Another kind of evaluation (a learned one, for example) is another Evaluator, whose class `Engine` is given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..levels.terms import CLOSE, CLOSE_TWO, RUN, TEMPO, THREAT, THREAT_PARRIED, THREAT_RUN, THREAT_TWO
from ..variants import Variant
from .limits import MIN_SCORE
from .shapes import shapes_of

Quiesce = Callable[[int, int, int, int, int, int], int]
"""(own, opponent, alpha, beta, ply, score) -> value for own, the side to move, when no mill can be closed."""
Quiets = Sequence[tuple[int, int]]
Scan = Callable[[int, Quiets, int, int, int, int], tuple[int, int]]
"""(own, its quiet moves, opponent, alpha, beta, ply after the move) -> (best value for own, positions evaluated)."""
ScanCaptures = Callable[[int, Sequence[int], int, int, int], tuple[int, int]]
"""(own after the move, the opponent after each capture, alpha, beta, ply) -> (best value, positions evaluated)."""


class Evaluator:
    """An evaluation as the search uses it.

    A subclass must define `score` or `capture_scanner`, each of which has a default that calls the other; the scanners
    make the search faster.
    """

    def __init__(self, variant: Variant) -> None:
        self.full = variant.board.full

    def score(self, own: int, opponent: int) -> int:
        """Return the value of a position for the side to move, whose state is `own`."""
        return -self.capture_scanner(None)(opponent, (own,), MIN_SCORE, -MIN_SCORE, 0)[0]

    def scanner(self, quiesce: Quiesce | None) -> Scan:
        """Return a function that evaluates all quiet moves of a node in one call.

        Args:
            quiesce: Applied to each leaf, unless it is None.
        """

        def scan(own: int, quiet: Quiets, opponent: int, alpha: int, beta: int, ply: int) -> tuple[int, int]:
            outcomes = [own + added for added, to in quiet if not to & opponent]
            return self._best([(opponent, after) for after in outcomes], quiesce, alpha, beta, ply)

        return scan

    def capture_scanner(self, quiesce: Quiesce | None) -> ScanCaptures:
        """Return a function that evaluates all captures of a move that closes a mill; `quiesce` as in scanner."""

        def scan(after: int, outcomes: Sequence[int], alpha: int, beta: int, ply: int) -> tuple[int, int]:
            return self._best([(left, after) for left in outcomes], quiesce, alpha, beta, ply)

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
    """The evaluation of a variant by weighted terms."""

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.shapes = shapes_of(variant)

    def scanner(self, quiesce: Quiesce | None) -> Scan:
        shapes, full = self.shapes, self.full
        low, high, half = shapes.low, shapes.high, shapes.half
        low_mask = (1 << half) - 1

        def scan(own: int, quiet: Quiets, opponent: int, alpha: int, beta: int, ply: int) -> tuple[int, int]:
            count = 0
            worth, can_close, can_run, adjacent, mobile, weights = shapes[opponent]
            base = worth + weights[TEMPO]
            free = full & ~opponent
            best = MIN_SCORE
            threat = can_close & free & ~own
            if threat:
                # Block first, because most other moves are worse.
                quiet = [move for move in quiet if move[1] & threat] + [move for move in quiet if not move[1] & threat]
            for added, to in quiet:
                if to & opponent:
                    continue
                count += 1
                after = own + added
                empty = free & ~after
                worth, close, run, _, own_mobile, own_weights = shapes[after]
                value = worth - base
                close &= empty
                if close:
                    value += own_weights[
                        THREAT_TWO if close & (close - 1) else THREAT_PARRIED if close & adjacent else THREAT
                    ]
                    if run & empty:
                        value += own_weights[THREAT_RUN]
                if mobile or own_mobile:
                    spread = low[empty & low_mask] | high[empty >> half]
                    value += own_mobile * (after & spread).bit_count() - mobile * (opponent & spread).bit_count()
                threat = can_close & empty
                if threat:
                    value -= weights[CLOSE_TWO if threat & (threat - 1) else CLOSE]
                    if can_run & empty:
                        value -= weights[RUN]
                    # The score is already an upper bound, because captures only make it worse.
                    if quiesce and value > alpha:
                        value = -quiesce(opponent, after, -beta, -alpha, ply, -value)
                elif quiesce and not adjacent & empty:
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
        shapes, full = self.shapes, self.full
        low, high, half = shapes.low, shapes.high, shapes.half
        low_mask = (1 << half) - 1

        def scan(after: int, outcomes: Sequence[int], alpha: int, beta: int, ply: int) -> tuple[int, int]:
            own_worth, own_close, own_run, _, own_mobile, own_weights = shapes[after]
            free = full & ~after
            best = MIN_SCORE
            count = 0
            for left in outcomes:
                empty = free & ~left
                worth, close, run, adjacent, mobile, weights = shapes[left]
                count += 1
                value = own_worth - worth - weights[TEMPO]
                threat = own_close & empty
                if threat:
                    value += own_weights[
                        THREAT_TWO if threat & (threat - 1) else THREAT_PARRIED if threat & adjacent else THREAT
                    ]
                    if own_run & empty:
                        value += own_weights[THREAT_RUN]
                if mobile or own_mobile:
                    spread = low[empty & low_mask] | high[empty >> half]
                    value += own_mobile * (after & spread).bit_count() - mobile * (left & spread).bit_count()
                close &= empty
                if close:
                    value -= weights[CLOSE_TWO if close & (close - 1) else CLOSE]
                    if run & empty:
                        value -= weights[RUN]
                    if quiesce and value > alpha:
                        value = -quiesce(left, after, -beta, -alpha, ply, -value)
                elif quiesce and not adjacent & empty:
                    value = -quiesce(left, after, -beta, -alpha, ply, -value)
                if value > best:
                    best = value
                    if value > alpha:
                        if value >= beta:
                            break
                        alpha = value
            return best, count

        return scan
