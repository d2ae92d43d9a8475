"""Train a network on the values of some pairs, and round it to integers.

Invariant: on one machine, the same solution, pairs and number of samples give the same network. The kernel goes through
the positions one after the other for that reason. What is packed later is checked position by position, whatever the
network is.
"""

import io
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from lab.tablebase.kernels import small
from lab.tablebase.predict import kernels
from lab.tablebase.predict.classes import Mills, Stored, choice, dark_points
from lab.tablebase.predict.kernels import HIDDEN, LANES, MOST, fill_rows
from lab.tablebase.store import Store, write_whole
from morris_core import BOARDS, Board
from morris_core.errors import MorrisError
from morris_core.tablebase.index import Pair, parse_pair
from morris_core.tablebase.network import CLOSES, PLACES, Weights, pattern

RATE = 0.15
HELD_BACK = 50
"""One of this many samples is for measuring, not for learning."""
FEW = 10_000
"""Positions to draw for an estimate of how many are stored."""
LEAST = 100_000
"""The fewest samples of a pair, however small it is."""
CERTAIN = 10_000
"""The output of a constant network for its value."""
PARTS = 5
"""The learning rate falls and progress is reported this many times."""
BATCH = 16
TOP = MOST / 16
PATTERNS = {
    "three-ring": (
        "a7 d7 g7 g4 g1 d1 a1 a4",
        "b6 d6 f6 f4 f2 d2 b2 b4",
        "a7 d7 g7 b6 d6 f6 c5 d5 e5",
        "d7 g7 g4 d6 f6 f4 d5 e5 e4",
    )
}
"""For each board the patterns to look at, with all their mirror images: rings, sides and corners."""


class Net(NamedTuple):
    """A trained network: the pairs that it was trained on with their stored classes, patterns by points, and weights.

    `mills` are the numbers of mills that are stored, for the pairs in which these matter.
    """

    board: Board
    pairs: dict[Pair, Stored]
    patterns: list[tuple[int, ...]]
    weights: Weights
    mills: dict[Pair, Mills]


def patterns_of(board: Board) -> list[tuple[int, ...]]:
    """Return the patterns of a board. Raises MorrisError if it has none."""
    if board.name not in PATTERNS:
        raise MorrisError(f"There are no patterns for the board {board.name}: add some to PATTERNS in {__name__}.")
    return [tuple(sorted(board.index[point] for point in points.split())) for points in PATTERNS[board.name]]


def look_ups(board: Board, patterns: list[tuple[int, ...]]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return (parts, row_map): parts[byte of a set, its value, look-up] is its part of a number of an arrangement, and
    row_map[look-up, number] the network's row for it.
    """
    found = [pattern(board, points) for points in patterns]
    images = [(one, image, number) for number, one in enumerate(found) for image in one.images]
    begins = np.cumsum([0, *(one.size for one in found)])
    parts = np.zeros((3, 256, len(images)), np.int32)
    row_map = np.zeros((len(images), max(len(one.rows) for one in found)), np.int32)
    for number, (one, image, place) in enumerate(images):
        row_map[number, : len(one.rows)] = np.array(one.rows) + begins[place]
        for digit, point in enumerate(image):
            for value in range(256):
                if value >> (point & 7) & 1:
                    parts[point >> 3, value, number] += 3**digit
    return parts, row_map


@njit(cache=True, nogil=True, fastmath=True)
def learn_from(samples, parts, row_map, lanes, sums, weights, rates, learn):
    """Go through positions once and learn from each (Adagrad). Return the mean loss in bits.

    Rows change after every position, the other weights after every BATCH of positions.

    Args:
        samples: (own men, other men, the row for the numbers of men, the head, the value), see draw_samples.
        parts, row_map: see look_ups.
        lanes, sums: the rows, and the sums of their squared gradients.
        weights: (first, first bias, second, second bias, and the sums of squares of each), each by head.
        rates: the learning rates at the beginning and at the end.
        learn: whether to change anything.
    """
    own, other, starts, head_numbers, values = samples
    first, bias, second, last, first_sums, bias_sums, second_sums, last_sums = weights
    first_slope, bias_slope = np.zeros(first.shape, np.float32), np.zeros(bias.shape, np.float32)
    second_slope, last_slope = np.zeros(second.shape, np.float32), np.zeros(last.shape, np.float32)
    number = parts.shape[2]
    rows = np.zeros(number + 1, np.int64)
    lane, active, slope = np.zeros(LANES, np.float32), np.zeros(LANES, np.float32), np.zeros(LANES, np.float32)
    hidden_in, z = np.zeros(HIDDEN, np.float32), np.zeros(HIDDEN, np.float32)
    gradient, output, wrong = np.zeros(HIDDEN, np.float32), np.zeros(3, np.float32), np.zeros(3, np.float32)
    loss = 0.0
    for at in range(len(own)):
        rate = np.float32(rates[0] + (rates[1] - rates[0]) * at / len(own))
        head = head_numbers[at]
        fill_rows(parts, row_map, own[at], other[at], rows)
        rows[number] = starts[at]
        lane[:] = 0
        for i in range(number + 1):
            row = rows[i]
            for k in range(LANES):
                lane[k] += lanes[row, k]
        for h in range(HIDDEN):
            hidden_in[h] = bias[head, h]
        for k in range(LANES):
            active[k] = min(max(lane[k], np.float32(0)), np.float32(TOP))
            for h in range(HIDDEN):
                hidden_in[h] += active[k] * first[head, k, h]
        for h in range(HIDDEN):
            z[h] = min(max(hidden_in[h], np.float32(0)), np.float32(TOP))
        for c in range(3):
            output[c] = last[head, c]
            for h in range(HIDDEN):
                output[c] += z[h] * second[head, c, h]
        top = max(output[0], output[1], output[2])
        total = np.float32(0)
        for c in range(3):
            wrong[c] = np.exp(output[c] - top)
            total += wrong[c]
        value = values[at]
        loss -= np.log2(max(wrong[value] / total, np.float32(1e-9)))
        if not learn:
            continue
        gradient[:] = 0
        for c in range(3):
            wrong[c] = wrong[c] / total - (1 if c == value else 0)
            last_slope[head, c] += wrong[c]
            for h in range(HIDDEN):
                gradient[h] += wrong[c] * second[head, c, h]
                second_slope[head, c, h] += wrong[c] * z[h]
        for h in range(HIDDEN):
            gradient[h] = gradient[h] if hidden_in[h] > 0 and hidden_in[h] < TOP else np.float32(0)
            bias_slope[head, h] += gradient[h]
        squares = np.float32(0)
        for k in range(LANES):
            slope[k] = 0
            if active[k] > 0:
                back = np.float32(0)
                for h in range(HIDDEN):
                    back += gradient[h] * first[head, k, h]
                    first_slope[head, k, h] += active[k] * gradient[h]
                if active[k] < TOP:
                    slope[k] = back
                    squares += back * back
        if squares > 0:
            for i in range(number + 1):
                row = rows[i]
                sums[row] += squares / LANES
                step = rate / np.sqrt(sums[row])
                for k in range(LANES):
                    lanes[row, k] -= step * slope[k]
        if at % BATCH == BATCH - 1:
            slow = rate * np.float32(0.3)
            step_down(first, first_slope, first_sums, slow)
            step_down(bias, bias_slope, bias_sums, slow)
            step_down(second, second_slope, second_sums, slow)
            step_down(last, last_slope, last_sums, slow)
    return loss / len(own)


@small
def step_down(weights, slopes, sums, rate):
    """Change weights by the sums of their slopes and reset these."""
    weights, slopes, sums = weights.reshape(-1), slopes.reshape(-1), sums.reshape(-1)
    for i in range(len(weights)):
        sums[i] += slopes[i] * slopes[i]
        weights[i] -= rate * slopes[i] / np.sqrt(sums[i])
        slopes[i] = 0


def train(
    store: Store,
    pairs: dict[Pair, Stored],
    samples: int,
    report: Callable[[str], None],
    mills: dict[Pair, Mills] | None = None,
) -> Net:
    """Return a network trained on stored positions of some pairs, in proportion to their numbers of positions."""
    mills = mills or {}
    heads = PLACES if any(pair.hands for pair in pairs) else CLOSES
    board = store.plan.board
    patterns = patterns_of(board)
    parts, row_map = look_ups(board, patterns)
    drawn = draw_samples(store, pairs, mills, samples, int(row_map.max()) + 1, heads)
    generator = np.random.default_rng(1)
    lanes = generator.uniform(-0.05, 0.05, (int(drawn[2].max()) + 1, LANES)).astype(np.float32)
    lanes[int(row_map.max()) + 1 :] = 0.1
    sums = np.full(len(lanes), 1e-3, np.float32)
    begun = (
        np.repeat(generator.uniform(-1, 1, (1, LANES, HIDDEN)) * np.sqrt(3 / LANES), heads, 0),
        np.full((heads, HIDDEN), 0.05),
        np.repeat(generator.uniform(-0.3, 0.3, (1, 3, HIDDEN)), heads, 0),
        np.zeros((heads, 3)),
    )
    trained = tuple(array_.astype(np.float32) for array_ in begun)
    squares = tuple(np.full(array_.shape, 1e-3, np.float32) for array_ in begun)
    number = len(drawn[0])
    held = number // HELD_BACK
    for part in range(PARTS):
        begin, end = (held + (number - held) * (part + more) // PARTS for more in (0, 1))
        rates = tuple(RATE * (1 - (part + more) / PARTS) + 0.001 for more in (0, 1))
        losses = [
            learn_from(
                tuple(column[a:b] for column in drawn), parts, row_map, lanes, sums, trained + squares, rates, learn
            )
            for a, b, learn in ((begin, end, True), (0, held, False))
        ]
        report(
            f"{end - held:,} positions: {losses[0]:.4f} bits a position, {losses[1]:.4f} of positions not trained on"
        )
    lanes[sums <= 1.1e-3] = 0
    return Net(board, pairs, patterns, rounded(pairs, lanes, trained), mills)


def constant(store: Store, pairs: dict[Pair, Stored]) -> Net:
    """Return a network that always gives the most frequent value of the stored halves."""
    board = store.plan.board
    patterns = patterns_of(board)
    halves = [(pair, half) for pair, stored in pairs.items() for half in {half for half, _, _ in stored}]
    counts = sum(np.array(store.read(pair).counts[half]) for pair, half in halves)
    likeliest = int(np.argmax(counts))
    rows = sum(pattern(board, points).size for points in patterns)
    weights = Weights(
        LANES,
        HIDDEN,
        1,
        memoryview(array("b", bytes(rows * LANES))),
        dict.fromkeys(men_of(pairs), (0,) * LANES),
        (0,) * (LANES * HIDDEN),
        (0,) * HIDDEN,
        (0,) * (3 * HIDDEN),
        tuple(CERTAIN if value == likeliest else 0 for value in range(3)),
    )
    return Net(board, pairs, patterns, weights, {})


def draw_samples(
    store: Store, pairs: dict[Pair, Stored], mills: dict[Pair, Mills], samples: int, pattern_rows: int, heads: int
) -> tuple[NDArray[Any], ...]:
    """Return samples of all pairs, shuffled: own men, other men, the row to start with, the head, the value."""
    plan, men = store.plan, men_of(pairs)

    def draw(pair: Pair, number: int, seed: int) -> tuple[Any, ...]:
        table, chosen = store.read(pair), choice(pairs[pair], dark_points(plan.board), mills.get(pair))
        found: tuple[Any, ...] = kernels.sample(
            *(plan.geometry(), plan.rows(pair).sets, plan.columns(pair).sets, table.data, table.halves[0], chosen),
            *(chosen.classes[:, 0].copy(), True, number, seed),
        )
        return found

    sizes = {pair: int(np.prod(plan.shape(pair))) for pair in pairs}
    for pair in mills:
        # Estimate from a few positions how many are stored.
        own, _, _, tried = draw(pair, FEW, 0)
        sizes[pair] = sizes[pair] * len(pairs[pair]) * len(own) // tried
    drawn = []
    for seed, pair in enumerate(pairs):
        own, other, values, _ = draw(pair, max(LEAST, samples * sizes[pair] // sum(sizes.values())), seed)
        counts = np.bitwise_count(own.astype(np.uint32)), np.bitwise_count(other.astype(np.uint32))
        starts = np.array([pattern_rows + men.index((int(a), int(b))) for a, b in zip(*counts, strict=True)], np.int32)
        drawn.append((own, other, starts, kernels.heads_of(plan.geometry(), own, other, heads), values))
    order = np.random.default_rng(2).permutation(sum(len(own) for own, *_ in drawn))
    return tuple(np.concatenate(column)[order] for column in zip(*drawn, strict=True))


def men_of(pairs: dict[Pair, Stored]) -> list[tuple[int, int]]:
    """Return the numbers of men (of the side to move, of the other) of the stored classes."""
    halves = {(pair, half) for pair, stored in pairs.items() for half, _, _ in stored}
    return sorted({(pair[half].men, pair[1 - half].men) for pair, half in halves})


def rounded(pairs: dict[Pair, Stored], lanes: NDArray[np.float32], trained: tuple[NDArray[np.float32], ...]) -> Weights:
    """Return the weights as integers that are cut off at their limits."""
    first, first_bias, second, second_bias = trained
    men = men_of(pairs)
    rows, starts = lanes[: -len(men)], lanes[-len(men) :]

    def small(numbers: NDArray[np.float32], scale: int, most: int) -> NDArray[np.int64]:
        return np.clip(np.rint(numbers * scale), -most, most).astype(np.int64)

    return Weights(
        LANES,
        HIDDEN,
        len(first),
        memoryview(array("b", small(rows, 16, 127).reshape(-1).tolist())),
        dict(zip(men, map(tuple, small(starts, 16, 10_000).tolist()), strict=True)),
        tuple(small(first, 32, 127).reshape(-1).tolist()),
        tuple(small(first_bias, 512, 32_000).reshape(-1).tolist()),
        tuple(small(second.transpose(0, 2, 1), 32, 127).reshape(-1).tolist()),
        tuple(small(second_bias, 512, 32_000).reshape(-1).tolist()),
    )


def save_net(path: Path, net: Net) -> None:
    weights = net.weights
    file = io.BytesIO()
    np.savez_compressed(
        file,
        board=net.board.name,
        pairs=[pair.name() for pair in net.pairs],
        stored=[(number, *one) for number, stored in enumerate(net.pairs.values()) for one in stored],
        mills=[(number, *one) for number, pair in enumerate(net.pairs) for one in sorted(net.mills.get(pair, ()))],
        shape=(weights.lanes, weights.hidden, weights.heads),
        rows=np.frombuffer(weights.rows, np.int8),
        starts=[(*men, *start) for men, start in weights.starts.items()],
        first=weights.first,
        first_bias=weights.first_bias,
        second=weights.second,
        second_bias=weights.second_bias,
    )
    write_whole(path, [file.getvalue()])


def load_net(path: Path) -> Net:
    """Return the network in a file. Raises MorrisError if there is none."""
    try:
        with np.load(path) as file:
            fields = {name: file[name] for name in file.files}
        board = BOARDS[str(fields["board"])]
        pairs = [parse_pair(str(name)) for name in fields["pairs"]]
        stored = {
            pair: tuple((half, own, other) for at, half, own, other in fields["stored"].tolist() if at == number)
            for number, pair in enumerate(pairs)
        }
        mills = {
            pair: frozenset((own, other) for at, own, other in fields["mills"].reshape(-1, 3).tolist() if at == number)
            for number, pair in enumerate(pairs)
        }
        lanes, hidden, heads = (int(number) for number in fields["shape"])
        weights = Weights(
            lanes,
            hidden,
            heads,
            memoryview(array("b", fields["rows"].tolist())),
            {(int(one[0]), int(one[1])): tuple(int(n) for n in one[2:]) for one in fields["starts"]},
            *(tuple(int(n) for n in fields[name]) for name in ("first", "first_bias", "second", "second_bias")),
        )
    except (OSError, ValueError, KeyError) as error:
        raise MorrisError(f"The file {path} holds no network: {error}.") from error
    return Net(board, stored, patterns_of(board), weights, {pair: found for pair, found in mills.items() if found})
