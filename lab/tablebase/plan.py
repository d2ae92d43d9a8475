"""The pairs of subspaces that a game or its endgames consist of, and the order in which to solve them.

Invariant: a pair's captures and placements lead to pairs of earlier stages.
"""

from typing import NamedTuple

from lab.tablebase.geometry import Columns, Geometry, Rows, columns_of, geometry
from morris_core.board import Board
from morris_core.errors import RulesError
from morris_core.tablebase.index import Pair, Side, binomial, pair_of, stored_rules, successors
from morris_core.variants import Variant


class Plan(NamedTuple):
    """The contents of a working folder.

    Attributes:
        board: one of BOARDS.
        rules: the house rules that values depend on, by name.
        distances: whether values include the plies to the end.
        stages: pairs that do not depend on each other, in the order in which they can be solved.
        halves: which halves of each pair to solve. While men are placed, the side to move never has fewer in hand.
    """

    board: Board
    rules: dict[str, bool | int | str]
    distances: bool
    stages: tuple[tuple[Pair, ...], ...]
    halves: dict[Pair, tuple[int, ...]]

    def pairs(self) -> list[Pair]:
        """Return all pairs in the order in which they can be solved."""
        return [pair for stage in self.stages for pair in stage]

    def most_men(self) -> int:
        """Return the largest number of men that a side has on the board."""
        return max(pair.first.men for pair in self.pairs())

    def most_in_hand(self) -> int:
        """Return how many men a side has at the start of the game, or 0 for endgames."""
        return max(pair.first.hand for pair in self.pairs())

    def geometry(self) -> Geometry:
        """Return the board as the kernels read it."""
        return geometry(self.board, self.most_men())[0]

    def rows(self, pair: Pair) -> Rows:
        """Return the rows of a pair's table."""
        return geometry(self.board, self.most_men())[1][pair.first.men]

    def columns(self, pair: Pair) -> Columns:
        """Return the columns of a pair's table."""
        return columns_of(len(self.board.points) - pair.first.men, pair.second.men)

    def shape(self, pair: Pair) -> tuple[int, int]:
        """Return the numbers of rows and of columns of a pair's table."""
        return len(self.rows(pair).sets), binomial(len(self.board.points) - pair.first.men, pair.second.men)

    def takes_one_man(self) -> bool:
        """Return whether every mill takes exactly one man."""
        return self._takes_few() and self.rules["capture"] != "never"

    def by_rows(self, pair: Pair) -> bool:
        """Return whether `values` can solve a pair in which men move, row by row: without distances, and a mill takes
        at most one man.
        """
        possible = not self._must_place(pair) and self.rules["stuck"] == "loses"
        return possible and self._without_distances(pair)

    def by_placements(self, pair: Pair) -> bool:
        """Return whether `values` can solve a pair in one pass: the side to move must place a man."""
        return self._must_place(pair) and self._without_distances(pair)

    def _must_place(self, pair: Pair) -> bool:
        """Return whether the side to move must place a man in all positions of a pair that are needed."""
        movers = [pair[half] for half in self.halves[pair]]
        return all(mover.hand and not (mover.men and self.rules["moving_while_placing"]) for mover in movers)

    def _without_distances(self, pair: Pair) -> bool:
        full = pair.first.men + pair.second.men == len(self.board.points)
        return not self.distances and not full and self._takes_few()

    def _takes_few(self) -> bool:
        """Return whether a mill takes at most one man and does not win."""
        return not self.rules["mill_wins"] and self.rules["double_mill"] == 1

    def positions(self, pair: Pair) -> int:
        """Return about how many positions of a pair there are to solve: all, divided by the number of symmetries."""
        return len(self.halves[pair]) * self._half(pair)

    def memory(self, pair: Pair) -> int:
        """Return about how many bytes it takes to solve a pair, besides the tables that it leads to."""
        half = self._half(pair)
        if self.by_placements(pair):
            return len(self.halves[pair]) * half // 4
        return half * 17 // 8 + pair.halves * half // 4 if self.by_rows(pair) else 2 * half * 4

    def _half(self, pair: Pair) -> int:
        points = len(self.board.points)
        sets = binomial(points, pair.first.men) * binomial(points - pair.first.men, pair.second.men)
        return -(-sets // len(self.board.symmetries()))


def make_plan(variant: Variant, men: int | None, distances: bool) -> Plan:
    """Return the plan for a variant: the whole game, or its endgames of up to `men` men.

    Raises RulesError if the legal moves depend on earlier moves, or there are no such endgames.
    """
    rules = stored_rules(variant)
    most, points = variant.rules.men, len(variant.board.points)
    if men is None:
        start = [(Side(0, most), Side(0, most))]
    else:
        # A row wins only with three men; otherwise a side with fewer has lost.
        start = [
            (Side(own, 0), Side(other, 0))
            for own in range(3, most + 1)
            for other in range(3, own + 1)
            if own + other <= men and own + other <= points
        ]
        if variant.rules.mill_wins:
            start = [pair for pair in start if pair[0].men == pair[1].men == most]
    start += [(other, mover) for mover, other in start]
    if not start:
        raise RulesError(f"There are no endgames of {variant.name} with {men} men or fewer; there are from 6 men on.")
    seen = set(start)
    waiting = list(start)
    while waiting:
        mover, other = waiting.pop()
        found = successors(variant.rules, points, mover, other)
        waiting += found - seen
        seen |= found
    stages: dict[tuple[int, int], set[Pair]] = {}
    halves: dict[Pair, tuple[int, ...]] = {}
    for mover, other in sorted(seen, reverse=True):
        pair, half = pair_of(mover, other)
        stages.setdefault((pair.hands, pair.men), set()).add(pair)
        halves[pair] = (*halves.get(pair, ()), half)
    ordered = tuple(tuple(sorted(stages[key])) for key in sorted(stages))
    return Plan(variant.board, rules, distances, ordered, halves)
