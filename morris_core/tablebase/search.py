"""Search: values of positions by one set of rules, looked up where a file stores them, else derived from their moves.

May import the other modules of the tables and morris_core. Invariant: a value is exact, or not given; work is
begun only where it is certain to end soon.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..variants import Variant
from .derive import Child, Moves, derives
from .index import Pair, Side, kept_rules, pair_of
from .index import successors as subspaces_after
from .predicted import PredictedFile, PredictedSection
from .rows import Rows

LOST, WON = -1, 1
"""What a position is worth to the side to move; a draw is worth 0."""
_AT_MOST_DRAW, _AT_LEAST_DRAW = -2, 2
"""What is remembered of a position where a look at all its moves was not needed."""
_MOST = {LOST: LOST, 0: 0, WON: WON, _AT_MOST_DRAW: 0, _AT_LEAST_DRAW: WON}
"""What a position can be worth at most, by what is remembered of it."""
MOST_WORTHS = 100_000
"""Positions of which is remembered what they are worth, since moves lead to the same ones again and again: 10 MB."""
MOST_PLIES = 6
"""Placements between a position and those whose values are stored, at most."""
AT_ONCE = 100
"""Look-ups of stored positions that are made for a position with men in hand which is to be answered at once."""
UNLIMITED = 1 << 60


class TooMuchWork(Exception):
    """A value would take more look-ups than were allowed."""


class Source(NamedTuple):
    """Where the values are of all positions in which both sides have so many men on the board and in hand.

    Attributes:
        look_up: Returns what a stored position is worth, by own men and other men.
        stores: Tells whether a position is stored.
        stored: The same for each of four kinds, by whether an odd number of own men (1 more) and of the other's men (2
            more) is on dark points; not so for positions with men in hand.
        dark: The dark points.
        code: Returns a position's code in a plain file, None for other files.
        distances: Whether codes have distances.
    """

    look_up: Callable[[int, int], int]
    stores: Callable[[int, int], bool]
    stored: tuple[bool, ...]
    dark: int
    code: Callable[[int, int], int] | None
    distances: bool


def plain_source(code: Callable[[int, int], int], distances: bool) -> Source:
    """Return a source in a plain file, which stores every position. Arguments as in Source."""

    def look_up(own: int, other: int) -> int:
        found = code(own, other)
        return (WON if found & 1 else LOST) if found else 0

    return Source(look_up, lambda own, other: True, (True,) * 4, 0, code, distances)


def predicted_source(file: PredictedFile, section: PredictedSection, half: int, rows: Rows) -> Source:
    """Return a source in a file of the predicted form. rows: of its board."""
    columns, index, code = section.columns, rows.index, file.code
    begin = section.halves.index(half) * section.rows * columns

    def look_up(own: int, other: int) -> int:
        place = index(file, columns, other, own) if half else index(file, columns, own, other)
        found = code(section, begin + place, own, other)
        return LOST if found == 2 else found

    def stores(own: int, other: int) -> bool:
        return file.holds(section, half, own, other)

    # The classes of endgames depend on these parities alone.
    dark = file.header.dark
    man = dark & -dark
    stored = tuple(file.holds(section, half, man * (kind & 1), man * (kind >> 1)) for kind in range(4))
    return Source(look_up, stores, stored, dark, None, False)


def numbers_of(mover: Side, other: Side) -> int:
    """Return the numbers of men of both sides as one."""
    return mover.men | other.men << 5 | mover.hand << 10 | other.hand << 15


class Sources(dict[int, Source | None]):
    """Sources by numbers_of, each found when it is first asked for. find: returns what holds half of a pair."""

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

    While men are placed, the side to move has as many in hand as the other or one more, so both follow from their sum.
    """

    def __init__(self, variant: Variant, find: Callable[[Pair, int], Source | None]) -> None:
        """Args: find: see Sources. Raises RulesError for rules that remember moves."""
        self.variant = variant
        self.sources = Sources(find)
        rules = kept_rules(variant)
        self.moves = Moves(variant.board, rules)
        self._places = derives(rules) and not rules["moving_while_placing"]
        self._floors: dict[int, int | None] = {}
        self._worth: dict[int, int] = {}
        # The numbers of men in hand, as in numbers_of, by their sum.
        self._hands = [((hands + 1) // 2) << 10 | (hands // 2) << 15 for hands in range(2 * variant.rules.men + 1)]
        self._floor = 0
        self._left = UNLIMITED

    def value(
        self, own: int, other: int, mover: Side, waiting: Side, at_once: bool = False, at_least: int = LOST
    ) -> int | None:
        """Return what a position is worth to the side to move, None when it is not known.

        Args:
            own, other: The men on the board.
            mover, waiting: How many men both sides have.
            at_once: Whether to answer None, too, where placements would cost more than a few milliseconds.
            at_least: What it is known to be worth at least: then that need not be found out.
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
        """Return how many men of both sides are in hand where the values of what placements lead to are stored, None
        where they are not or that is too far away.

        Of those with men in hand, files need not hold what play cannot lead to; so these are asked for one by one.
        """
        numbers = numbers_of(mover, waiting)
        if numbers not in self._floors:
            self._floors[numbers] = self._find_floor(mover, waiting) if self._places else None
        return self._floors[numbers]

    def _find_floor(self, mover: Side, waiting: Side) -> int | None:
        hands = mover.hand + waiting.hand
        points, rules = len(self.variant.board.points), self.variant.rules
        # A board that fills up ends the game, which is not looked at here.
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
        """Return what a position is worth, with so many men of both sides in hand; None when that is not known.

        What is worth at least `high` or at most `low` is not looked at further, and may in truth be worth more or less.
        """
        key = (hands << 24 | own) << 24 | other
        known = self._worth.get(key)
        if known is not None:
            if LOST <= known <= WON:
                return known
            if known == _AT_LEAST_DRAW:
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
        """Return what the best of the moves is worth, see _value. hands: of both sides after it."""
        for mover, waiting in children:
            # What is known already may be good enough.
            most = _MOST[self._worth.get((hands << 24 | mover) << 24 | waiting, WON)]
            if -most >= high:
                return -most
        return self._best_left(children, hands, low, high, LOST, False)

    def _best(self, children: list[Child], low: int, high: int) -> int | None:
        """Return what the best of the moves to positions without men in hand is worth, see _value."""
        best, unknown = LOST, False
        later = []
        sources, worths = self.sources, self._worth
        for child in children:
            mover, waiting = child
            key = mover << 24 | waiting
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
                # What is stored is looked up at once; the others may need many look-ups.
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
        """Return what the best of the moves is worth, see _best_of.

        best, unknown: The best of other moves, and whether what one of these is worth is not known.
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
        """Remember what the moves within a window have shown, and return what the position is worth."""
        if len(self._worth) >= MOST_WORTHS:
            self._worth.clear()
        # What is at most a loss is one, and what is at least a win.
        known = worth
        if worth == 0 and (low == 0 or high == 0):
            known = _AT_MOST_DRAW if low == 0 else _AT_LEAST_DRAW
            if self._worth.get(key) == -known:
                known = 0
        self._worth[key] = known
        return worth
