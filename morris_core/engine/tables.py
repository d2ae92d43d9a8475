"""Tables of everything that depends on one side alone: its moves, and the captures of its men.

The move generator of morris_core makes an entry once for each set of men, so the rules have one place and the search
only combines entries. That also makes the search fast: it meets each set of men of one side in many positions, and even
a rare rule costs time only for a new set.

A side is one integer, its state: the mask of its men, from bit HAND its men in hand, from bit LAST its remembered last
move (0 for none, otherwise 1 + 24 x origin + destination). A move of any kind adds a number to the state.
"""

from __future__ import annotations

from functools import lru_cache

from ..board import Board
from ..generator import move_generator
from ..position import WHITE, Position
from ..variants import Variant

HAND = 24
LAST = 28
ONE_IN_HAND = 1 << HAND
MEN = ONE_IN_HAND - 1
HANDS = (1 << LAST) - ONE_IN_HAND
NO_LAST = (1 << LAST) - 1
MAX_ENTRIES = 1 << 16
"""A table that reaches this many entries is emptied; all tables together then take about 30 MB."""

Quiet = tuple[int, int]
"""(what the move adds to the state, mask of its destination)."""
Closing = tuple[int, int, int]
"""(what the move adds to the state, mask of its destination, number of mills closed)."""
Moves = tuple[tuple[Closing, ...], tuple[Quiet, ...]]
Captures = tuple[int, tuple[int, ...], tuple[int, ...]]
"""(how many mills closed at once win the game, NEVER if no number does; the states after captures if one mill is
closed; if more are).
"""
NEVER = 9


def state_of(position: Position, side: int) -> int:
    """Return the state of one side of a position."""
    last = position.last(side)
    code = 1 + 24 * last[0] + last[1] if last else 0
    return position.men(side) | position.hand(side) << HAND | code << LAST


def last_move(state: int) -> tuple[int, int] | None:
    """Return (origin, destination) of the side's remembered last move, or None."""
    code = state >> LAST
    return divmod(code - 1, 24) if code else None


def position_of(own: int, opponent: int, side: int) -> Position:
    """Return the position in which `side`, whose state is `own`, is to move."""
    white, black = (own, opponent) if side == WHITE else (opponent, own)
    hands = [(state & HANDS) >> HAND for state in (white, black)]
    return Position(white & MEN, black & MEN, hands[0], hands[1], side, last_move(white), last_move(black))


class MoveTable(dict[int, Moves]):
    """state -> (moves that close a mill, quiet moves) if the opponent has no men on the board."""

    def __init__(self, variant: Variant) -> None:
        super().__init__()
        self.generator = move_generator(variant)
        self.remembers = variant.rules.remembers
        # A placement also takes a man from the hand. Entries share one object for each point.
        self.placements = {1 << p: ((1 << p) - ONE_IN_HAND, 1 << p) for p in range(len(variant.board.points))}

    def __missing__(self, state: int) -> Moves:
        if len(self) >= MAX_ENTRIES:
            self.clear()
        hand = (state & HANDS) >> HAND
        last = last_move(state)
        ends = (1 << last[0], 1 << last[1]) if last else (0, 0)
        closing, quiet = self.generator.candidates(state & MEN, 0, hand, *ends)
        if hand:
            placements = self.placements
            quiet = [placements[to] if added == to else (added, to) for added, to in quiet]
            closing = [(placements[to][0] if added == to else added, to, mills) for added, to, mills in closing]
        if self.remembers:
            quiet = [(added + self._remembered(state, added, to), to) for added, to in quiet]
            closing = [(added + self._remembered(state, added, to), to, mills) for added, to, mills in closing]
        moves = self[state] = (tuple(closing), tuple(quiet))
        return moves

    def _remembered(self, state: int, added: int, to: int) -> int:
        """Return the number that a move adds to the last move in the state."""
        origin = to - added
        code = 0 if origin == ONE_IN_HAND else 24 * origin.bit_length() + to.bit_length() - 24
        return (code - (state >> LAST)) << LAST


class CaptureTable(dict[int, Captures]):
    """state -> the states that the other side can leave by closing mills."""

    def __init__(self, variant: Variant) -> None:
        super().__init__()
        self.generator = move_generator(variant)
        self.row_wins = variant.rules.mill_wins

    def __missing__(self, state: int) -> Captures:
        if len(self) >= MAX_ENTRIES:
            self.clear()
        men, hand = state & MEN, (state & HANDS) >> HAND
        left_by = self.generator.after_captures
        one = more = tuple([state - men + left for left in left_by(men, hand, 1)])
        if self.generator.most_captures > 1:
            more = tuple([state - men + left for left in left_by(men, hand, 2)])
        wins = NEVER
        if self.row_wins:
            wins = 1
        elif men.bit_count() + hand < 5:
            for mills, outcomes in ((2, more), (1, one)):
                if any((left & MEN).bit_count() + hand < 3 for left in outcomes):
                    wins = mills
        captures = self[state] = (wins, one, more)
        return captures


class ImageTable(dict[int, tuple[int, tuple[int, ...]]]):
    """Set of men -> (the least of its mirror images as a number, the symmetries that lead to it)."""

    def __init__(self, variant: Variant) -> None:
        super().__init__()
        points = len(variant.board.points)
        half = points // 2
        self.half = half
        self.low_mask = (1 << half) - 1
        # A symmetry as two tables of half the points: image = low[men & low_mask] | high[men >> half].
        self.symmetries = [
            (_images(symmetry[:half]), _images(symmetry[half:])) for symmetry in variant.board.symmetries()
        ]

    def __missing__(self, men: int) -> tuple[int, tuple[int, ...]]:
        if len(self) >= MAX_ENTRIES:
            self.clear()
        images = [self.image(men, number) for number in range(len(self.symmetries))]
        least = min(images)
        entry = self[men] = (least, tuple([number for number, image in enumerate(images) if image == least]))
        return entry

    def image(self, men: int, number: int) -> int:
        low, high = self.symmetries[number]
        return low[men & self.low_mask] | high[men >> self.half]


@lru_cache(maxsize=2)
def tables_of(variant: Variant) -> tuple[MoveTable, CaptureTable, ImageTable]:
    """Return the tables of a variant, which depend only on the rules, so all engines share them.

    Those of the last two variants stay in memory.
    """
    return MoveTable(variant), CaptureTable(variant), ImageTable(variant)


def _images(targets: tuple[int, ...]) -> list[int]:
    """Return the image of every subset of the points whose images are `targets`."""
    images = [0]
    for target in targets:
        images += [image | 1 << target for image in images]
    return images


def spread_table(board: Board) -> tuple[list[int], list[int], int]:
    """Return tables of the neighbours of every set of points.

    Returns:
        (low, high, half): the neighbours of any of `points` are low[points & (1 << half) - 1] | high[points >> half].
    """
    half = len(board.points) // 2
    tables = []
    for part in (board.neighbours[:half], board.neighbours[half:]):
        spread = [0]
        for neighbours in part:
            spread += [mask | neighbours for mask in spread]
        tables.append(spread)
    return tables[0], tables[1], half
