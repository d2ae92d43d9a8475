"""Tables of everything that depends on one side alone: its moves, and the captures of its men.

The move generator of morris_core makes an entry once for each set of men, so the rules have one place and the search
only combines entries. That also makes the search fast: it meets each set of men of one side in many positions, and even
a rare rule costs time only for a new set.

A side is one integer, its state: the mask of its men, its men in hand and its remembered last move, see Layout. A move
of any kind adds a number to the state.
"""

from __future__ import annotations

from functools import lru_cache

from ..board import Board
from ..generator import move_generator
from ..position import WHITE, Position
from ..variants import Variant

HAND_BITS = 4
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
LARGEST_PART = 12
"""Points in a part of a symmetry's table, which has an entry for each subset of them."""
MAX_SYMMETRIES = 32
"""As many as entries of the transposition table can name. A board's others are left out, which is only slower."""


class Layout:
    """Where the parts of a state are. Boards of up to 24 points share one layout, in which a state of rules that
    remember no move is a single digit of CPython's integers.

    Attributes:
        hand: The lowest bit of the number of men in hand; a man on point i is bit i.
        last: The lowest bit of the last move: 0 for none, otherwise 1 + hand x origin + destination.
        bits: How many bits a state with a last move has.
        one_in_hand: A state with nothing but one man in hand.
        men, hands, no_last: The masks of the men, of the men in hand, and of everything but the last move.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.hand = max(24, len(board.points))
        self.last = self.hand + HAND_BITS
        self.bits = self.last + (self.hand * self.hand).bit_length()
        self.one_in_hand = 1 << self.hand
        self.men = self.one_in_hand - 1
        self.no_last = (1 << self.last) - 1
        self.hands = self.no_last - self.men

    def state_of(self, position: Position, side: int) -> int:
        """Return the state of one side of a position."""
        last = position.last(side)
        code = self.last_code(*last) if last else 0
        return position.men(side) | position.hand(side) << self.hand | code

    def last_code(self, origin: int, to: int) -> int:
        """Return what a remembered last move adds to a state."""
        return 1 + self.hand * origin + to << self.last

    def last_move(self, state: int) -> tuple[int, int] | None:
        """Return (origin, destination) of the side's remembered last move, or None."""
        code = state >> self.last
        return divmod(code - 1, self.hand) if code else None

    def in_hand(self, state: int) -> int:
        """Return how many men the side has in hand."""
        return (state & self.hands) >> self.hand

    def position_of(self, own: int, opponent: int, side: int) -> Position:
        """Return the position in which `side`, whose state is `own`, is to move."""
        white, black = (own, opponent) if side == WHITE else (opponent, own)
        return Position(
            white & self.men,
            black & self.men,
            self.in_hand(white),
            self.in_hand(black),
            side,
            self.last_move(white),
            self.last_move(black),
            self.board,
        )


class MoveTable(dict[int, Moves]):
    """state -> (moves that close a mill, quiet moves) if the opponent has no men on the board."""

    def __init__(self, variant: Variant) -> None:
        super().__init__()
        self.generator = move_generator(variant)
        self.remembers = variant.rules.remembers
        self.layout = Layout(variant.board)
        one_in_hand = self.layout.one_in_hand
        # A placement also takes a man from the hand. Entries share one object for each point.
        self.placements = {1 << p: ((1 << p) - one_in_hand, 1 << p) for p in range(len(variant.board.points))}

    def __missing__(self, state: int) -> Moves:
        if len(self) >= MAX_ENTRIES:
            self.clear()
        hand, last = self.layout.in_hand(state), self.layout.last_move(state)
        ends = (1 << last[0], 1 << last[1]) if last else (0, 0)
        closing, quiet = self.generator.candidates(state & self.layout.men, 0, hand, *ends)
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
        origin, before = to - added, state & ~self.layout.no_last
        if origin == self.layout.one_in_hand:
            return -before
        return self.layout.last_code(origin.bit_length() - 1, to.bit_length() - 1) - before


class CaptureTable(dict[int, Captures]):
    """state -> the states that the other side can leave by closing mills."""

    def __init__(self, variant: Variant) -> None:
        super().__init__()
        self.generator = move_generator(variant)
        self.layout = Layout(variant.board)
        self.row_wins = variant.rules.mill_wins

    def __missing__(self, state: int) -> Captures:
        if len(self) >= MAX_ENTRIES:
            self.clear()
        men, hand = state & self.layout.men, self.layout.in_hand(state)
        one = more = self._left_by(state, men, hand, 1)
        if self.generator.most_captures > 1:
            more = self._left_by(state, men, hand, 2)
        wins = NEVER
        if self.row_wins:
            wins = 1
        elif men.bit_count() + hand < 5:
            for mills, outcomes in ((2, more), (1, one)):
                if any((left & self.layout.men).bit_count() + self.layout.in_hand(left) < 3 for left in outcomes):
                    wins = mills
        captures = self[state] = (wins, one, more)
        return captures

    def _left_by(self, state: int, men: int, hand: int, mills: int) -> tuple[int, ...]:
        rest = state - men - self.generator.from_hand(men, hand, mills) * self.layout.one_in_hand
        return tuple([rest + left for left in self.generator.after_captures(men, hand, mills)])


class ImageTable(dict[int, tuple[int, tuple[int, ...]]]):
    """Set of men -> (the least of its mirror images as a number, the symmetries that lead to it)."""

    def __init__(self, variant: Variant) -> None:
        super().__init__()
        half = min(len(variant.board.points) // 2, LARGEST_PART)
        self.half = half
        self.low_mask = (1 << half) - 1
        # A symmetry as two tables of half the points: image = low[men & low_mask] | high[men >> half].
        self.symmetries = [
            (_images(symmetry[:half]), _images(symmetry[half : 2 * LARGEST_PART]))
            for symmetry in variant.symmetries()[:MAX_SYMMETRIES]
        ]

    def __missing__(self, men: int) -> tuple[int, tuple[int, ...]]:
        if len(self) >= MAX_ENTRIES:
            self.clear()
        images = [self.image(men, number) for number in range(len(self.symmetries))]
        least = min(images)
        entry = self[men] = (least, tuple([number for number, image in enumerate(images) if image == least]))
        return entry

    def image(self, men: int, number: int) -> int:
        """Return the image of a set of men under a symmetry."""
        low, high = self.symmetries[number]
        return low[men & self.low_mask] | high[men >> self.half]


class LargeImageTable(ImageTable):
    """The same for boards of more points than two parts have."""

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.rest = [_images(symmetry[2 * LARGEST_PART :]) for symmetry in variant.symmetries()[:MAX_SYMMETRIES]]

    def image(self, men: int, number: int) -> int:
        low, high = self.symmetries[number]
        mask = self.low_mask
        return low[men & mask] | high[men >> LARGEST_PART & mask] | self.rest[number][men >> 2 * LARGEST_PART]


@lru_cache(maxsize=2)
def tables_of(variant: Variant) -> tuple[MoveTable, CaptureTable, ImageTable]:
    """Return the tables of a variant, which depend only on the rules, so all engines share them.

    Those of the last two variants stay in memory.
    """
    large = len(variant.board.points) > 2 * LARGEST_PART
    return MoveTable(variant), CaptureTable(variant), LargeImageTable(variant) if large else ImageTable(variant)


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
