"""The learned evaluation: values of positions from a small network trained on exactly solved ones.

The network is described in network.py. As in evaluation.py, one sum is written twice, for the two scanners, with
everything constant moved out of the loop; a test compares them.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct

from ..variants import Variant
from .evaluation import Evaluation, Evaluator, Quiesce, Quiets, Scan, ScanCaptures
from .knowledge import are_rules
from .limits import MIN_SCORE
from .network import LANES, LOGIT_SHIFT, ROW_BYTES, Network, logit_scores, shipped_network
from .patterns import CodeTable
from .shapes import shapes_of
from .tables import Layout

TRAINED_ON = {
    "men": 9,
    "flying": 3,
    "moving_while_placing": False,
    "capture": "if-all",
    "double_mill": 1,
    "stuck": "loses",
    "mill_wins": False,
}
"""Rules of the positions that the network was trained on; all other rules were off."""
DRAW_COUNTS = ("repetition", "quiet_limit", "three_limit")
"""Rules that the network ignores."""
LOSS_MASK = (1 << LOGIT_SHIFT) - 1


def knows(variant: Variant) -> bool:
    """Return whether the network was trained on positions of a variant's board and rules."""
    return variant.board.name == "three-ring" and are_rules(variant.rules, TRAINED_ON, DRAW_COUNTS)


def best_evaluation(variant: Variant) -> Evaluator:
    """Return the strongest evaluation for a variant."""
    return LearnedEvaluation(variant) if knows(variant) else Evaluation(variant)


class LearnedEvaluation(Evaluator):
    """The evaluation of a variant for which `knows` is true.

    Args:
        network: Another network than the shipped one.
    """

    def __init__(self, variant: Variant, network: Network | None = None) -> None:
        super().__init__(variant)
        self.network = shipped_network() if network is None else network
        self.layout = Layout(variant.board)
        self.shapes = shapes_of(variant)
        self.movers = CodeTable(variant.board, 1)
        self.others = CodeTable(variant.board, 2)
        self.unpack = Struct(f"<{LANES}H").unpack

    def scanner(self, quiesce: Quiesce | None) -> Scan:
        movers, others, shapes, full = self.movers, self.others, self.shapes, self.full
        hand, mask = self.layout.hand, self.layout.men
        network, unpack, scores = self.network, self.unpack, logit_scores()

        def scan(own: int, quiet: Quiets, opponent: int, alpha: int, beta: int, ply: int) -> tuple[int, int]:
            _, can_close, _, adjacent, _, _ = shapes[opponent]
            free = full & ~opponent
            threat = can_close & free & ~own
            if threat:
                # Block first, because most other moves are worse.
                quiet = [move for move in quiet if move[1] & threat] + [move for move in quiet if not move[1] & threat]
            m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10 = movers[opponent & mask]
            best, count = MIN_SCORE, 0
            for added, to in quiet:
                if to & opponent:
                    continue
                after = own + added
                if not count:
                    # All quiet moves of a node leave the same numbers of men on the board and in hand.
                    men = opponent >> hand, after >> hand, (opponent & mask).bit_count(), (after & mask).bit_count()
                    rings, middle, sides, corners, lanes = network[men]
                    l0, l1, l2, l3, l4, l5, l6, l7 = lanes
                count += 1
                o0, o1, o2, o3, o4, o5, o6, o7, o8, o9, o10 = others[after & mask]
                row = rings[m0 + o0] + rings[m1 + o1] + middle[m2 + o2]
                row += sides[m3 + o3] + sides[m4 + o4] + sides[m5 + o5] + sides[m6 + o6]
                row += corners[m7 + o7] + corners[m8 + o8] + corners[m9 + o9] + corners[m10 + o10]
                s0, s1, s2, s3, s4, s5, s6, s7 = unpack(row.to_bytes(ROW_BYTES, "little"))
                logits = l0[s0] + l1[s1] + l2[s2] + l3[s3] + l4[s4] + l5[s5] + l6[s6] + l7[s7]
                value = scores[logits & LOSS_MASK] - scores[logits >> LOGIT_SHIFT]
                if quiesce:
                    empty = free & ~after
                    # If a mill can be closed, the score is already an upper bound, because captures only make it worse.
                    if value > alpha if can_close & empty else not adjacent & empty:
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
        movers, others, shapes, full = self.movers, self.others, self.shapes, self.full
        hand, mask = self.layout.hand, self.layout.men
        network, unpack, scores = self.network, self.unpack, logit_scores()

        def scan(after: int, outcomes: Sequence[int], alpha: int, beta: int, ply: int) -> tuple[int, int]:
            free = full & ~after
            o0, o1, o2, o3, o4, o5, o6, o7, o8, o9, o10 = others[after & mask]
            best, count = MIN_SCORE, 0
            for left in outcomes:
                if not count:
                    # All captures of a move take the same number of men.
                    men = left >> hand, after >> hand, (left & mask).bit_count(), (after & mask).bit_count()
                    rings, middle, sides, corners, lanes = network[men]
                    l0, l1, l2, l3, l4, l5, l6, l7 = lanes
                count += 1
                m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10 = movers[left & mask]
                row = rings[m0 + o0] + rings[m1 + o1] + middle[m2 + o2]
                row += sides[m3 + o3] + sides[m4 + o4] + sides[m5 + o5] + sides[m6 + o6]
                row += corners[m7 + o7] + corners[m8 + o8] + corners[m9 + o9] + corners[m10 + o10]
                s0, s1, s2, s3, s4, s5, s6, s7 = unpack(row.to_bytes(ROW_BYTES, "little"))
                logits = l0[s0] + l1[s1] + l2[s2] + l3[s3] + l4[s4] + l5[s5] + l6[s6] + l7[s7]
                value = scores[logits & LOSS_MASK] - scores[logits >> LOGIT_SHIFT]
                if quiesce:
                    empty = free & ~left
                    _, can_close, _, adjacent, _, _ = shapes[left]
                    if value > alpha if can_close & empty else not adjacent & empty:
                        value = -quiesce(left, after, -beta, -alpha, ply, -value)
                if value > best:
                    best = value
                    if value > alpha:
                        if value >= beta:
                            break
                        alpha = value
            return best, count

        return scan
