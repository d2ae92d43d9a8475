"""Make a file of the predicted form: a trained network, and for each pair where it is wrong; and check such files.

Invariant: a file is compared position by position with the solution, by what the file itself holds.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from morris_core.tablebase.format import Read, board_lines, describe_part, pack_keys, pack_part, write_file
from morris_core.tablebase.index import Pair, binomial
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
from morris_core.tablebase.retrieval import Cells
from tools.tablebase.geometry import columns_of, geometry, sets_of_size
from tools.tablebase.plan import Plan, board_of
from tools.tablebase.predict import exceptions, kernels
from tools.tablebase.predict.cells import Built, build
from tools.tablebase.predict.classes import Mills, Stored, choice, dark_points
from tools.tablebase.predict.net import Net, look_ups
from tools.tablebase.solve import most_men
from tools.tablebase.store import Store, StoreError, Table

LEVELS, STEP = 16, 230
"""Levels of confidence, each of so many 1/512 nats between the likeliest value and the second."""
MOST_BITS = 14
PIECE = 1 << 22
"""Positions that a thread takes at a time."""
MOST_START = 12_000
"""No lane starts further than this from 0."""
SECOND, THIRD, RARE = 0, MOST_BITS + 1, MOST_BITS + 2
"""Where exceptions.decode looks for these among the cells."""
Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int64]


class Exceptions(NamedTuple):
    """Where the network is wrong in a pair, as a file holds it. bits, thirds: by bucket; cells: by number: SECOND, bits
    of a filter, THIRD, or RARE, the filter that is asked before THIRD; listed: indexes of the positions in the list.
    """

    bits: list[int]
    thirds: list[int]
    cells: dict[int, Built]
    listed: Numbers


class Classes(NamedTuple):
    """The class of each position of some halves of a pair, see kernels.classify, from the index `base` on."""

    base: int
    data: Bytes

    def pieces(self) -> list[tuple[Bytes, int]]:
        """Return the classes in pieces that threads share: (classes, index of the first)."""
        return [(self.data[at : at + PIECE], self.base + at) for at in range(0, len(self.data), PIECE)]


def classify(
    work: Plan,
    store: Store,
    pair: Pair,
    stored: Stored,
    mills: Mills | None,
    net: tuple[Any, ...],
    levels: int,
    step: int,
    threads: int,
) -> Classes:
    """Return the class of every position of the halves of a pair that are stored. net: from integer_network."""
    board = board_of(work)
    g, rows = geometry(work.board, most_men(work))
    sets = rows[pair.first.men].sets
    columns = columns_of(len(board.points) - pair.first.men, pair.second.men).sets
    predictor, start_numbers = net
    closing = kernels.closing_table(g, sets_of_size(len(board.points), pair.second.men), not pair.hands)
    men = (pair.first.men, pair.second.men)
    starts = np.array([start_numbers.get(men, 0), start_numbers.get(men[::-1], 0)], np.int64)
    halves = sorted({half for half, _, _ in stored})
    size = len(sets) * len(columns)
    classes = Classes(halves[0] * size, np.zeros((halves[-1] + 1 - halves[0]) * size, np.uint8))
    counter = np.zeros(1, np.int64)
    table = store.read(pair)
    network = predictor.network
    if not network[2].any() and len(network[3]) == 1 and all(own == ANY == other for _, own, other in stored):
        if pair.hands:
            raise StoreError("A constant network is for endgames only.")
        first, second, bucket = rank_values(tuple(network[3][0].astype(int).tolist()), levels, step)
        class_of = np.zeros(4, np.uint8)
        class_of[[first, second, 3 - first - second]] = [bucket, bucket + kernels.RANK, bucket + 2 * kernels.RANK]
        _together(threads, kernels.classify_alike, [(counter, table.data, class_of, *classes)] * threads)
        return classes
    arguments = (
        *(counter, g, sets, columns, closing, table.data, table.halves[0], choice(stored, dark_points(board), mills)),
        *(predictor, starts, (levels, step), *classes),
    )
    _together(threads, kernels.classify, [arguments] * threads)
    return classes


class Predictor(NamedTuple):
    """A network as the kernels read it.

    numbers: [byte of a set, value, word] what men add to the numbers of four arrangements in a word; row_map: [look-up,
    number] rows; rows, starts: lanes, 16 bits each, four in a word, a constant above their values; network: the
    weights of both layers and their biases, by head; zero: what in a sum of lanes stands for 0.
    """

    numbers: NDArray[np.uint64]
    row_map: NDArray[np.uint16]
    rows: NDArray[np.uint64]
    starts: NDArray[np.uint64]
    network: tuple[NDArray[np.float32], ...]
    zero: int


def integer_network(net: Net) -> tuple[Predictor, dict[tuple[int, int], int]]:
    """Return what the kernels predict with, and the number of the lanes to start with by numbers of men."""
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
    """Return where the classes have another rank than the first."""
    buckets = 3 * LEVELS
    counts = tally(classes, threads)[: 3 * kernels.RANK].reshape(3, kernels.RANK)[:, :buckets]
    bits = [_best_bits(int(right), int(second + third)) for right, second, third in counts.T]
    # A bit for each exception, or an entry for each that is not the second.
    thirds = [number for number, (_, second, third) in enumerate(counts.T) if 8 * LISTED * third > second + third]
    wanted_bits = sorted(set(bits) - {NONE, 0})
    wrong = [_indexes(classes, _of(bits, wanted, (1, 2)), threads) for wanted in wanted_bits]
    built = _together(threads, build, [(keys, None, wanted) for keys, wanted in zip(wrong, wanted_bits, strict=True)])
    cells = dict(zip(wanted_bits, built, strict=True))
    del wrong
    fields, data = _joined({number: Cells(*one) for number, one in cells.items()})
    arguments = [(*piece, np.array(bits), fields, data) for piece in classes.pieces()]
    every = np.concatenate([np.zeros(0, np.int64), *_together(threads, exceptions.inside, arguments)])
    third_classes = [bucket + kernels.RANK * rank for bucket in thirds for rank in (1, 2)]
    asked = _indexes(classes, third_classes, threads)
    rare = _indexes(classes, [bucket + 2 * kernels.RANK for bucket in thirds], threads)
    rare_bits = _best_bits(len(asked) - len(rare), len(rare))
    if rare_bits > 0:
        cells[RARE] = build(rare, None, rare_bits)
        fields, data = _joined({RARE: Cells(*cells[RARE])})
        asked = asked[exceptions.passes(asked, fields[RARE], data)]
    wanted_cells = [
        (number, (keys, (classes.data[keys - classes.base] >= least).astype(np.uint16), 1))
        for number, keys, least in ((SECOND, every, kernels.RANK), (THIRD, asked, 2 * kernels.RANK))
        if len(keys)
    ]
    del every, asked
    made = _together(threads, build, [arguments for _, arguments in wanted_cells])
    cells |= {number: one for (number, _), one in zip(wanted_cells, made, strict=True)}
    single = [bucket + 2 * kernels.RANK for bucket in range(buckets) if bucket not in thirds]
    return Exceptions(bits, thirds, cells, _indexes(classes, single, threads))


def tally(classes: Classes, threads: int) -> Numbers:
    """Return how many positions there are of each class."""
    counts: Numbers = sum(_together(threads, kernels.tally, [(data,) for data, _ in classes.pieces()]))
    return counts


def _indexes(classes: Classes, wanted: list[int], threads: int) -> Numbers:
    """Return the indexes of the positions of some classes, ascending."""
    chosen = np.zeros(256, np.bool_)
    chosen[wanted] = True
    found = _together(threads, kernels.indexes, [(data, chosen, base) for data, base in classes.pieces()])
    return np.concatenate([np.zeros(0, np.int64), *found])


def _of(bits: list[int], wanted: int, ranks: Iterable[int]) -> list[int]:
    return [bucket + kernels.RANK * rank for bucket, own in enumerate(bits) if own == wanted for rank in ranks]


def _best_bits(right: int, wrong: int) -> int:
    """Return the bits of the filter with which a bucket takes least: wrong ones a filter's bits, and one of `second`
    for these and for what passes the filter by chance.
    """
    if not wrong:
        return NONE
    costs = [right + wrong, *(wrong * (bits + 1) + right / 2**bits for bits in range(1, MOST_BITS + 1))]
    return int(np.argmin(costs))


def _joined(cells: dict[int, Cells]) -> tuple[Numbers, Bytes]:
    """Return cells as exceptions.decode needs them."""
    fields, data, size = np.zeros((RARE + 1, len(exceptions.CELL_FIELDS)), np.int64), [], 0
    for number, one in cells.items():
        fields[number] = (*one[:4], size)
        data.append(one.data)
        size += len(one.data)
    return fields, np.frombuffer(b"".join([*data, b"\0\0"]), np.uint8)


def pack_predicted(
    work: Plan, store: Store, net: Net, pairs: list[Pair], threads: int, report: Callable[[str], None]
) -> bytes:
    """Return a file of the predicted form of some of the pairs that a network was trained on.

    Raises StoreError when what the file gives for some stored position is not its value: then the tool is wrong.
    """
    _, rows = geometry(work.board, most_men(work))
    keys, parts = [], []
    for men in sorted({pair.first.men for pair in pairs}):
        unpacked = pack_keys([int(men_set) for men_set in rows[men].sets])
        keys.append([men, describe_part(pack_part(unpacked), unpacked)])
        parts.append(pack_part(unpacked))
    unpacked = pack_weights(net.weights)
    network = {
        "patterns": net.patterns,
        "lanes": net.weights.lanes,
        "hidden": net.weights.hidden,
        "heads": net.weights.heads,
        "men": list(net.weights.starts),
        "part": describe_part(pack_part(unpacked), unpacked),
    }
    parts.append(pack_part(unpacked))
    report(f"network: {len(parts[-1]):,} bytes")
    entries = []
    ready = integer_network(net)
    classified = {}
    for pair in sorted(pairs):
        mills = net.mills.get(pair)
        classes = classify(work, store, pair, net.pairs[pair], mills, ready, LEVELS, STEP, threads)
        found = find_exceptions(classes, threads)
        codes = codes_at(work, store.read(pair), found.listed)
        entry, own_parts = _entry(pair, net.pairs[pair], len(rows[pair.first.men].sets), found, codes)
        if mills is not None:
            entry["mills"] = sorted(mills)
        entries.append(entry)
        parts += own_parts
        classified[pair] = classes
        counts = tally(classes, threads)
        held, right = int(counts[: kernels.NOT_STORED].sum()), int(counts[: kernels.RANK].sum())
        size = sum(map(len, own_parts))
        report(f"{pair.name()}: {held:,} stored, {100 * right / held:.2f} % right, {size:,} bytes")
    header = {
        "board": work.board,
        "lines": board_lines(board_of(work)),
        "rules": work.rules,
        "dark": dark_points(board_of(work)),
        "levels": LEVELS,
        "step": STEP,
        "keys": keys,
        "network": network,
        "pairs": entries,
    }
    data = write_file(header, parts, PLACING_VERSION if any(pair.hands for pair in pairs) else VERSION)
    file = PredictedFile("the file that was made", lambda offset, length: data[offset : offset + length])
    if pack_weights(file.network().weights) != pack_weights(net.weights):
        raise StoreError("The network in the file that was made is not the one that was trained.")
    told = [decode(work, file, store, pair, classes, threads) for pair, classes in classified.items()]
    compared, wrong = (sum(column) for column in zip(*told, strict=True))
    report(f"{compared:,} stored positions decoded and compared, {wrong} wrong")
    if wrong:
        raise StoreError(f"{wrong} of {compared} positions are wrong in the file that was made.")
    return data


def _entry(
    pair: Pair, stored: Stored, rows: int, found: Exceptions, codes: Numbers
) -> tuple[dict[str, object], list[bytes]]:
    """Return what the header tells of a pair, and its parts in the order of a file."""
    parts = []

    def described(cells: Built) -> list[int]:
        parts.append(cells.data)
        return [cells.seed, cells.shift, cells.starts, describe_part(cells.data, cells.data)[1]]

    filters = [[bits, described(found.cells[bits])] for bits in sorted(set(found.cells) - {SECOND, THIRD, RARE})]
    second = described(found.cells[SECOND]) if SECOND in found.cells else None
    third = described(found.cells[THIRD]) if THIRD in found.cells else None
    rare = [found.cells[RARE].bits, described(found.cells[RARE])] if RARE in found.cells else None
    entries = zip(found.listed.tolist(), codes.tolist(), strict=True)
    listed = b"".join(index.to_bytes(LISTED - 1, "little") + bytes([code]) for index, code in entries)
    parts.append(listed)
    entry: dict[str, object] = {
        "name": pair.name(),
        "stored": stored,
        "rows": rows,
        "bits": found.bits,
        "thirds": found.thirds,
        "filters": filters,
        "second": second,
        "third": third,
        "rare": rare,
        "list": describe_part(listed, listed),
    }
    return entry, parts


def compare_predicted(name: str, read: Read, work: Plan, store: Store, threads: int = 1) -> tuple[int, int]:
    """Compare every stored position of a file with the solution; return (positions compared, how many are wrong).

    Raises StoreError when the file is of another game, TableError when it is damaged.
    """
    file = PredictedFile(name, read)
    header = file.header
    if header.board.name != work.board or header.rules != work.rules or not set(header.sections) <= set(work.pairs()):
        raise StoreError(f"The table file {name} is not made from the solution in {store.folder}.")
    net = Net(header.board, {}, header.patterns, file.network().weights, {})
    ready = integer_network(net)
    compared = wrong = 0
    for pair, section in header.sections.items():
        kind = section.stored, section.mills
        classes = classify(work, store, pair, *kind, ready, header.levels, header.step, threads)
        told = decode(work, file, store, pair, classes, threads)
        compared += told[0]
        wrong += told[1]
    return compared, wrong


def decode(
    work: Plan, file: PredictedFile, store: Store, pair: Pair, classes: Classes, threads: int
) -> tuple[int, int]:
    """Compare what a file gives for every stored position of a pair; return (positions compared, how many are wrong).

    classes: by the network of the file, which is what stands between it and the values.
    """
    section = file.header.sections[pair]
    loaded = file.loaded(section)
    listed = loaded.listed
    indexes = np.array(sorted(listed), np.int64)
    codes = codes_at(work, store.read(pair), indexes).tolist()
    wrong = sum(listed[index] != code for index, code in zip(indexes.tolist(), codes, strict=True))
    cells, data = all_cells(loaded)
    thirds = np.isin(np.arange(len(section.bits)), list(section.thirds))
    arguments = [(*piece, np.array(section.bits), thirds, cells, data, indexes) for piece in classes.pieces()]
    told = _together(threads, exceptions.decode, arguments)
    return sum(found for found, _ in told), wrong + sum(found for _, found in told)


def all_cells(loaded: Loaded) -> tuple[Numbers, Bytes]:
    """Return the cells of a pair as exceptions.decode needs them."""
    filters = {one[0].bits: one[0] for one in loaded.filters if one and one[0]}
    cells = {**filters, SECOND: loaded.second, THIRD: loaded.third, RARE: loaded.rare}
    return _joined({number: one for number, one in cells.items() if one})


def codes_at(work: Plan, table: Table, indexes: Numbers) -> Numbers:
    """Return the codes of a table without distances at some indexes among both halves of the pair."""
    _, rows = geometry(work.board, most_men(work))
    first, second = table.pair
    columns = binomial(len(board_of(work).points) - first.men, second.men)
    indexes = indexes - table.halves[0] * len(rows[first.men].sets) * columns
    codes: Numbers = (table.data[indexes >> 2] >> (indexes & 3) * 2 & 3).astype(np.int64)
    return codes


def _together(threads: int, function: Callable[..., Any], arguments: list[tuple[Any, ...]]) -> list[Any]:
    """Call a function with each tuple of arguments, in several threads; return what each call returned, in order."""
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(lambda one: function(*one), arguments))
