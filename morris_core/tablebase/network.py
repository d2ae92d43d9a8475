"""Network: predicts the value of a position from the patterns of its men, with integers only.

Invariant: all arithmetic is on integers of bounded size, and every machine gets the same three numbers.
docs/tablebase-format.md describes the network.
"""

from __future__ import annotations

import struct
import sys
from array import array
from functools import lru_cache
from typing import NamedTuple

from ..board import Board
from .kept import Cache

MOST = 127
"""Lanes and hidden numbers are clipped to 0 and this."""
CLOSES, PLACES = 4, 9
"""The numbers of heads of a network for endgames and of one for positions with men in hand, see Network.head."""
HEADS = (1, CLOSES, PLACES)
"""The numbers of heads (sets of the last two layers) that a network can have."""
MOST_SETS = 20_000
"""The most sets of men whose points to close a mill are cached."""
SHIFT = 5
"""Hidden sums are divided by 2 to the power of this and rounded down."""


class Pattern(NamedTuple):
    """A pattern and its lookups.

    The number of an arrangement of men is the sum over the pattern's points of 3 ** i for a man of the side to move on
    the i-th point, and twice that for a man of the other side.

    Attributes:
        points: The points of the pattern, ascending.
        images: For each lookup, the points of the board that map to the pattern's points.
        rows: For each arrangement the number of its row, counted from 0 in the pattern.
        size: The number of rows.
    """

    points: tuple[int, ...]
    images: tuple[tuple[int, ...], ...]
    rows: tuple[int, ...]
    size: int


@lru_cache(maxsize=64)
def pattern(board: Board, points: tuple[int, ...]) -> Pattern:
    """Return the pattern on a set of points, which shares its rows with its mirror images."""
    symmetries = board.symmetries()
    images: dict[frozenset[int], tuple[int, ...]] = {}
    own = []
    for symmetry in symmetries:
        image = tuple(symmetry[point] for point in points)
        images.setdefault(frozenset(image), image)
        if set(image) == set(points):
            own.append([points.index(point) for point in image])
    size = 3 ** len(points)
    rows = [-1] * size
    count = 0
    for number in range(size):
        if rows[number] >= 0:
            continue
        digits = [number // 3**i % 3 for i in range(len(points))]
        for order in own:
            rows[sum(digit * 3**place for digit, place in zip(digits, order, strict=True))] = count
        count += 1
    return Pattern(points, tuple(images.values()), tuple(rows), count)


class Weights(NamedTuple):
    """The numbers of a network as a file holds them.

    Attributes:
        lanes: The number of lanes.
        hidden: The number of hidden numbers.
        heads: The number of heads.
        rows: The lanes of each row of each pattern, pattern by pattern.
        starts: The initial lanes for each pair of numbers of men (of the side to move, of the other).
        first: [lane * hidden + number] weights, head by head, like the fields below.
        first_bias: By hidden number.
        second: [hidden number * 3 + value].
        second_bias: By value.
    """

    lanes: int
    hidden: int
    heads: int
    rows: memoryview
    starts: dict[tuple[int, int], tuple[int, ...]]
    first: tuple[int, ...]
    first_bias: tuple[int, ...]
    second: tuple[int, ...]
    second_bias: tuple[int, ...]


def unpack_weights(data: bytes, lanes: int, hidden: int, heads: int, men: list[tuple[int, int]], rows: int) -> Weights:
    """Return the weights in the bytes of a part. Raises ValueError if there are too few or too many bytes."""
    shape = f"<{lanes * len(men) + heads * (hidden + 3)}h{heads * (lanes * hidden + 3 * hidden)}b"
    size = struct.calcsize(shape)
    if heads not in HEADS or len(data) != size + rows * lanes:
        raise ValueError("the network has another size")
    numbers = struct.unpack_from(shape, data)
    taken = 0

    def take(count: int) -> tuple[int, ...]:
        nonlocal taken
        taken += count
        return numbers[taken - count : taken]

    starts = {sides: take(lanes) for sides in men}
    first_bias, second_bias = take(heads * hidden), take(heads * 3)
    first, second = take(heads * lanes * hidden), take(heads * 3 * hidden)
    # The file stores lane by lane, which packs better; here they are row by row.
    columns = memoryview(data)[size:]
    turned = bytearray(rows * lanes)
    for lane in range(lanes):
        turned[lane::lanes] = columns[lane * rows : (lane + 1) * rows]
    return Weights(lanes, hidden, heads, memoryview(turned).cast("b"), starts, first, first_bias, second, second_bias)


def pack_weights(weights: Weights) -> bytes:
    """Return the bytes that unpack_weights reads."""
    shorts = [number for start in weights.starts.values() for number in start]
    shorts += [*weights.first_bias, *weights.second_bias]
    small = [*weights.first, *weights.second]
    columns = b"".join(weights.rows[lane :: weights.lanes].tobytes() for lane in range(weights.lanes))
    return struct.pack(f"<{len(shorts)}h{len(small)}b", *shorts, *small) + columns


class Head(NamedTuple):
    """The last two layers for one kind of position.

    Attributes:
        base: The initial hidden sums, 32 bits each.
        first: For each lane its contribution to them, by the lane's number.
        second: For each hidden number its contribution to the three outputs.
        last: The initial outputs.
    """

    base: int
    first: list[list[int]]
    second: list[list[tuple[int, int, int]]]
    last: tuple[int, int, int]


class Network:
    """Predicts values of positions of one board.

    A whole row of lanes is one integer, so that one sum adds all lanes.
    """

    def __init__(self, board: Board, patterns: list[tuple[int, ...]], weights: Weights) -> None:
        self.weights = weights
        self.board = board
        found = [pattern(board, points) for points in patterns]
        self.lookups: list[list[int]] = []
        lanes = weights.lanes
        # Rows have numbers of -128 to 127; _cut subtracts the 128 again that makes them positive.
        positive = array("H", [number + 128 for number in weights.rows])
        if sys.byteorder == "big":
            positive.byteswap()
        data, size, begin = positive.tobytes(), 2 * lanes, 0
        for one in found:
            packed = [
                int.from_bytes(data[row * size : (row + 1) * size], "little") for row in range(begin, begin + one.size)
            ]
            begin += one.size
            self.lookups += [[packed[row] for row in one.rows]] * len(one.images)
        self._parts = _part_tables([image for one in found for image in one.images])
        self._format = struct.Struct(f"<{len(self.lookups)}H")
        self._lanes = struct.Struct(f"<{lanes}H")
        self._hidden = struct.Struct(f"<{weights.hidden}I")
        every = [number for start in weights.starts.values() for number in start]
        lowest, highest = min(0, *every), max(0, *every)
        self._starts = {
            sides: sum((number - lowest) << 16 * lane for lane, number in enumerate(start))
            for sides, start in weights.starts.items()
        }
        nothing = 128 * len(self.lookups) - lowest
        self._cut_lanes = _cut(nothing, nothing + 127 * len(self.lookups) + highest)
        below, above = _bounds(weights)
        self._cut_hidden = _cut(-below >> SHIFT, above - below >> SHIFT)
        self._heads = [_head(weights, number, below) for number in range(weights.heads)]
        steps = weights.heads != PLACES
        self._closing = Cache(lambda men: closing_points(board, men, steps), MOST_SETS)

    def outputs(self, own: int, other: int) -> tuple[int, int, int]:
        """Return three numbers for draw, win and loss of the side to move, in 1/512 nats; the larger, the likelier."""
        low, middle, high = self._parts
        arrangements = (
            low[own & 255]
            + middle[own >> 8 & 255]
            + high[own >> 16]
            + 2 * (low[other & 255] + middle[other >> 8 & 255] + high[other >> 16])
        )
        total = self._starts[own.bit_count(), other.bit_count()]
        numbers = self._format.unpack(arrangements.to_bytes(self._format.size, "little"))
        for rows, number in zip(self.lookups, numbers, strict=True):
            total += rows[number]
        hidden, first, second, (draw, win, loss) = self._heads[self.head(own, other) if len(self._heads) > 1 else 0]
        cut = self._cut_lanes
        for table, lane in zip(first, self._lanes.unpack(total.to_bytes(self._lanes.size, "little")), strict=True):
            hidden += table[cut[lane]]
        cut = self._cut_hidden
        sums = self._hidden.unpack(hidden.to_bytes(self._hidden.size, "little"))
        for results, number in zip(second, sums, strict=True):
            result = results[cut[number >> SHIFT]]
            draw += result[0]
            win += result[1]
            loss += result[2]
        return draw, win, loss

    def size(self) -> int:
        """Return about how many bytes the network takes in memory (measured in CPython; Pyodide takes no more)."""
        rows = sum(len(set(map(id, lookup))) for lookup in {id(one): one for one in self.lookups}.values())
        arrangements = sum(len(lookup) for lookup in {id(one): one for one in self.lookups}.values())
        numbers = len(self._heads) * (MOST + 1)
        tables = numbers * (self.weights.lanes * (40 + 4 * self.weights.hidden) + 100 * self.weights.hidden)
        return rows * (48 + 3 * self.weights.lanes) + 8 * arrangements + tables

    def head(self, own: int, other: int) -> int:
        """Return the number of a position's head.

        With four heads: 2 if the side to move can close a mill by a step, plus 1 if the other side could. With nine:
        three times the number of points where a man of the side to move would complete a mill, plus that number of the
        other side, both at most 2.
        """
        empty = ~(own | other)
        mine, theirs = self._closing[own] & empty, self._closing[other] & empty
        if len(self._heads) == PLACES:
            return 3 * min(2, mine.bit_count()) + min(2, theirs.bit_count())
        return (2 if mine else 0) + (1 if theirs else 0)


def closing_points(board: Board, men: int, steps: bool) -> int:
    """Return the points where a man would complete a mill of `men`, if they are empty.

    If `steps`, the man must be one of `men` that steps there.
    """
    found = 0
    for mill in board.mills:
        point = mill & ~men
        if not point or point & (point - 1):
            continue
        if not steps or board.neighbours[point.bit_length() - 1] & men & ~mill:
            found |= point
    return found


def _part_tables(images: list[tuple[int, ...]]) -> tuple[list[int], list[int], list[int]]:
    """Return, for each byte of a set of points, its contribution to the numbers of the arrangements, 16 bits each."""
    of_point = [0] * 24
    for number, image in enumerate(images):
        for place, point in enumerate(image):
            of_point[point] += 3**place << 16 * number
    tables = []
    for byte in range(3):
        sums = [0]
        for bit in range(8):
            sums += [lower + of_point[byte * 8 + bit] for lower in sums]
        tables.append(sums)
    return tables[0], tables[1], tables[2]


def _cut(nothing: int, highest: int) -> list[int]:
    """Return the clipped value of each number from 0 to `highest`, where `nothing` stands for 0."""
    return [min(max(number - nothing, 0), MOST) for number in range(highest + 1)]


def _bounds(weights: Weights) -> tuple[int, int]:
    """Return bounds of the hidden sums of all heads.

    The lower one is a multiple of the divisor, so that rounding down gives the same after it is subtracted.
    """
    below = above = 0
    lanes, hidden = weights.lanes, weights.hidden
    for head in range(weights.heads):
        for number in range(hidden):
            column = weights.first[head * lanes * hidden + number : (head + 1) * lanes * hidden : hidden]
            bias = weights.first_bias[head * hidden + number]
            below = min(below, bias + MOST * sum(weight for weight in column if weight < 0))
            above = max(above, bias + MOST * sum(weight for weight in column if weight > 0))
    return below >> SHIFT << SHIFT, above


def _head(weights: Weights, head: int, below: int) -> Head:
    """Return the tables of a head. below: subtracted from the hidden sums, so that none is negative."""
    lanes, hidden = weights.lanes, weights.hidden
    biases = weights.first_bias[head * hidden : (head + 1) * hidden]
    base = sum((bias - below) << 32 * number for number, bias in enumerate(biases))
    first = []
    for lane in range(head * lanes, (head + 1) * lanes):
        row = weights.first[lane * hidden : (lane + 1) * hidden]
        step = sum(weight << 32 * number for number, weight in enumerate(row))
        first.append([step * number for number in range(MOST + 1)])
    second = []
    for number in range(head * hidden, (head + 1) * hidden):
        draw, win, loss = weights.second[3 * number : 3 * number + 3]
        second.append([(draw * value, win * value, loss * value) for value in range(MOST + 1)])
    draw, win, loss = weights.second_bias[3 * head : 3 * head + 3]
    return Head(base, first, second, (draw, win, loss))
