"""Which positions a table holds, and in which order: pairs of subspaces, rows, columns.

Invariant: a position's index depends only on the board's lines and the men, as docs/tablebase-format.md describes.

A subspace is all positions with given numbers of men on the board and in hand of the side to move and of the other
side. A pair is a subspace and the one that its quiet moves lead to, with the sides exchanged.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ..board import Board
from ..errors import MorrisError, RulesError, quote_input
from ..variants import OPTIONS, Rules, Variant

KEPT_OPTIONS = ("flying", "moving_while_placing", "capture", "double_mill", "stuck", "mill_wins")
"""The house rules on which the value of a position depends."""
OF_THE_GAME = ("men", "repetition", "quiet_limit", "three_limit", "set_up")
"""The house rules on which it does not depend. Tables do not know rules that are in neither tuple."""


class TableError(MorrisError):
    """A file that is damaged or is not a table."""


class Side(NamedTuple):
    """A side's numbers of men. men: on the board; hand: still to place."""

    men: int
    hand: int


class Pair(NamedTuple):
    """Two subspaces: in half 0 `first` is to move, in half 1 `second`; first is never less than second.

    Rows are the sets of first's men up to symmetry, columns the sets of second's men on the other points.
    """

    first: Side
    second: Side

    @property
    def halves(self) -> int:
        """The number of halves in a file: one is enough if both sides have the same numbers of men."""
        return 1 if self.first == self.second else 2

    @property
    def men(self) -> int:
        """All men on the board and in hand."""
        return sum(self.first) + sum(self.second)

    @property
    def hands(self) -> int:
        """Men still to place."""
        return self.first.hand + self.second.hand

    def name(self) -> str:
        """Return the pair's name, as "4-3" or "4+2-3+3" with men in hand."""
        return f"{_side_name(self.first)}-{_side_name(self.second)}"


def _side_name(side: Side) -> str:
    return f"{side.men}+{side.hand}" if side.hand else str(side.men)


def pair_of(mover: Side, other: Side) -> tuple[Pair, int]:
    """Return the pair and the half that a position belongs to.

    >>> pair_of(Side(3, 0), Side(4, 0))
    (Pair(first=Side(men=4, hand=0), second=Side(men=3, hand=0)), 1)
    """
    return (Pair(mover, other), 0) if mover >= other else (Pair(other, mover), 1)


def parse_pair(name: str) -> Pair:
    """Return the pair of a name such as "4-3" or "4+2-3+3". Raises TableError for any other text."""
    sides = [_parse_side(side) for side in name.split("-")]
    if len(sides) != 2 or sides[0] < sides[1] or Pair(sides[0], sides[1]).name() != name:
        raise TableError(
            "A pair of subspaces has a name such as '4-3' or '4+2-3+3', the larger first, not {name}.",
            name=quote_input(name),
        )
    return Pair(sides[0], sides[1])


def _parse_side(text: str) -> Side:
    men, _, hand = text.partition("+")
    return Side(int(men), int(hand or 0)) if men.isdecimal() and (hand or "0").isdecimal() else Side(0, 0)


def stored_rules(variant: Variant) -> dict[str, bool | int | str]:
    """Return the house rules on which values depend. Raises RulesError for rules that tables do not know."""
    rules = variant.rules
    for option in OPTIONS:
        if option.name in KEPT_OPTIONS + OF_THE_GAME or getattr(rules, option.name) == option.default:
            continue
        if option.remembers:
            raise RulesError(
                "There are no tables for games with {option}: there the legal moves depend on the last moves, so a "
                "position alone has no value.",
                option=option.name,
            )
        raise RulesError("There are no tables for games with {option}.", option=option.name)
    return {name: getattr(rules, name) for name in KEPT_OPTIONS}


def same_values(pair: Pair, ours: dict[str, bool | int | str], theirs: dict[str, bool | int | str]) -> bool:
    """Return whether a pair has the same values under two sets of stored_rules."""
    for name in KEPT_OPTIONS:
        # Without men in hand there are no placements.
        if ours[name] != theirs[name] and (pair.hands or name != "moving_while_placing"):
            return False
    return True


def successors(rules: Rules, points: int, mover: Side, other: Side) -> set[tuple[Side, Side]]:
    """Return the subspaces, as (side to move, other), that moves lead to, except decided ones.

    No legal play may reach some of them.
    """
    if mover.men + other.men == points:
        return set()
    captures = 0 if rules.mill_wins else rules.double_mill
    found = set()
    if mover.men and (not mover.hand or rules.moving_while_placing):
        for taken in range(captures + 1 if mover.men >= 3 else 1):
            found.add((Side(other.men - taken, other.hand), mover))
    if mover.hand:
        for taken in range(captures + 1 if mover.men >= 2 else 1):
            found.add((Side(other.men - taken, other.hand), Side(mover.men + 1, mover.hand - 1)))
    least = 0 if rules.mill_wins else 3
    return {(left, moved) for left, moved in found if left.men >= 0 and sum(left) >= least}


def binomial(n: int, k: int) -> int:
    """Return the number of sets of k points among n.

    >>> binomial(24, 3)
    2024
    """
    result = 1
    for i in range(k):
        result = result * (n - i) // (i + 1)
    return result if 0 <= k <= n else 0


@lru_cache(maxsize=8)
def image_tables(board: Board) -> tuple[tuple[list[int], list[int], list[int]], ...]:
    """Return, for each symmetry, the image of each byte of a set of points: [byte of the set][its value]."""
    tables = []
    for symmetry in board.symmetries():
        first: list[list[int]] = []
        for byte in range(3):
            images = [0]
            for bit in range(8):
                point = byte * 8 + bit
                image = 1 << symmetry[point] if point < len(symmetry) else 0
                images += [lower | image for lower in images]
            first.append(images)
        tables.append((first[0], first[1], first[2]))
    return tuple(tables)


@lru_cache(maxsize=65536)
def least_images(board: Board, men: int) -> tuple[int, tuple[int, ...]]:
    """Return the least of a set's mirror images, and the numbers of all symmetries that lead to it."""
    low, middle, high = men & 255, men >> 8 & 255, men >> 16
    images = [first[low] | second[middle] | third[high] for first, second, third in image_tables(board)]
    least = min(images)
    return least, tuple([number for number, image in enumerate(images) if image == least])


def least_image(board: Board, men: int) -> tuple[int, int]:
    """Return the least of a set's mirror images, and the number of the first symmetry that leads to it."""
    least, symmetries = least_images(board, men)
    return least, symmetries[0]


def images_of(board: Board, men: int, symmetries: Sequence[int]) -> list[int]:
    """Return the image of a set of points under each of some symmetries."""
    low, middle, high = men & 255, men >> 8 & 255, men >> 16
    tables = [image_tables(board)[symmetry] for symmetry in symmetries]
    return [first[low] | second[middle] | third[high] for first, second, third in tables]


_BINOMIALS = [[binomial(point, number) for number in range(14)] for point in range(25)]


def column(men: int, taken: int) -> int:
    """Return the rank of a set among all sets of its size on the points that are not taken."""
    result = number = 0
    free = ~taken
    while men:
        low = men & -men
        men ^= low
        number += 1
        result += _BINOMIALS[(free & (low - 1)).bit_count()][number]
    return result
