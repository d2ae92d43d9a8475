"""The value of one side's men on their own, looked up by their state and summed from parts of the board.

An entry depends only on its state and the weights, so all engines share entries and can drop them at any time.
"""

from __future__ import annotations

from functools import lru_cache

from ..board import Board, bits
from ..levels.terms import FLYING, MOBILE, MOVING, OPENING, PAIR_TERMS, PHASES, PLACING
from ..levels.worth import men_worth, weights_of
from ..variants import Variant
from .tables import MAX_ENTRIES, Layout, spread_table

Shape = tuple[int, int, int, int, int, tuple[int, ...]]
"""(value, points where a mill can be closed, those of them reached from another mill, points next to the men (all
points if men are placed or fly), weight of a man that is not blocked, weights of PAIR_TERMS).
"""
GROUP_POINTS = 10
"""The most points of one group of lines."""
OpenMill = tuple[int, int]
"""(the point where a mill lacks one man, that point's neighbours outside the mill), as masks."""
Part = tuple[int, int, int, tuple[OpenMill, ...]]
"""(value of the men on one group of lines, men in mills, points where a mill lacks one man, its open mills)."""


def line_groups(board: Board) -> list[list[int]]:
    """Return the mills of a board in a few groups, each within GROUP_POINTS points.

    The men's value is looked up group by group, so groups should be large, but small enough for the same sets of men to
    come up again and again.
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
    """Men within one group of lines -> Part, for one phase.

    Args:
        mills: The mills of the group, as masks.
        points: The points that no other group counts, as a mask.
        edges: The pairs of neighbours that no other group counts, as masks.
        weights: The weights of OWN_TERMS.
    """

    def __init__(self, board: Board, mills: list[int], points: int, edges: list[int], weights: dict[str, int]) -> None:
        super().__init__()
        self.board = board
        self.mills = mills
        self.points = points
        self.edges = edges
        self.weights = weights

    def __missing__(self, men: int) -> Part:
        weights = self.weights
        by_men = (0, weights["singles"], weights["pairs"], weights["mills"])
        kinds = (weights["ends"], weights["sides"], weights["crossings"])
        neighbours = self.board.neighbours
        worth = 0
        milled = completing = 0
        open_mills = []
        for mill in self.mills:
            held = men & mill
            worth += by_men[held.bit_count()]
            if held.bit_count() == 2:
                missing = mill ^ held
                completing |= missing
                open_mills.append((missing, neighbours[missing.bit_length() - 1] & ~mill))
            elif held == mill:
                milled |= mill
        for point in bits(men & self.points):
            steps = neighbours[point].bit_count()
            worth += kinds[min(steps, 4) - 2] + weights["freedom"] * steps
        for edge in self.edges:
            if men & edge == edge:
                worth -= 2 * weights["freedom"]
        part = self[men] = (worth, milled, completing, tuple(open_mills))
        return part


class ShapeTable(dict[int, Shape]):
    """state -> Shape, computed on first use."""

    def __init__(self, variant: Variant) -> None:
        super().__init__()
        self.board, self.layout = variant.board, Layout(variant.board)
        self.flying = variant.rules.flying
        self.low, self.high, self.half = spread_table(variant.board)
        self.low_mask = (1 << self.half) - 1
        self.full = variant.board.full
        phases = {phase: self._phase(phase) for phase in PHASES}
        self.moving = phases[MOVING]
        # Indexed by the men in hand; 0 means flying.
        self.placing = [phases[FLYING], *[phases[PLACING]] * 4, *[phases[OPENING]] * 8]

    def _phase(self, phase: str) -> tuple[tuple[int, ...], tuple[int, ...], list[tuple[int, PartTable]]]:
        """Return the value of each number of men, the weights of pair terms, and (points, table) of each group."""
        board = self.board
        weights = weights_of(board, phase)
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
            # Points outside all mills, such as those between two rings.
            parts.append((board.full, PartTable(board, [], points, edges, weights)))
        return men_worth(board, phase), tuple([weights[term] for term in PAIR_TERMS]), parts

    def __missing__(self, state: int) -> Shape:
        if len(self) >= MAX_ENTRIES:
            self.clear()
        own = state & self.layout.men
        hand = self.layout.in_hand(state)
        count = own.bit_count()
        close = run = 0
        if hand or count == self.flying:
            men, pair_weights, parts = self.placing[hand]
            value = men[count + hand]
            for points, table in parts:
                worth, _, completing, _ = table[own & points]
                value += worth
                close |= completing
            shape = self[state] = (value, close, 0, self.full, pair_weights[MOBILE], pair_weights)
            return shape
        men, pair_weights, parts = self.moving
        value = men[count]
        milled = 0
        open_mills: tuple[OpenMill, ...] = ()
        for points, table in parts:
            worth, in_mills, completing, of_part = table[own & points]
            value += worth
            milled |= in_mills
            if completing:
                open_mills += of_part
        for missing, adjacent in open_mills:
            if own & adjacent:
                close |= missing
                if own & adjacent & milled:
                    run |= missing
        adjacent = self.low[own & self.low_mask] | self.high[own >> self.half]
        shape = self[state] = (value, close, run, adjacent, pair_weights[MOBILE], pair_weights)
        return shape


@lru_cache(maxsize=2)
def shapes_of(variant: Variant) -> ShapeTable:
    """Return the shapes of a variant, shared by all engines; those of the last two variants stay in memory."""
    return ShapeTable(variant)
