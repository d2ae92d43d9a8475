"""Search: values of positions under one set of rules, stored in a file or derived from the positions after each move.

Invariant: a value is exact or not given, and work begins only if it is certain to end soon.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..variants import Variant
from .derive import Child, Moves, derives
from .index import Pair, Side, pair_of, stored_rules
from .index import successors as subspaces_after

LOST, WON = -1, 1
"""The values of a position for the side to move; a draw is 0."""
_AT_MOST_DRAW, _AT_LEAST_DRAW = -2, 2
"""Bounds stored for positions whose moves were not all searched."""
_MOST = {LOST: LOST, 0: 0, WON: WON, _AT_MOST_DRAW: 0, _AT_LEAST_DRAW: WON}
"""The greatest possible value of a position, by its stored value or bound."""
MOST_WORTHS = 100_000
"""The most positions whose values are cached, in about 10 MB; moves often lead to the same ones."""
MOST_PLIES = 6
"""The most placements between a position and those whose values are stored."""
AT_ONCE = 100
"""The most look-ups of stored positions for a position with men in hand that must be answered at once."""
UNLIMITED = 1 << 60


class TooMuchWork(Exception):
    """A value would take more look-ups than allowed."""


class Source(NamedTuple):
    """The values of all positions with given numbers of men of both sides on the board and in hand.

    Attributes:
        look_up: Returns the value of a stored position, given own men and other men.
        stores: Returns whether a position is stored.
        stored: Whether positions without men in hand are stored, by whether the number of own men (1 more) and of the
            other's men (2 more) on dark points is odd.
        dark: The dark points.
        code: Returns a position's code in a plain file; None for other files.
        distances: Whether codes have distances.
    """

    look_up: Callable[[int, int], int]
    stores: Callable[[int, int], bool]
    stored: tuple[bool, ...]
    dark: int
    code: Callable[[int, int], int] | None
    distances: bool


def numbers_of(mover: Side, other: Side) -> int:
    """Return the numbers of men of both sides as one number."""
    return mover.men | other.men << 5 | mover.hand << 10 | other.hand << 15


class Sources(dict[int, Source | None]):
    """Sources by numbers_of, found on first use. find: returns the source of half of a pair."""

    def __init__(self, find: Callable[[Pair, int], Source | None]) -> None:
        super().__init__()
        self.find = find

    def __missing__(self, numbers: int) -> Source | None:
        men, hands = numbers & 1023, numbers >> 10
        source = self.find(*pair_of(Side(men & 31, hands & 31), Side(men >> 5, hands >> 5)))
        self[numbers] = source
        return source


class Search:
    """Values of positions of one variant. A position is the men of the side to move, and those of the other side.

    While men are placed, the side to move has as many in hand as the other side or one more, so their sum gives both.
    """

    def __init__(self, variant: Variant, find: Callable[[Pair, int], Source | None]) -> None:
        """Args: find: see Sources. Raises RulesError for rules that remember moves."""
        self.variant = variant
        self.sources = Sources(find)
        rules = stored_rules(variant)
        self.moves = Moves(variant)
        self._places = derives(rules) and not rules["moving_while_placing"]
        self._floors: dict[int, int | None] = {}
        self._worth: dict[int, int] = {}
        # The numbers of men in hand, as in numbers_of, by their sum.
        self._hands = [((hands + 1) // 2) << 10 | (hands // 2) << 15 for hands in range(2 * variant.rules.men + 1)]
        self._floor = 0
        self._left = UNLIMITED
        self._width = len(variant.board.points)

    def value(
        self, own: int, other: int, mover: Side, waiting: Side, at_once: bool = False, at_least: int = LOST
    ) -> int | None:
        """Return the value of a position for the side to move, or None if it is not known.

        Args:
            own: The men of the side to move on the board.
            other: The men of the other side on the board.
            mover: The numbers of men of the side to move.
            waiting: The numbers of men of the other side.
            at_once: Whether to return None also if placements would take more than a few milliseconds.
            at_least: The least value that the position is known to have.
        """
        self._left = UNLIMITED
        if at_least == WON:
            return WON
        try:
            if not mover.hand and not waiting.hand:
                return self._value(own, other, 0, at_least, WON)
            source = self.sources[numbers_of(mover, waiting)]
            if source and source.stores(own, other):
                return source.look_up(own, other)
            floor = self.floor(mover, waiting)
            hands = mover.hand + waiting.hand
            if floor is None or (at_once and hands - floor > 1):
                return None
            self._left = AT_ONCE if at_once else UNLIMITED
            self._floor = floor
            return self._value(own, other, hands, at_least, WON)
        except TooMuchWork:
            return None

    def floor(self, mover: Side, waiting: Side) -> int | None:
        """Return how many men of both sides are in hand where the values after placements are stored, or None.

        It is None if they are not stored or too far away. With men in hand, files need not hold positions that play
        cannot lead to, so the numbers are checked one by one.
        """
        numbers = numbers_of(mover, waiting)
        if numbers not in self._floors:
            self._floors[numbers] = self._find_floor(mover, waiting) if self._places else None
        return self._floors[numbers]

    def _find_floor(self, mover: Side, waiting: Side) -> int | None:
        hands = mover.hand + waiting.hand
        points, rules = len(self.variant.board.points), self.variant.rules
        # A full board ends the game, which this code does not handle.
        if sum(mover) + sum(waiting) >= points or mover.hand - waiting.hand not in (0, 1):
            return None
        nearest, after, quiet = None, {(mover, waiting)}, (mover, waiting)
        for left in range(hands - 1, max(hands - MOST_PLIES, 0) - 1, -1):
            after = set().union(*(subspaces_after(rules, points, *one) for one in after))
            quiet = quiet[1], Side(quiet[0].men + 1, quiet[0].hand - 1)
            if left == 0 and all(self.sources[numbers_of(*one)] for one in after):
                return 0
            if nearest is None and left and self.sources[numbers_of(*quiet)]:
                nearest = left
        return nearest

    def _value(self, own: int, other: int, hands: int, low: int, high: int) -> int | None:
        """Return the value of a position with the given number of men of both sides in hand, or None if it is not
        known.

        Values of at least `high` or at most `low` are only bounds, because the search stops there.
        """
        key = (hands << self._width | own) << self._width | other
        cached = self._worth.get(key)
        if cached is not None:
            if LOST <= cached <= WON:
                return cached
            if cached == _AT_LEAST_DRAW:
                if high <= 0:
                    return 0
                low = 0
            else:
                if low >= 0:
                    return 0
                high = 0
        source = self.sources[own.bit_count() | other.bit_count() << 5 | self._hands[hands]]
        if source and source.stores(own, other):
            return self._look_up(source, key, own, other)
        if not hands:
            worth = self._best(self.moves.steps(own, other), low, high) if source else None
        elif hands <= self._floor:
            worth = None
        else:
            children = self.moves.placements(own, other)
            if children[0][0].bit_count() + hands // 2 < 3:
                return WON
            worth = self._best(children, low, high) if hands == 1 else self._best_of(children, hands - 1, low, high)
        return worth if worth is None else self._note(key, worth, low, high)

    def _best_of(self, children: list[Child], hands: int, low: int, high: int) -> int | None:
        """Return the value of the best of the moves, see _value. hands: of both sides after it."""
        width = self._width
        for mover, waiting in children:
            # A cached value may be good enough.
            most = _MOST[self._worth.get((hands << width | mover) << width | waiting, WON)]
            if -most >= high:
                return -most
        return self._best_left(children, hands, low, high, LOST, False)

    def _best(self, children: list[Child], low: int, high: int) -> int | None:
        """Return the value of the best of the moves to positions without men in hand, see _value."""
        best, unknown = LOST, False
        later = []
        sources, worths, width = self.sources, self._worth, self._width
        for child in children:
            mover, waiting = child
            key = mover << width | waiting
            after = worths.get(key)
            if after is None:
                men = mover.bit_count()
                if men < 3:
                    return WON
                source = sources[men | waiting.bit_count() << 5]
                if source is None:
                    unknown = True
                    continue
                dark = source.dark
                # Look up stored positions first, because the others may need many look-ups.
                if not source.stored[(mover & dark).bit_count() & 1 | ((waiting & dark).bit_count() & 1) << 1]:
                    later.append(child)
                    continue
                after = self._look_up(source, key, mover, waiting)
            elif after > WON or after < LOST:
                if -_MOST[after] >= high:
                    return -_MOST[after]
                later.append(child)
                continue
            if -after > best:
                best = -after
                if best >= high:
                    return best
        return self._best_left(later, 0, low, high, best, unknown)

    def _best_left(
        self, children: list[Child], hands: int, low: int, high: int, best: int, unknown: bool
    ) -> int | None:
        """Return the value of the best of the moves, see _best_of.

        `best` is the best value of other moves, and `unknown` whether the value of one of them is not known.
        """
        for mover, waiting in children:
            after = self._value(mover, waiting, hands, -high, -max(low, best))
            if after is None:
                unknown = True
            elif -after > best:
                best = -after
                if best >= high:
                    return best
        return None if unknown else best

    def _look_up(self, source: Source, key: int, own: int, other: int) -> int:
        self._left -= 1
        if self._left < 0:
            raise TooMuchWork
        if len(self._worth) >= MOST_WORTHS:
            self._worth.clear()
        worth = self._worth[key] = source.look_up(own, other)
        return worth

    def _note(self, key: int, worth: int, low: int, high: int) -> int:
        """Store the value that the moves within a window have shown, and return it."""
        if len(self._worth) >= MOST_WORTHS:
            self._worth.clear()
        # A value of at most a loss is a loss, and one of at least a win is a win.
        noted = worth
        if worth == 0 and (low == 0 or high == 0):
            noted = _AT_MOST_DRAW if low == 0 else _AT_LEAST_DRAW
            if self._worth.get(key) == -noted:
                noted = 0
        self._worth[key] = noted
        return worth
