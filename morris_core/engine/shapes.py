"""Shapes: what one side's men are worth on their own, looked up for each state, and made of parts that come up again.

May import morris_core, tables, terms and weights. The one invariant: what a state's entry says follows from that state
and the weights alone, so entries are shared by all engines and can be dropped at any time.
"""

from functools import lru_cache

from ..board import Board, bits
from ..variants import Variant
from .tables import HAND, HANDS, MAX_ENTRIES, MEN, spread_table
from .terms import FLYING, MOVING, OPENING, PAIR_TERMS, PHASES, PLACING
from .weights import MEN as MEN_WEIGHTS
from .weights import WEIGHTS

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
