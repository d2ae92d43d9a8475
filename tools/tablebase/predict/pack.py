"""Makes a file of the predicted form: a trained network, and for each pair where it is wrong; and checks such files.

The one invariant: a file is compared position by position with the solution, by what the file itself holds.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from morris_core.tablebase.format import Read, board_lines, describe_part, pack_keys, pack_part, write_file
from morris_core.tablebase.index import Pair
from morris_core.tablebase.network import pack_weights
from morris_core.tablebase.predicted import LISTED, NONE, VERSION, PredictedFile, PredictedSection
from tools.tablebase.geometry import columns_of, geometry
from tools.tablebase.pack import all_codes
from tools.tablebase.plan import Plan, board_of
from tools.tablebase.predict import kernels
from tools.tablebase.predict.cells import Built, build
from tools.tablebase.predict.classes import Stored, dark_points
from tools.tablebase.predict.net import Net, look_ups
from tools.tablebase.solve import most_men
from tools.tablebase.store import Store, StoreError

LEVELS, STEP = 16, 230
"""Levels of confidence, each of so many 1/512 nats between the likeliest value and the second."""
MOST_BITS = 14
SECOND, THIRD = 0, MOST_BITS + 1
"""Where kernels.decode looks for these among the cells."""
Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int64]


class Exceptions(NamedTuple):
    """Where the network is wrong in a pair, as a file holds it. bits, thirds: by bucket; cells: by number, SECOND, bits
    of a filter, or THIRD; listed: indexes of positions that stand in the list.
    """

    bits: list[int]
    thirds: list[int]
    cells: dict[int, Built]
    listed: Numbers


def classify(
    work: Plan, store: Store, pair: Pair, stored: Stored, net: tuple[Any, ...], levels: int, step: int, threads: int
) -> Bytes:
    """Return the class of every position of a pair, see kernels.classify. net: what integer_network returns."""
    board = board_of(work)
    g, rows = geometry(work.board, most_men(work))
    sets = rows[pair.first.men].sets
    columns = columns_of(len(board.points) - pair.first.men, pair.second.men).sets
    parts, row_map, network, start_rows = net
    men = (pair.first.men, pair.second.men)
    starts = np.array([start_rows.get(men, 0), start_rows.get(men[::-1], 0)], np.int64)
    classes = np.zeros(pair.halves * len(sets) * len(columns), np.uint8)
    counter = np.zeros(1, np.int64)
    arguments = (
        *(counter, g, sets, columns, store.read(pair).data, np.array(stored, np.int64), dark_points(board)),
        *(parts, row_map, network, starts, levels, step, classes),
    )
    _together(threads, kernels.classify, *arguments)
    return classes


def integer_network(net: Net) -> tuple[Any, ...]:
    """Return what kernels.outputs needs: parts, row_map, network, and the row to start with by numbers of men."""
    weights = net.weights
    parts, row_map = look_ups(net.board, net.patterns)
    rows = np.frombuffer(weights.rows, np.int8).reshape(-1, weights.lanes).astype(np.int32)
    starts = np.array(list(weights.starts.values()), np.int32)
    first = np.array(weights.first, np.int32).reshape(weights.lanes, weights.hidden)
    second = np.array(weights.second, np.int64).reshape(weights.hidden, 3)
    network = (
        *(np.concatenate([rows, starts]), first, np.array(weights.first_bias, np.int32), second),
        np.array(weights.second_bias, np.int64),
    )
    return parts, row_map, network, {men: len(rows) + number for number, men in enumerate(weights.starts)}


def find_exceptions(classes: Bytes) -> Exceptions:
    """Return where the classes have another rank than the first."""
    buckets = 3 * LEVELS
    counts = np.bincount(classes, minlength=256)[: 3 * kernels.RANK].reshape(3, kernels.RANK)[:, :buckets]
    bits = [_best_bits(int(right), int(second + third)) for right, second, third in counts.T]
    # A bit for each exception, or an entry for each that is not the second.
    thirds = [number for number, (_, second, third) in enumerate(counts.T) if 8 * LISTED * third > second + third]
    cells = {}
    for wanted in sorted(set(bits) - {NONE, 0}):
        cells[wanted] = build(_indexes(classes, _of(bits, wanted, (1, 2))), None, wanted)
    keys = [_indexes(classes, _of(bits, 0, (0, 1, 2)))]
    for wanted, filter_ in cells.items():
        asked = _indexes(classes, _of(bits, wanted, (0, 1, 2)))
        keys.append(asked[kernels.passes(asked, *_arguments(filter_))])
    every = np.concatenate(keys)
    if len(every):
        cells[SECOND] = build(every, (classes[every] >= kernels.RANK).astype(np.uint16), 1)
    third_classes = [bucket + kernels.RANK * rank for bucket in thirds for rank in (1, 2)]
    asked = _indexes(classes, third_classes)
    if len(asked):
        cells[THIRD] = build(asked, (classes[asked] >= 2 * kernels.RANK).astype(np.uint16), 1)
    single = [bucket + 2 * kernels.RANK for bucket in range(buckets) if bucket not in thirds]
    return Exceptions(bits, thirds, cells, _indexes(classes, single))


def _indexes(classes: Bytes, wanted: list[int]) -> Numbers:
    """Return the indexes of the positions of some classes, ascending."""
    chosen = np.zeros(256, bool)
    chosen[wanted] = True
    return np.flatnonzero(chosen[classes])


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


def _arguments(cells: Built) -> tuple[Numbers, Bytes]:
    """Return cells as kernels.get needs them."""
    return np.array([cells.bits, cells.seed, cells.shift, cells.starts, 0]), np.frombuffer(
        cells.data + b"\0\0", np.uint8
    )


def pack_predicted(
    work: Plan, store: Store, net: Net, pairs: list[Pair], threads: int, report: Callable[[str], None]
) -> bytes:
    """Return a file of the predicted form of some of the pairs that a network was trained on."""
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
        "men": list(net.weights.starts),
        "part": describe_part(pack_part(unpacked), unpacked),
    }
    parts.append(pack_part(unpacked))
    report(f"network: {len(parts[-1]):,} bytes")
    entries = []
    ready = integer_network(net)
    for pair in sorted(pairs):
        classes = classify(work, store, pair, net.pairs[pair], ready, LEVELS, STEP, threads)
        found = find_exceptions(classes)
        codes = all_codes(store.read(pair))[found.listed]
        entry, own_parts = _entry(pair, net.pairs[pair], len(rows[pair.first.men].sets), found, codes)
        entries.append(entry)
        parts += own_parts
        held, right = int((classes != kernels.NOT_STORED).sum()), int((classes < kernels.RANK).sum())
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
    return write_file(header, parts, VERSION)


def _entry(
    pair: Pair, stored: Stored, rows: int, found: Exceptions, codes: NDArray[np.uint16]
) -> tuple[dict[str, object], list[bytes]]:
    """Return what the header tells of a pair, and its parts in the order of a file."""
    parts = []

    def described(cells: Built) -> list[int]:
        parts.append(cells.data)
        return [cells.seed, cells.shift, cells.starts, describe_part(cells.data, cells.data)[1]]

    filters = [[bits, described(found.cells[bits])] for bits in sorted(set(found.cells) - {SECOND, THIRD})]
    second = described(found.cells[SECOND]) if SECOND in found.cells else None
    third = described(found.cells[THIRD]) if THIRD in found.cells else None
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
    net = Net(header.board, {}, header.patterns, file.network().weights)
    ready = integer_network(net)
    compared = wrong = 0
    for pair, section in header.sections.items():
        classes = classify(work, store, pair, section.stored, ready, header.levels, header.step, threads)
        listed = file.listed(section)
        codes = all_codes(store.read(pair))
        wrong += sum(int(codes[index]) != code for index, code in listed.items())
        cells, data = _all_cells(file, section)
        told = _together(
            threads,
            kernels.decode,
            np.zeros(1, np.int64),
            classes,
            np.array(section.bits),
            np.isin(np.arange(len(section.bits)), list(section.thirds)),
            cells,
            data,
            np.array(sorted(listed), np.int64),
        )
        compared += sum(found for found, _ in told)
        wrong += sum(found for _, found in told)
    return compared, wrong


def _all_cells(file: PredictedFile, section: PredictedSection) -> tuple[Numbers, Bytes]:
    """Return the cells of a pair as kernels.decode needs them."""
    described = {**section.filters, SECOND: section.second, THIRD: section.third}
    cells, data = np.zeros((THIRD + 1, len(kernels.CELL_FIELDS)), np.int64), b""
    for number, one in described.items():
        if one:
            found = file.cells(
                section, number if number in section.filters else "second" if number == SECOND else "third"
            )
            cells[number] = (*found[:4], len(data))
            data += found.data
    return cells, np.frombuffer(data + b"\0\0", np.uint8)


def _together(threads: int, kernel: Callable[..., Any], *arguments: Any) -> list[Any]:
    """Run a kernel in several threads, which share its first argument, a counter; return what each returned."""
    with ThreadPoolExecutor(threads) as pool:
        return [task.result() for task in [pool.submit(kernel, *arguments) for _ in range(threads)]]
