"""The numbers of the learned evaluation: read from network.bin and arranged so that evaluating a leaf takes few steps.

Each of the eleven patterns of a position (patterns.py) has a row of LANES numbers in the table of its group, and there
is a set of tables for each phase. The rows are added up lane by lane, and each lane is clipped to 0..1 (FULL). An
output layer, chosen by the men on the board and in hand, turns the lanes into the logits of a win and of a loss against
a draw. All numbers are integers, so every machine computes the same values.

For speed, a row is one integer with LANE_BITS bits per lane, so that one addition adds all lanes. For each lane of an
output layer there is a list from the lane's sum to its contribution to both logits, again in one integer.
"""

from __future__ import annotations

import math
import pkgutil
import zlib
from array import array
from functools import lru_cache
from typing import NamedTuple

from .patterns import GROUP_POINTS, GROUPS, orbits

LANES = 8
LANE_BITS = 16
ROW_BYTES = LANES * LANE_BITS // 8
FULL = 16
"""A clipped lane's value of one, in the units of rows."""
LOGIT = 64
"""A logit of one, in the units of the output layer."""
ROW_OFFSET = 128
"""Added to each number of a row, a signed byte, so that none is negative."""
LARGEST_SUM = len(GROUPS) * (2 * ROW_OFFSET - 1)
SCORE_PER_LOGIT = 120
"""The value of one logit of the expected result, in hundredths of a man."""
PHASE_HANDS = (10, 7, 4, 1)
"""The fewest men in hand of both sides for each set of tables; the sets for moving and flying follow."""
PHASES = len(PHASE_HANDS) + 2
MOVING, FLYING = len(PHASE_HANDS), len(PHASE_HANDS) + 1
PLACING_HEADS = 19 * 7
HEADS = PLACING_HEADS + 100
LOGIT_SHIFT = 16
LOGIT_OFFSET = 64 * LOGIT
"""Added to logits to make them positive; no output layer reaches 64 logits either way (lab.train checks)."""
FILE = "network.bin"

try:
    PACKED = pkgutil.get_data(__package__, FILE) or b""
except FileNotFoundError:
    PACKED = b""
"""The bytes of shipped_network, read during import: the browser's memory snapshot imports this module while the site is
built, and the file is missing later. Empty before the first training.
"""

Lane = list[int]


class Head(NamedTuple):
    """The data shared by leaves with the same numbers of men on the board and in hand."""

    rings: list[int]
    middle: list[int]
    sides: list[int]
    corners: list[int]
    lanes: tuple[Lane, Lane, Lane, Lane, Lane, Lane, Lane, Lane]
    """For each lane, from its sum to win logit << LOGIT_SHIFT | loss logit; the first includes the offsets."""


def phase_of(own_hand: int, other_hand: int, own_men: int, other_men: int) -> int:
    """Return the number of the set of tables for a position."""
    hands = own_hand + other_hand
    for phase, least in enumerate(PHASE_HANDS):
        if hands >= least:
            return phase
    return FLYING if own_men == 3 or other_men == 3 else MOVING


def head_of(own_hand: int, other_hand: int, own_men: int, other_men: int) -> int:
    """Return the number of the output layer for a position."""
    hands = own_hand + other_hand
    if hands:
        ahead = own_men + own_hand - other_men - other_hand
        return hands * 7 + max(-3, min(3, ahead)) + 3
    return PLACING_HEADS + own_men * 10 + other_men


class Network(dict[tuple[int, int, int, int], Head]):
    """A network read from its bytes: the head by numbers of men, created on first use.

    A key is the men in hand of the side to move and of the other side, and their men on the board.

    Args:
        packed: The bytes, as `pack` writes them.

    Raises:
        ValueError: The bytes are damaged or have another layout.
    """

    def __init__(self, packed: bytes) -> None:
        super().__init__()
        numbers = [orbits(group) for group in range(len(GROUP_POINTS))]
        rows = sum(count for _, count in numbers)
        try:
            raw = zlib.decompress(packed)
        except zlib.error as error:
            raise ValueError(f"The evaluation's network is damaged: {error}.") from None
        table_bytes, head_words = PHASES * rows * LANES, HEADS * (LANES * 3 + 2)
        if len(raw) != table_bytes + 2 * head_words:
            raise ValueError(
                f"The evaluation's network has {len(raw)} bytes; {table_bytes + 2 * head_words} are right."
            )
        self._cells = array("b", raw[:table_bytes])
        words = array("h")
        words.frombytes(raw[table_bytes:])
        self._words = words
        self._rows = rows
        self._numbers = numbers
        self._phases: dict[int, list[list[int]]] = {}

    def __missing__(self, men: tuple[int, int, int, int]) -> Head:
        phase = phase_of(*men)
        if phase not in self._phases:
            self._phases[phase] = self._tables(phase)
        rings, middle, sides, corners = self._phases[phase]
        head = self[men] = Head(rings, middle, sides, corners, self._lanes(head_of(*men)))
        return head

    def _tables(self, phase: int) -> list[list[int]]:
        """Return, for each group of patterns, the packed row of every pattern number."""
        first = phase * self._rows
        cells = self._cells[first * LANES : (first + self._rows) * LANES]
        step = LANE_BITS // 8
        packed = bytearray(step * len(cells))
        packed[::step] = bytes([cell + ROW_OFFSET for cell in cells])  # the lowest byte of a lane comes first
        from_bytes = int.from_bytes
        rows = [from_bytes(packed[at : at + ROW_BYTES], "little") for at in range(0, len(packed), ROW_BYTES)]
        tables, start = [], 0
        for numbers, count in self._numbers:
            rows_of_group = rows[start : start + count]
            tables.append([rows_of_group[number] for number in numbers])
            start += count
        return tables

    def _lanes(self, number: int) -> tuple[Lane, Lane, Lane, Lane, Lane, Lane, Lane, Lane]:
        width = LANES * 3 + 2
        words = self._words[number * width : (number + 1) * width]
        win_bias, loss_bias = words[LANES * 3 :]
        lanes = []
        for lane in range(LANES):
            bias, win, loss = words[3 * lane : 3 * lane + 3]
            # The sum, including the ROW_OFFSETs, at which the lane rises above zero.
            zero = len(GROUPS) * ROW_OFFSET - bias
            shares = []
            for clipped in range(FULL + 1):
                shares.append((round(win * clipped / FULL) << LOGIT_SHIFT) + round(loss * clipped / FULL))
            if lane == 0:
                offset = (win_bias + LOGIT_OFFSET << LOGIT_SHIFT) + loss_bias + LOGIT_OFFSET
                shares = [offset + share for share in shares]
            # Indexed by the sum: the first share up to `zero`, then each share, then the last share.
            below = [shares[0]] * max(0, zero)
            above = [shares[FULL]] * max(0, LARGEST_SUM - zero - FULL)
            lanes.append((below + shares[max(0, -zero) :] + above)[: LARGEST_SUM + 1])
        one, two, three, four, five, six, seven, eight = lanes
        return one, two, three, four, five, six, seven, eight


def pack(tables: bytes, heads: bytes) -> bytes:
    """Return the bytes that Network reads.

    Args:
        tables: Signed bytes, [phase][orbit of each group in turn][lane], in units of 1 / FULL.
        heads: Signed 16-bit little-endian words, [head]: for each lane its bias (1 / FULL) and its weights for win and
            loss, then the biases of win and loss (1 / LOGIT).
    """
    # The bytes look random, so only run lengths and Huffman coding help.
    packer = zlib.compressobj(9, strategy=zlib.Z_RLE)
    return packer.compress(tables + heads) + packer.flush()


@lru_cache(maxsize=1)
def shipped_network() -> Network:
    return Network(PACKED)


@lru_cache(maxsize=1)
def logit_scores() -> list[int]:
    """Return log(exp(logit) + 1/2) for every logit, in hundredths of a man; the index is the logit + LOGIT_OFFSET.

    With logits w of a win and l of a loss against a draw, the odds of the expected result, with a draw as half a point,
    are (exp(w) + 1/2) : (exp(l) + 1/2). A score is their logarithm: the difference of two entries.
    """
    logits = [(index - LOGIT_OFFSET) / LOGIT for index in range(2 * LOGIT_OFFSET)]
    return [round(SCORE_PER_LOGIT * math.log(math.exp(logit) + 0.5)) for logit in logits]
