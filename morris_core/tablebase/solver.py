"""Solve small games by their rules alone, in plain Python.

The rules lead from the empty board to all other positions. Then values go backwards from the positions in which the
game is over. Positions that are mirror images of each other, or differ only in colours, count as one.
"""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterator, Mapping
from itertools import accumulate

from ..errors import RulesError
from ..generator import move_generator
from ..named import find_variant
from ..position import BLACK, WHITE, Position, start_position
from ..rules import outcome, pairs_of, settle
from ..symmetry import image_of
from ..variants import Variant
from .index import binomial, stored_rules
from .probe import Answer

MOST = 4_000_000
"""The most positions that `solve` accepts."""
STEP = 100
"""After how many positions `solving` yields."""

_DRAW, _WIN, _LOSS, _DRAWN = range(4)  # a draw in a game that goes on, and one in a game that is over
_VALUES = ("draw", "win", "loss", "draw")


class Solution(Mapping[Position, Answer]):
    """The values of all positions that legal play from the empty board can lead to.

    It is a mapping. Every position finds its Answer, but iteration and len() have only one of those that are mirror
    images of each other or differ only in colours: one with White to move.

    Attributes:
        variant: The game.
    """

    def __init__(self, keys: _Keys, numbers: dict[int, int], values: bytearray, plies: array[int]) -> None:
        self.variant = keys.variant
        self._keys = keys
        self._numbers = numbers
        self._values = values
        self._plies = plies

    def __repr__(self) -> str:
        return f"<Solution of {self.variant.name}, positions: {len(self)}>"

    def __getitem__(self, position: Position) -> Answer:
        number = self._numbers[self._keys.key_of(position)]
        code = self._values[number]
        return Answer(_VALUES[code], None if code == _DRAW else self._plies[number])

    def __iter__(self) -> Iterator[Position]:
        return map(self._keys.position, self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)


def solve(variant: Variant | str, most: int = MOST) -> Solution:
    """Return the values of all positions of a small game, with the plies to its end.

    Args:
        variant: The variant or its name.
        most: The most positions to accept.

    Raises:
        RulesError: There is no such variant, it has more positions, or its legal moves depend on the last moves.

    >>> from morris_core import Game
    >>> solution = solve("three-diagonal")
    >>> solution[Game("three-diagonal").position]
    Answer(value='win', distance=9)
    """
    steps = solving(find_variant(variant), most)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            solution: Solution = end.value
            return solution


def solving(variant: Variant, most: int = MOST) -> Generator[None, None, Solution]:
    """Do what solve does, and yield every few milliseconds, so that the caller can do other things or stop."""
    if variant.rules.remembers:
        stored_rules(variant)  # says why not
    positions = size(variant)
    if positions > most:
        raise RulesError(
            "{variant} with {men} men a side on {points} points has up to {positions} positions, and solve takes at "
            "most {most}: games of up to six men on 16 points. Fewer men make a game smaller, and open_tables knows "
            "large ones.",
            variant=variant.title,
            men=variant.rules.men,
            points=len(variant.board.points),
            positions=f"{positions:,}",
            most=f"{most:,}",
        )
    moves = _Moves(variant)
    yield from moves.find()
    return (yield from moves.solution())


def size(variant: Variant) -> int:
    """Return about how many positions a game has if mirror images and exchanged colours count once.

    >>> size(find_variant("three"))
    1496
    """
    men, points = variant.rules.men, len(variant.board.points)
    total = 0
    by_turns = not (variant.rules.moving_while_placing or variant.rules.from_hand)
    for hand in range(1 if variant.rules.set_up else men + 1):
        for other_hand in {hand, min(hand + 1, men)} if by_turns else range(men + 1):
            for own in range(men - hand + 1):
                for other in range(men - other_hand + 1):
                    total += binomial(points, own) * binomial(points - own, other)
    return total // len(variant.symmetries())


class _Keys:
    """Numbers that positions share with their mirror images and with those of exchanged colours."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.points = len(variant.board.points)
        self._images: dict[int, list[int]] = {}  # of a set of points, in the order of the symmetries

    def images(self, men: int) -> list[int]:
        found = self._images.get(men)
        if found is None:
            found = self._images[men] = [image_of(men, symmetry) for symmetry in self.variant.symmetries()]
        return found

    def key(self, own: int, other: int, hand: int, other_hand: int) -> int:
        """Return the key of a position by the men of the side to move and of the other side."""
        images = self.images(own)
        least = min(images)
        image = min(there for here, there in zip(images, self.images(other), strict=True) if here == least)
        return least | image << self.points | hand << 2 * self.points | other_hand << 2 * self.points + 4

    def key_of(self, position: Position) -> int:
        side = position.side
        return self.key(position.men(side), position.men(1 - side), position.hand(side), position.hand(1 - side))

    def position(self, key: int) -> Position:
        """Return the position of a key that has White to move."""
        men, hands = (1 << self.points) - 1, key >> 2 * self.points
        sets = key & men, key >> self.points & men
        return Position(*sets, hands & 15, hands >> 4, WHITE, None, None, self.variant.board)


class _Moves:
    """All positions of a game, numbered as they are found, and the moves between them.

    Attributes:
        numbers: The numbers by key.
        values, plies: The answers by number; values that are not known are draws.
        left: By number, how many moves are not known to lose.
        before: For each move, the number of the position before it.
        after: For each move, twice the number of the position after it, and one more if the opponent has to pass.
    """

    def __init__(self, variant: Variant) -> None:
        self.keys = _Keys(variant)
        self.start = self.keys.key_of(start_position(variant))
        self.numbers = {self.start: 0}
        self.values, self.plies = bytearray(), array("H")
        self.left, self.before, self.after = array("H"), array("I"), array("I")
        self.variant = variant

    def find(self) -> Iterator[None]:
        """Find all positions and moves."""
        keys = [self.start]
        for key in keys:  # grows while it is walked
            if not len(self.left) % STEP:
                yield
            for found in self._add(self.keys.position(key)):
                number = self.numbers.setdefault(found >> 1, len(keys))
                if number == len(keys):
                    keys.append(found >> 1)
                self.before.append(len(self.left) - 1)
                self.after.append(number << 1 | found & 1)
        self.plies.extend([0] * len(keys))

    def _add(self, position: Position) -> list[int]:
        """Add a position with White to move, and return (key << 1 | whether Black passes) for each move."""
        over = outcome(self.variant, position)
        if over:
            self.values.append(_DRAWN if over.winner is None else _WIN if over.winner == WHITE else _LOSS)
            self.left.append(0)
            return []
        self.values.append(_DRAW)
        found, men = [], position.white.bit_count()
        taken_from_hand = move_generator(self.variant).taken_from_hand
        for own, other in pairs_of(self.variant, position, WHITE):
            hand = position.white_hand - (own.bit_count() > men)
            other_hand = position.black_hand - taken_from_hand(position.white, own, position.black, position.black_hand)
            passes = False
            if self.variant.rules.stuck == "passes":
                after = Position(own, other, hand, other_hand, BLACK, None, None, self.variant.board)
                passes = settle(self.variant, after).side == WHITE
            sides = (own, other, hand, other_hand) if passes else (other, own, other_hand, hand)
            found.append(self.keys.key(*sides) << 1 | passes)
        self.left.append(len(found))
        return found

    def solution(self) -> Generator[None, None, Solution]:
        """Find the values, in the order of the plies to the end of the game."""
        first, moves = self._moves_to()
        decided = array("I", [number for number, value in enumerate(self.values) if value in (_WIN, _LOSS)])
        for walked, number in enumerate(decided):  # grows while it is walked
            if not walked % STEP:
                yield
            for move in moves[first[number] : first[number + 1]]:
                earlier = self.before[move]
                if self.values[earlier] != _DRAW:
                    continue
                won = (self.values[number] == _LOSS) != bool(self.after[move] & 1)
                self.left[earlier] -= 1
                if won or not self.left[earlier]:
                    self.values[earlier] = _WIN if won else _LOSS
                    self.plies[earlier] = self.plies[number] + 1
                    decided.append(earlier)
        return Solution(self.keys, self.numbers, self.values, self.plies)

    def _moves_to(self) -> tuple[array[int], array[int]]:
        """Return (first, moves): moves[first[n] : first[n + 1]] are the moves that lead to the position n."""
        numbers = array("I", [0]) * (len(self.values) + 1)
        for after in self.after:
            numbers[(after >> 1) + 1] += 1
        first = array("I", accumulate(numbers))
        free, moves = first[:], array("I", [0]) * len(self.after)
        for move, after in enumerate(self.after):
            moves[free[after >> 1]] = move
            free[after >> 1] += 1
        return first, moves
