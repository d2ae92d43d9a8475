"""Train a network on the values of some pairs, and round it to integers.

Invariant: with the same solution, pairs and number of samples the same network comes out on the same machine;
what is packed later is checked position by position, whatever the network is.
"""

import io
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from morris_core.board import BOARDS, Board
from morris_core.errors import MorrisError
from morris_core.tablebase.index import Pair, parse_pair
from morris_core.tablebase.network import CLOSES, PLACES, Weights, pattern
from tools.tablebase.geometry import columns_of, geometry
from tools.tablebase.plan import Plan, board_of
from tools.tablebase.predict import kernels, training
from tools.tablebase.predict.classes import Mills, Stored, choice, dark_points
from tools.tablebase.predict.kernels import HIDDEN, LANES
from tools.tablebase.solve import most_men
from tools.tablebase.store import Store, write_whole

RATE = 0.15
HELD_BACK = 50
"""One of so many samples is not learnt from, but measured with."""
FEW = 10_000
"""Positions drawn to estimate how many there are."""
LEAST = 100_000
"""Samples of a pair, however small it is beside the others."""
CERTAIN = 10_000
"""The output for the value that a constant network gives."""
PARTS = 5
"""Passes in which progress is told and the learning rate falls."""
PATTERNS = {
    "three-ring": (
        "a7 d7 g7 g4 g1 d1 a1 a4",
        "b6 d6 f6 f4 f2 d2 b2 b4",
        "a7 d7 g7 b6 d6 f6 c5 d5 e5",
        "d7 g7 g4 d6 f6 f4 d5 e5 e4",
    )
}
"""By board the patterns looked at, with all their mirror images: rings, sides and corners."""


class Net(NamedTuple):
    """A trained network. pairs: those it was trained on, and by each the classes that are stored; mills: of which
    numbers of mills, for the pairs where these matter.
    """

    board: Board
    pairs: dict[Pair, Stored]
    patterns: list[tuple[int, ...]]
    weights: Weights
    mills: dict[Pair, Mills]


def patterns_of(board: Board) -> list[tuple[int, ...]]:
    """Return the patterns of a board. Raises MorrisError for a board without any."""
    if board.name not in PATTERNS:
        raise MorrisError(f"There are no patterns for the board {board.name}: add some to PATTERNS in {__name__}.")
    return [tuple(sorted(board.index[point] for point in points.split())) for points in PATTERNS[board.name]]


def look_ups(board: Board, patterns: list[tuple[int, ...]]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return parts and row_map, see kernels.rows_of."""
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


def train(
    work: Plan,
    store: Store,
    pairs: dict[Pair, Stored],
    samples: int,
    report: Callable[[str], None],
    mills: dict[Pair, Mills] | None = None,
) -> Net:
    """Return a network trained on samples of what is stored of some pairs, in proportion to their sizes."""
    mills = mills or {}
    heads = PLACES if any(pair.hands for pair in pairs) else CLOSES
    board = board_of(work)
    patterns = patterns_of(board)
    parts, row_map = look_ups(board, patterns)
    own, other, starts, values = draw_samples(work, store, pairs, mills, samples, int(row_map.max()) + 1)
    generator = np.random.default_rng(1)
    lanes = generator.uniform(-0.05, 0.05, (int(starts.max()) + 1, LANES)).astype(np.float32)
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
    head_numbers = kernels.heads_of(geometry(work.board, most_men(work))[0], own, other, heads)
    held = len(own) // HELD_BACK
    for part in range(PARTS):
        begin, end = (held + (len(own) - held) * (part + more) // PARTS for more in (0, 1))
        rates = tuple(RATE * (1 - (part + more) / PARTS) + 0.001 for more in (0, 1))
        losses = [
            training.train(
                parts,
                row_map,
                own[a:b],
                other[a:b],
                starts[a:b],
                head_numbers[a:b],
                values[a:b],
                lanes,
                sums,
                trained + squares,
                rates,
                learn,
            )
            for a, b, learn in ((begin, end, True), (0, held, False))
        ]
        report(
            f"{end - held:,} positions: {losses[0]:.4f} bits a position, {losses[1]:.4f} of positions not trained on"
        )
    used = sums > 1.1e-3
    lanes[~used] = 0
    return Net(board, pairs, patterns, rounded(pairs, lanes, trained), mills)


def constant(work: Plan, store: Store, pairs: dict[Pair, Stored]) -> Net:
    """Return a network that always gives the value that most positions of the stored halves have."""
    board = board_of(work)
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
    work: Plan, store: Store, pairs: dict[Pair, Stored], mills: dict[Pair, Mills], samples: int, pattern_rows: int
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.uint8]]:
    """Return samples of all pairs, shuffled: own men, other men, the row to start with, the value."""
    board = board_of(work)
    g, rows = geometry(work.board, most_men(work))
    men = men_of(pairs)

    def draw(pair: Pair, wanted: int, seed: int) -> tuple[Any, ...]:
        table, chosen = store.read(pair), choice(pairs[pair], dark_points(board), mills.get(pair))
        sets, columns = rows[pair.first.men].sets, _columns(board, pair)
        found: tuple[Any, ...] = kernels.sample(g, sets, columns, table.data, table.halves[0], chosen, wanted, seed)
        return found

    sizes = {pair: len(rows[pair.first.men].sets) * len(_columns(board, pair)) for pair in pairs}
    for pair in mills:
        # As many as are stored, by the share of a few that are drawn.
        own, _, _, tried = draw(pair, FEW, 0)
        sizes[pair] = sizes[pair] * len(pairs[pair]) * len(own) // tried
    drawn = []
    for number, pair in enumerate(pairs):
        wanted = max(LEAST, samples * sizes[pair] // sum(sizes.values()))
        own, other, values, _ = draw(pair, wanted, number)
        counts = np.bitwise_count(own.astype(np.uint32)), np.bitwise_count(other.astype(np.uint32))
        starts = np.array([pattern_rows + men.index((int(a), int(b))) for a, b in zip(*counts, strict=True)], np.int32)
        drawn.append((own, other, starts, values))
    order = np.random.default_rng(2).permutation(sum(len(own) for own, *_ in drawn))
    own, other, starts, values = (np.concatenate(column)[order] for column in zip(*drawn, strict=True))
    return own, other, starts, values


def men_of(pairs: dict[Pair, Stored]) -> list[tuple[int, int]]:
    """Return the numbers of men (of the side to move, of the other) of the stored classes."""
    found = set()
    for pair, stored in pairs.items():
        for half, _, _ in stored:
            found.add((pair.second.men, pair.first.men) if half else (pair.first.men, pair.second.men))
    return sorted(found)


def _columns(board: Board, pair: Pair) -> NDArray[np.int32]:
    return columns_of(len(board.points) - pair.first.men, pair.second.men).sets


def rounded(pairs: dict[Pair, Stored], lanes: NDArray[np.float32], trained: tuple[NDArray[np.float32], ...]) -> Weights:
    """Return the weights as integers, cut off where they would not fit."""
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
    """Write a network to a file."""
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
    write_whole(path, file.getvalue())


def load_net(path: Path) -> Net:
    """Return the network in a file. Raises MorrisError when there is none."""
    try:
        with np.load(path) as file:
            told = {name: file[name] for name in file.files}
        board = BOARDS[str(told["board"])]
        names = [str(name) for name in told["pairs"]]
        stored = {
            name: [tuple(int(n) for n in one[1:]) for one in told["stored"] if names[one[0]] == name] for name in names
        }
        lanes, hidden, heads = (int(number) for number in told["shape"])
        weights = Weights(
            lanes,
            hidden,
            heads,
            memoryview(array("b", told["rows"].tolist())),
            {(int(one[0]), int(one[1])): tuple(int(n) for n in one[2:]) for one in told["starts"]},
            *(tuple(int(n) for n in told[name]) for name in ("first", "first_bias", "second", "second_bias")),
        )
    except (OSError, ValueError, KeyError) as error:
        raise MorrisError(f"The file {path} holds no network: {error}.") from error
    pairs = {parse_pair(name): tuple((a, b, c) for a, b, c in classes) for name, classes in stored.items()}
    mills: dict[Pair, set[tuple[int, int]]] = {}
    for number, own, other in told["mills"].reshape(-1, 3).tolist():
        mills.setdefault(parse_pair(names[int(number)]), set()).add((int(own), int(other)))
    kept = {pair: frozenset(found) for pair, found in mills.items()}
    return Net(board, pairs, patterns_of(board), weights, kept)
