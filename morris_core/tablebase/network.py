"""Network: guesses the value of a position from the patterns of men that it contains, with integers alone.

May import the standard library, board and index. The one invariant: all arithmetic is on integers of bounded size and
every machine comes to the same three numbers. docs/tablebase-format.md describes the network.
"""

from __future__ import annotations

import struct
import sys
from array import array
from functools import lru_cache
from typing import NamedTuple

from ..board import Board

MOST = 127
"""Lanes and hidden numbers are cut off below 0 and above this."""
SHIFT = 5
"""Hidden sums are divided by 2 to the power of this, rounded down."""


class Pattern(NamedTuple):
    """One pattern and what it is looked up by. points: of the pattern itself, ascending; images: for each lookup the
    points of the board that come to the pattern's points; rows: for each arrangement the number of its row, counted
    from 0 in the pattern; size: how many rows there are.

    The number of an arrangement is the sum over the pattern's points of 3 ** i for a man of the side to move on the
    i-th point, twice that for one of the other side.
    """

    points: tuple[int, ...]
    images: tuple[tuple[int, ...], ...]
    rows: tuple[int, ...]
    size: int


@lru_cache(maxsize=64)
def pattern(board: Board, points: tuple[int, ...]) -> Pattern:
    """Return what is looked up for a set of points: it and its mirror images share rows."""
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
    """The numbers of a network, as a file holds them.

    lanes, hidden: how many there are. rows: for each row of each pattern, one pattern behind the other, its lanes;
    starts: for each pair of numbers of men (of the side to move, of the other) the lanes to begin with; first: [lane *
    hidden + number] weights; first_bias: by hidden number; second: [hidden number * 3 + value]; second_bias: by value.
    """

    lanes: int
    hidden: int
    rows: memoryview
    starts: dict[tuple[int, int], tuple[int, ...]]
    first: tuple[int, ...]
    first_bias: tuple[int, ...]
    second: tuple[int, ...]
    second_bias: tuple[int, ...]


def unpack_weights(data: bytes, lanes: int, hidden: int, men: list[tuple[int, int]], rows: int) -> Weights:
    """Return the weights in the bytes of a part. Raises ValueError when there are too few or too many bytes."""
    shape = f"<{lanes * len(men) + hidden + 3}h{lanes * hidden + 3 * hidden}b"
    size = struct.calcsize(shape)
    if len(data) != size + rows * lanes:
        raise ValueError("the network has another size")
    numbers = struct.unpack_from(shape, data)
    taken = 0

    def take(count: int) -> tuple[int, ...]:
        nonlocal taken
        taken += count
        return numbers[taken - count : taken]

    starts = {sides: take(lanes) for sides in men}
    first_bias, second_bias = take(hidden), take(3)
    first, second = take(lanes * hidden), take(3 * hidden)
    # Lane by lane in the file, which packs better; row by row here.
    columns = memoryview(data)[size:]
    turned = bytearray(rows * lanes)
    for lane in range(lanes):
        turned[lane::lanes] = columns[lane * rows : (lane + 1) * rows]
    return Weights(lanes, hidden, memoryview(turned).cast("b"), starts, first, first_bias, second, second_bias)


def pack_weights(weights: Weights) -> bytes:
    """Return the bytes that unpack_weights reads."""
    shorts = [number for start in weights.starts.values() for number in start]
    shorts += [*weights.first_bias, *weights.second_bias]
    small = [*weights.first, *weights.second]
    columns = b"".join(weights.rows[lane :: weights.lanes].tobytes() for lane in range(weights.lanes))
    return struct.pack(f"<{len(shorts)}h{len(small)}b", *shorts, *small) + columns


class Network:
    """Guesses values of positions of one board.

    Whole rows of lanes are kept as one integer each, so that one sum adds all lanes at once.
    """

    def __init__(self, board: Board, patterns: list[tuple[int, ...]], weights: Weights) -> None:
        self.weights = weights
        found = [pattern(board, points) for points in patterns]
        self.lookups: list[list[int]] = []
        lanes = weights.lanes
        # Rows have numbers of -128 to 127; what makes them positive is taken off again by _first_tables.
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
        self._first, self._base, bottom = _first_tables(weights, nothing, nothing + 127 * len(self.lookups) + highest)
        self._second = _second_tables(weights, bottom)

    def outputs(self, own: int, other: int) -> tuple[int, int, int]:
        """Return three numbers for draw, win and loss of the side to move, the larger the likelier, in 1/256 nats."""
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
        hidden = self._base
        for table, lane in zip(
            self._first, self._lanes.unpack(total.to_bytes(self._lanes.size, "little")), strict=True
        ):
            hidden += table[lane]
        draw, win, loss = self.weights.second_bias
        sums = self._hidden.unpack(hidden.to_bytes(self._hidden.size, "little"))
        for results, number in zip(self._second, sums, strict=True):
            result = results[number >> SHIFT]
            draw += result[0]
            win += result[1]
            loss += result[2]
        return draw, win, loss


def _part_tables(images: list[tuple[int, ...]]) -> tuple[list[int], list[int], list[int]]:
    """Return, for each byte of a set of points, what it adds to the numbers of the arrangements, 16 bits each."""
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


def _first_tables(weights: Weights, nothing: int, highest: int) -> tuple[list[list[int]], int, list[int]]:
    """Return what each lane adds to the hidden sums, 32 bits each, by the lane's number in a packed total.

    Args:
        nothing: the number in a packed total that stands for 0.
        highest: the highest that can occur.

    Returns:
        (tables, hidden sums to begin with, the hidden sums that stand for 0 in each).
    """
    hidden = weights.hidden
    bottom = []
    for number in range(hidden):
        lowest = sum(min(0, MOST * weights.first[lane * hidden + number]) for lane in range(weights.lanes))
        # A multiple of the divisor, so that rounding down stays what it was.
        bottom.append(-((lowest + min(0, weights.first_bias[number])) >> SHIFT) << SHIFT)
    base = sum(
        (low + bias) << 32 * number for number, (low, bias) in enumerate(zip(bottom, weights.first_bias, strict=True))
    )
    tables = []
    for lane in range(weights.lanes):
        row = weights.first[lane * hidden : (lane + 1) * hidden]
        step = sum(weight << 32 * number for number, weight in enumerate(row))
        products = [step * number for number in range(MOST + 1)]
        tables.append([products[min(max(number - nothing, 0), MOST)] for number in range(highest + 1)])
    return tables, base, bottom


def _second_tables(weights: Weights, bottom: list[int]) -> list[list[tuple[int, int, int]]]:
    """Return what each hidden number adds to the three outputs, by its place in the hidden sums of _first_tables."""
    tables = []
    hidden = weights.hidden
    for number in range(hidden):
        draw, win, loss = weights.second[3 * number : 3 * number + 3]
        most = sum(max(0, MOST * weights.first[lane * hidden + number]) for lane in range(weights.lanes))
        size = (bottom[number] + most + max(0, weights.first_bias[number]) >> SHIFT) + 1
        results = [(draw * value, win * value, loss * value) for value in range(MOST + 1)]
        nothing = bottom[number] >> SHIFT
        tables.append([results[min(max(place - nothing, 0), MOST)] for place in range(size)])
    return tables
