"""Evaluation: what a position is worth to the side to move, in hundredths of a man, by terms that a player would name.

May import morris_core, tables and weights. The one invariant: a score is the sum of own_terms of the side to move, less
those of the other, and of pair_terms, each times its weight for the phase the side is in; `Evaluation` only computes
that sum fast. Weights are data (weights.py), fitted by tools/tune.py, which calls the two functions of terms below.

An evaluation of another kind (a learned one, say) is another Evaluator; `Engine` is given its class.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache

from ..board import Board, bits
from ..variants import Variant
from .limits import LEAST
from .tables import HAND, HANDS, MAX_ENTRIES, MEN, spread_table
from .weights import MEN as MEN_WEIGHTS
from .weights import WEIGHTS

Quiesce = Callable[[int, int, int, int, int, int], int]
"""(own, opponent, alpha, beta, ply, score) -> value for own, who is to move, once no mill can be closed."""
Quiets = Sequence[tuple[int, int]]
Scan = Callable[[int, Quiets, int, int, int, int], tuple[int, int]]
"""(own, its quiet turns, opponent, alpha, beta, ply after the turn) -> (the best value for own, how many positions
were evaluated); see Evaluator.
"""
ScanCaptures = Callable[[int, Sequence[int], int, int, int], tuple[int, int]]
"""(own after the turn, what it can leave of the opponent, alpha, beta, ply) -> the same."""

OPENING, PLACING, MOVING, FLYING = PHASES = ("opening", "placing", "moving", "flying")
"""Five or more men in hand; fewer; all on the board; and able to fly."""
OWN_TERMS = ("mills", "pairs", "singles", "freedom", "ends", "sides", "crossings")
PAIR_TERMS = ("turn", "close", "close_two", "run", "threat_parried", "threat", "threat_two", "threat_run", "mobile")
Weights = dict[str, dict[str, float]]


class Evaluator:
    """What the search asks of an evaluation. One of another kind has to tell `score`; the scanners are for speed."""

    def __init__(self, variant: Variant) -> None:
        self.full = variant.board.full

    def score(self, own: int, opponent: int) -> int:
        """Return the value of a position for the side whose state is `own` and who is to move."""
        raise NotImplementedError

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
        best = LEAST
        for number, (own, opponent) in enumerate(leaves, 1):
            value = self.score(own, opponent)
            value = -quiesce(own, opponent, -beta, -alpha, ply, value) if quiesce else -value
            best = max(best, value)
            alpha = max(alpha, value)
            if alpha >= beta:
                return best, number
        return best, len(leaves)


def phase_of(state: int, flying: int) -> str:
    """Return the phase that a side is in."""
    hand = (state & HANDS) >> HAND
    if hand:
        return OPENING if hand > 4 else PLACING
    return FLYING if (state & MEN).bit_count() == flying else MOVING


def closable(board: Board, own: int, placing: bool) -> tuple[int, int]:
    """Return the points on which one more man of `own` closes a mill, and those to which one would come out of a mill.

    placing: the man may come from anywhere (the hand, or flying); else it must stand beside the point. The second set
    are double mills: the mill left open can be closed again by running back.
    """
    close = run = 0
    neighbours, mills_at = board.neighbours, board.mills_at
    for mill in board.mills:
        third = mill & ~own
        # Exactly one of the three points missing.
        if third and not third & (third - 1):
            if placing:
                close |= third
                continue
            movers = neighbours[third.bit_length() - 1] & own & ~mill
            if movers:
                close |= third
                for man in bits(movers):
                    for others in mills_at[man]:
                        if own & others == others:
                            run |= third
    return close, run


def own_terms(board: Board, own: int) -> tuple[int, ...]:
    """Return the OWN_TERMS of a set of men: mills; lines with two and with one of them; freedom: points beside each man
    that are not its own side's; men on points with two, three, and more neighbours.
    """
    mills = pairs = singles = freedom = 0
    for mill in board.mills:
        held = (own & mill).bit_count()
        mills += held == 3
        pairs += held == 2
        singles += held == 1
    kinds = [0, 0, 0]
    for point in bits(own):
        beside = board.neighbours[point]
        freedom += (beside & ~own).bit_count()
        kinds[min(beside.bit_count(), 4) - 2] += 1
    return mills, pairs, singles, freedom, *kinds


def pair_terms(
    board: Board, own: int, opponent: int, own_phase: str, opponent_phase: str
) -> tuple[list[int], list[int]]:
    """Return the PAIR_TERMS for the side to move and for its opponent (men only, as masks).

    turn: 1 for the side to move. close, close_two: it can close a mill on one point, on more. run: ... by a man out of
    a mill. The threats are the same for the other side, parried when there is one only and the side to move can step
    in. mobile: men that are not blocked, in the moving phase.
    """
    empty = board.full & ~(own | opponent)
    mine, yours = [0] * len(PAIR_TERMS), [0] * len(PAIR_TERMS)
    mine[0] = 1
    close, run = closable(board, own, own_phase != MOVING)
    close &= empty
    if close:
        mine[1 if not close & (close - 1) else 2] = 1
        mine[3] = 1 if run & empty else 0
    close, run = closable(board, opponent, opponent_phase != MOVING)
    close &= empty
    if close:
        if close & (close - 1):
            yours[6] = 1
        else:
            reach = board.full
            if own_phase == MOVING:
                reach = 0
                for point in bits(own):
                    reach |= board.neighbours[point]
            yours[4 if close & reach else 5] = 1
        yours[7] = 1 if run & empty else 0
    for men, phase, terms in ((own, own_phase, mine), (opponent, opponent_phase, yours)):
        if phase == MOVING:
            terms[8] = sum(1 for point in bits(men) if board.neighbours[point] & empty)
    return mine, yours


Shape = tuple[int, int, int, int, tuple[int, ...]]
GROUP_POINTS = 10
Third = tuple[int, int]
"""(a point where a mill lacks one man, the points beside it that are not on that mill)."""
Part = tuple[int, int, int, tuple[Third, ...]]
"""(worth of the men of one group of lines, men in mills, points where a mill lacks one man, the same with who could
come).
"""


def line_groups(board: Board) -> list[list[int]]:
    """Return the mills of a board in a few groups, each within GROUP_POINTS points: what its men are worth is looked
    up for each group, so the groups shall be large, yet small enough for their sets of men to be met again and again.
    """
    groups = []
    left = list(board.mills)
    while left:
        group = [left.pop(0)]
        covered = group[0]
        while True:
            fitting = [mill for mill in left if (covered | mill).bit_count() <= GROUP_POINTS]
            if not fitting:
                break
            mill = min(fitting, key=lambda mill: (covered | mill).bit_count())
            left.remove(mill)
            group.append(mill)
            covered |= mill
        groups.append(group)
    return groups


class PartTable(dict[int, Part]):
    """Men within one group of lines -> Part, for one phase. points, edges: those that no other group counts."""

    def __init__(
        self, board: Board, mills: list[int], points: int, edges: list[int], weights: dict[str, float]
    ) -> None:
        super().__init__()
        self.board = board
        self.mills = mills
        self.points = points
        self.edges = edges
        self.weights = {term: round(weight) for term, weight in weights.items()}

    def __missing__(self, men: int) -> Part:
        weights = self.weights
        by_men = (0, weights["singles"], weights["pairs"], weights["mills"])
        kinds = (weights["ends"], weights["sides"], weights["crossings"])
        neighbours = self.board.neighbours
        worth = 0
        milled = thirds = 0
        detailed = []
        for mill in self.mills:
            held = men & mill
            worth += by_men[held.bit_count()]
            if held.bit_count() == 2:
                third = mill ^ held
                thirds |= third
                detailed.append((third, neighbours[third.bit_length() - 1] & ~mill))
            elif held == mill:
                milled |= mill
        for point in bits(men & self.points):
            steps = neighbours[point].bit_count()
            worth += kinds[min(steps, 4) - 2] + weights["freedom"] * steps
        for edge in self.edges:
            if men & edge == edge:
                worth -= 2 * weights["freedom"]
        part = self[men] = (worth, milled, thirds, tuple(detailed))
        return part


class ShapeTable(dict[int, Shape]):
    """state -> what its own men are worth, points on which it can close a mill, by running, points beside its men
    (every point where it may place or fly), the weights of its PAIR_TERMS.
    """

    def __init__(self, variant: Variant) -> None:
        super().__init__()
        self.board = variant.board
        self.flying = variant.rules.flying
        self.low, self.high, self.half = spread_table(variant.board)
        self.low_mask = (1 << self.half) - 1
        self.full = variant.board.full
        phases = {phase: self._phase(phase) for phase in PHASES}
        self.moving = phases[MOVING]
        # By men in hand; none in hand stands for flying.
        self.placing = [phases[FLYING], *[phases[PLACING]] * 4, *[phases[OPENING]] * 8]

    def _phase(self, phase: str) -> tuple[tuple[int, ...], tuple[int, ...], list[tuple[int, PartTable]]]:
        """Return the worth of each number of men, the weights of pair terms, and (points, table) of each group."""
        board = self.board
        family = board.name if board.name in WEIGHTS else "three-ring"
        weights = WEIGHTS[family][phase]
        points = board.full
        edges = [1 << a | 1 << b for line in board.lines for a, b in zip(line, line[1:], strict=False)]
        parts = []
        for mills in line_groups(board):
            covered = 0
            for mill in mills:
                covered |= mill
            within = [edge for edge in edges if edge & covered == edge]
            edges = [edge for edge in edges if edge & covered != edge]
            parts.append((covered, PartTable(board, mills, points & covered, within, weights)))
            points &= ~covered
        if points or edges:
            # What lies on no mill: the joints between two rings, say.
            parts.append((board.full, PartTable(board, [], points, edges, weights)))
        men = (0, 0, 0, *MEN_WEIGHTS[family][phase])
        return men, tuple([round(weights[term]) for term in PAIR_TERMS]), parts

    def __missing__(self, state: int) -> Shape:
        if len(self) >= MAX_ENTRIES:
            self.clear()
        own = state & MEN
        hand = (state & HANDS) >> HAND
        count = own.bit_count()
        close = run = 0
        if hand or count == self.flying:
            men, pair_weights, parts = self.placing[hand]
            value = men[count + hand]
            for points, table in parts:
                worth, _, thirds, _ = table[own & points]
                value += worth
                close |= thirds
            shape = self[state] = (value, close, 0, self.full, pair_weights)
            return shape
        men, pair_weights, parts = self.moving
        value = men[count]
        milled = 0
        open_mills: tuple[Third, ...] = ()
        for points, table in parts:
            worth, in_mills, thirds, detailed = table[own & points]
            value += worth
            milled |= in_mills
            if thirds:
                open_mills += detailed
        for third, near in open_mills:
            if own & near:
                close |= third
                if own & near & milled:
                    run |= third
        beside = self.low[own & self.low_mask] | self.high[own >> self.half]
        shape = self[state] = (value, close, run, beside, pair_weights)
        return shape


@lru_cache(maxsize=2)
def shapes_of(variant: Variant) -> ShapeTable:
    """Return the shapes of a variant, shared by all engines; those of the last two variants asked for are kept."""
    return ShapeTable(variant)


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
            best = LEAST
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
            best = LEAST
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
            return LEAST, 0

        return scan

    def capture_scanner(self, quiesce: Quiesce | None) -> ScanCaptures:
        """Return a function that looks at one capture only, likewise: all take as many men."""
        if quiesce:
            return super().capture_scanner(quiesce)

        def scan(after: int, outcomes: Sequence[int], alpha: int, beta: int, ply: int) -> tuple[int, int]:
            return -self.score(outcomes[0], after), 1

        return scan
