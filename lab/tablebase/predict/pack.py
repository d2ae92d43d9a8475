"""Make a predicted file (a trained network, and for each pair where it is wrong), and compare such files.

Invariant: the comparison with the solution uses, position by position, the contents of the file itself.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lab.tablebase.geometry import sets_of_size
from lab.tablebase.pack import check_source, game_fields, pack_rows
from lab.tablebase.plan import Plan
from lab.tablebase.predict import cells as cell_kernels
from lab.tablebase.predict import kernels
from lab.tablebase.predict.cells import RARE, SECOND, THIRD, build, joined
from lab.tablebase.predict.classes import Mills, Stored, choice, dark_points
from lab.tablebase.predict.net import Net, look_ups
from lab.tablebase.store import Store, StoreError, Table
from lab.tablebase.values import in_threads
from morris_core.tablebase.format import Read, describe_part, pack_part, write_file
from morris_core.tablebase.index import Pair
from morris_core.tablebase.network import pack_weights
from morris_core.tablebase.predicted import (
    ANY,
    LISTED,
    NONE,
    PLACING_VERSION,
    VERSION,
    Loaded,
    PredictedFile,
    rank_values,
)
from morris_core.tablebase.probe import reader
from morris_core.tablebase.retrieval import Cells

LEVELS, STEP = 16, 230
"""Levels of confidence. One step is that many 1/512 nats between the likeliest value and the second."""
MOST_BITS = 14
PIECE = 1 << 22
"""The positions that a thread takes at a time."""
MOST_START = 12_000
"""No lane starts further than this from 0."""
Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int64]


class Exceptions(NamedTuple):
    """Where the network is wrong in a pair, in the form of a file.

    Attributes:
        bits: for each bucket the bits of its filter.
        thirds: the buckets that have entries for the third value.
        cells: by number: the bits of a filter, or SECOND, THIRD or RARE.
        listed: the indexes of the positions in the list.
    """

    bits: list[int]
    thirds: list[int]
    cells: dict[int, Cells]
    listed: Numbers


class Classes(NamedTuple):
    """The class of each position of some halves of a pair, from the index `base` on. See kernels.classify."""

    base: int
    data: Bytes

    def pieces(self) -> list[tuple[Bytes, int]]:
        """Return the classes in pieces for the threads: (classes, index of the first)."""
        return [(self.data[at : at + PIECE], self.base + at) for at in range(0, len(self.data), PIECE)]


def classify(
    store: Store,
    pair: Pair,
    stored: Stored,
    mills: Mills | None,
    net: tuple["Predictor", dict[tuple[int, int], int]],
    buckets: tuple[int, int],
    threads: int,
) -> Classes:
    """Return the class of every position in the stored halves of a pair. `buckets` are (levels, step)."""
    plan, table = store.plan, store.read(pair)
    predictor, start_numbers = net
    men = (pair.first.men, pair.second.men)
    starts = np.array([start_numbers.get(men, 0), start_numbers.get(men[::-1], 0)], np.int64)
    halves = sorted({half for half, _, _ in stored})
    size = int(np.prod(plan.shape(pair)))
    classes = Classes(halves[0] * size, np.zeros((halves[-1] + 1 - halves[0]) * size, np.uint8))
    network = predictor.network
    if not network[2].any() and len(network[3]) == 1 and all(own == ANY == other for _, own, other in stored):
        if pair.hands:
            raise StoreError("A constant network is for endgames only.")
        first, second, bucket = rank_values(tuple(network[3][0].astype(int).tolist()), *buckets)
        class_of = np.zeros(4, np.uint8)
        class_of[[first, second, 3 - first - second]] = [bucket, bucket + kernels.RANK, bucket + 2 * kernels.RANK]
        in_threads(threads, kernels.classify_alike, table.data, class_of, *classes)
        return classes
    g, board = plan.geometry(), plan.board
    closing = kernels.closing_table(g, sets_of_size(len(board.points), pair.second.men), not pair.hands)
    positions = plan.rows(pair).sets, plan.columns(pair).sets, closing, table.data, table.halves[0]
    chosen = choice(stored, dark_points(board), mills)
    in_threads(threads, kernels.classify, g, *positions, chosen, predictor, starts, buckets, *classes)
    return classes


class Predictor(NamedTuple):
    """A network for the kernels.

    Attributes:
        numbers: [byte of a set, value, word] is what men add to the numbers of four arrangements, 16 bits each.
        row_map: [look-up, number] is a row.
        rows, starts: lanes, 16 bits each, four in a word, with a constant added to make them positive.
        network: the weights and biases of both layers, by head.
        zero: the number that stands for 0 in a sum of lanes.
    """

    numbers: NDArray[np.uint64]
    row_map: NDArray[np.uint16]
    rows: NDArray[np.uint64]
    starts: NDArray[np.uint64]
    network: tuple[NDArray[np.float32], ...]
    zero: int


def integer_network(net: Net) -> tuple[Predictor, dict[tuple[int, int], int]]:
    """Return a network for the kernels, and by numbers of men the number of the lanes to start with."""
    weights = net.weights
    if (weights.lanes, weights.hidden) != (kernels.LANES, kernels.HIDDEN):
        raise StoreError(f"The tool packs networks of {kernels.LANES} lanes and {kernels.HIDDEN} hidden numbers.")
    parts, row_map = look_ups(net.board, net.patterns)
    numbers = np.zeros((3, 256, -(-parts.shape[2] // 4)), np.uint64)
    for number in range(parts.shape[2]):
        numbers[:, :, number // 4] |= parts[:, :, number].astype(np.uint64) << np.uint64(16 * (number % 4))
    rows = np.frombuffer(weights.rows, np.int8).reshape(-1, weights.lanes).astype(np.int64)
    starts = np.array(list(weights.starts.values()), np.int64)
    shape = weights.heads, weights.lanes, weights.hidden
    network = (
        np.array(weights.first, np.float32).reshape(shape),
        np.array(weights.first_bias, np.float32).reshape(shape[0], shape[2]),
        np.array(weights.second, np.float32).reshape(shape[0], shape[2], 3),
        np.array(weights.second_bias, np.float32).reshape(shape[0], 3),
    )
    predictor = Predictor(
        numbers,
        row_map.astype(np.uint16),
        (rows + 128).astype("<u2").view("<u8"),
        (starts + MOST_START).astype("<u2").view("<u8"),
        network,
        MOST_START + 128 * parts.shape[2],
    )
    return predictor, {men: number for number, men in enumerate(weights.starts)}


def find_exceptions(classes: Classes, threads: int) -> Exceptions:
    """Return the positions whose value is not the likeliest one, in the form of a file."""
    buckets = 3 * LEVELS
    counts = tally(classes, threads)[: 3 * kernels.RANK].reshape(3, kernels.RANK)[:, :buckets]
    bits = [_best_bits(int(right), int(second + third)) for right, second, third in counts.T]
    # Either a bit for each exception, or an entry in the list for each third value, whichever is smaller.
    thirds = [number for number, (_, second, third) in enumerate(counts.T) if 8 * LISTED * third > second + third]
    sizes = sorted(set(bits) - {NONE, 0})
    wrong = [_indexes(classes, _of(bits, size, (1, 2)), threads) for size in sizes]
    built = _together(threads, build, [(keys, None, size) for keys, size in zip(wrong, sizes, strict=True)])
    cells = dict(zip(sizes, built, strict=True))
    del wrong
    fields, data = joined(cells)
    arguments = [(*piece, np.array(bits), fields, data) for piece in classes.pieces()]
    every = np.concatenate([np.zeros(0, np.int64), *_together(threads, cell_kernels.inside, arguments)])
    third_classes = [bucket + kernels.RANK * rank for bucket in thirds for rank in (1, 2)]
    indexes = _indexes(classes, third_classes, threads)
    rare = _indexes(classes, [bucket + 2 * kernels.RANK for bucket in thirds], threads)
    rare_bits = _best_bits(len(indexes) - len(rare), len(rare))
    if rare_bits > 0:
        cells[RARE] = build(rare, None, rare_bits)
        fields, data = joined({RARE: cells[RARE]})
        indexes = indexes[cell_kernels.passing(indexes, fields[RARE], data)]
    to_build = [
        (number, (keys, (classes.data[keys - classes.base] >= least).astype(np.uint16), 1))
        for number, keys, least in ((SECOND, every, kernels.RANK), (THIRD, indexes, 2 * kernels.RANK))
        if len(keys)
    ]
    del every, indexes
    made = _together(threads, build, [arguments for _, arguments in to_build])
    cells |= {number: one for (number, _), one in zip(to_build, made, strict=True)}
    single = [bucket + 2 * kernels.RANK for bucket in range(buckets) if bucket not in thirds]
    return Exceptions(bits, thirds, cells, _indexes(classes, single, threads))


def tally(classes: Classes, threads: int) -> Numbers:
    """Return how many positions there are of each class."""
    counts: Numbers = sum(_together(threads, lambda data, _: np.bincount(data, minlength=256), classes.pieces()))
    return counts


def _indexes(classes: Classes, numbers: list[int], threads: int) -> Numbers:
    """Return the indexes of the positions of some classes, ascending."""
    chosen = np.zeros(256, np.bool_)
    chosen[numbers] = True
    found = _together(threads, kernels.indexes, [(*piece, chosen) for piece in classes.pieces()])
    return np.concatenate([np.zeros(0, np.int64), *found])


def _of(bits: list[int], size: int, ranks: Iterable[int]) -> list[int]:
    """Return the classes of some ranks in the buckets whose filter has `size` bits."""
    return [bucket + kernels.RANK * rank for bucket, own in enumerate(bits) if own == size for rank in ranks]


def _best_bits(right: int, wrong: int) -> int:
    """Return the bits of the filter with which a bucket takes the least space.

    Each wrong prediction takes the bits of a filter, and one bit of SECOND. So does each right one that passes the
    filter by chance.
    """
    if not wrong:
        return NONE
    costs = [right + wrong, *(wrong * (bits + 1) + right / 2**bits for bits in range(1, MOST_BITS + 1))]
    return int(np.argmin(costs))


def pack_predicted(store: Store, net: Net, pairs: list[Pair], threads: int, report: Callable[[str], None]) -> bytes:
    """Return a predicted file of some of the pairs that a network was trained on.

    Raises:
        StoreError: the file gives a wrong value for some stored position, so there is a bug in this tool.
    """
    plan = store.plan
    keys, parts = pack_rows(plan, pairs)
    weights = pack_weights(net.weights)
    parts.append(pack_part(weights))
    network = {
        "patterns": net.patterns,
        "lanes": net.weights.lanes,
        "hidden": net.weights.hidden,
        "heads": net.weights.heads,
        "men": list(net.weights.starts),
        "part": describe_part(parts[-1], weights),
    }
    report(f"network: {len(parts[-1]):,} bytes")
    entries = []
    ready = integer_network(net)
    classified = {}
    for pair in sorted(pairs):
        mills = net.mills.get(pair)
        classes = classify(store, pair, net.pairs[pair], mills, ready, (LEVELS, STEP), threads)
        found = find_exceptions(classes, threads)
        codes = codes_at(plan, store.read(pair), found.listed)
        fields, own_parts = _exception_fields(found, codes)
        entry = {"name": pair.name(), "stored": net.pairs[pair], "rows": plan.shape(pair)[0], **fields}
        if mills is not None:
            entry["mills"] = sorted(mills)
        entries.append(entry)
        parts += own_parts
        classified[pair] = classes
        counts = tally(classes, threads)
        number, right = int(counts[: kernels.NOT_STORED].sum()), int(counts[: kernels.RANK].sum())
        size = sum(map(len, own_parts))
        report(f"{pair.name()}: {number:,} stored, {100 * right / number:.2f} % right, {size:,} bytes")
    header = {
        **game_fields(plan),
        "dark": dark_points(plan.board),
        "levels": LEVELS,
        "step": STEP,
        "keys": keys,
        "network": network,
        "pairs": entries,
    }
    data = write_file(header, parts, PLACING_VERSION if any(pair.hands for pair in pairs) else VERSION)
    file = PredictedFile("the file that was made", reader(data))
    if pack_weights(file.network().weights) != weights:
        raise StoreError("The network in the file that was made is not the one that was trained.")
    compared = wrong = 0
    for pair, classes in classified.items():
        own_compared, own_wrong = decode(store, file, pair, classes, threads)
        compared, wrong = compared + own_compared, wrong + own_wrong
    report(f"{compared:,} stored positions decoded and compared, {wrong} wrong")
    if wrong:
        raise StoreError(f"{wrong} of {compared} positions are wrong in the file that was made.")
    return data


def _exception_fields(found: Exceptions, codes: Numbers) -> tuple[dict[str, object], list[bytes]]:
    """Return the fields of a pair's header for its exceptions, and the parts in the order of a file."""
    parts = []

    def described(number: int) -> list[int] | None:
        if number not in found.cells:
            return None
        cells = found.cells[number]
        parts.append(cells.data)
        return [cells.seed, cells.shift, cells.starts, describe_part(cells.data, cells.data)[1]]

    fields: dict[str, object] = {
        "bits": found.bits,
        "thirds": found.thirds,
        "filters": [[bits, described(bits)] for bits in sorted(set(found.cells) - {SECOND, THIRD, RARE})],
        "second": described(SECOND),
        "third": described(THIRD),
        "rare": [found.cells[RARE].bits, described(RARE)] if RARE in found.cells else None,
    }
    entries = zip(found.listed.tolist(), codes.tolist(), strict=True)
    listed = b"".join(index.to_bytes(LISTED - 1, "little") + bytes([code]) for index, code in entries)
    return {**fields, "list": describe_part(listed, listed)}, [*parts, listed]


def compare_predicted(store: Store, name: str, read: Read, threads: int = 1) -> tuple[int, int]:
    """Compare every stored position of a file with the solution: (positions compared, wrong)."""
    file = PredictedFile(name, read)
    header = file.header
    check_source(store, name, header.board, header.rules, header.sections)
    ready = integer_network(Net(header.board, {}, header.patterns, file.network().weights, {}))
    compared = wrong = 0
    for pair, section in header.sections.items():
        buckets = header.levels, header.step
        classes = classify(store, pair, section.stored, section.mills, ready, buckets, threads)
        own_compared, own_wrong = decode(store, file, pair, classes, threads)
        compared, wrong = compared + own_compared, wrong + own_wrong
    return compared, wrong


def decode(store: Store, file: PredictedFile, pair: Pair, classes: Classes, threads: int) -> tuple[int, int]:
    """Compare the value of every stored position of a pair in a file: (positions compared, wrong).

    The classes, which are computed with the file's network, stand for the values in the solution.
    """
    section = file.header.sections[pair]
    loaded = file.loaded(section)
    indexes = np.array(loaded.listed, np.int64)
    codes = codes_at(store.plan, store.read(pair), indexes)
    wrong = int((codes != np.frombuffer(loaded.values, np.uint8)).sum())
    thirds = np.isin(np.arange(len(section.bits)), list(section.thirds))
    exceptions = np.array(section.bits), thirds, *all_cells(loaded), indexes
    results = _together(threads, cell_kernels.decode, [(*piece, *exceptions) for piece in classes.pieces()])
    return sum(found for found, _ in results), wrong + sum(found for _, found in results)


def all_cells(loaded: Loaded) -> tuple[Numbers, Bytes]:
    """Return the cells of a pair in the form for the kernels. See cells.joined."""
    filters = {one[0].bits: one[0] for one in loaded.filters if one and one[0]}
    cells = {**filters, SECOND: loaded.second, THIRD: loaded.third, RARE: loaded.rare}
    return joined({number: one for number, one in cells.items() if one})


def codes_at(plan: Plan, table: Table, indexes: Numbers) -> Numbers:
    """Return the codes at some indexes of a pair, counted from its first half, in a table without distances."""
    rows, columns = plan.shape(table.pair)
    indexes = indexes - table.halves[0] * rows * columns
    codes: Numbers = (table.data[indexes >> 2] >> (indexes & 3) * 2 & 3).astype(np.int64)
    return codes


def _together(threads: int, function: Callable[..., Any], arguments: list[tuple[Any, ...]]) -> list[Any]:
    """Call a function with each tuple of arguments, in several threads, and return the results in order."""
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(lambda one: function(*one), arguments))
