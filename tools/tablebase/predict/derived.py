"""Derive values of positions that predicted files do not store, many at a time, and compare them with a solution.

Invariants: a value comes from the files alone, by the moves of the rules. `expand_all` finds the same moves as
morris_core.tablebase.derive.successors, which the tests check.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from morris_core.tablebase.index import Pair, Side, pair_of
from morris_core.tablebase.predicted import ANY, PredictedFile
from tools.tablebase.geometry import sets_of_size
from tools.tablebase.kernels import CAPTURE_CODES, all_points, closes, image, rank, row_of, squeeze, targets
from tools.tablebase.predict import kernels
from tools.tablebase.predict.cells import rank_in
from tools.tablebase.predict.classes import Choice, choice
from tools.tablebase.predict.kernels import is_stored, ranked
from tools.tablebase.predict.net import Net
from tools.tablebase.predict.pack import Bytes, all_cells, integer_network
from tools.tablebase.store import Store, StoreError

Sets = NDArray[np.int32]
BATCH, DEEP_BATCH = 200_000, 4_000
"""Positions to derive together. DEEP_BATCH is for pairs in which a stored position may be three plies away."""


@njit(cache=True, nogil=True)
def stored_of(g, choice, half, own, other):
    """Return which positions of a half are stored. See classes.Choice."""
    found = np.zeros(len(own), np.bool_)
    for i in range(len(own)):
        found[i] = is_stored(g, choice, half, np.int64(own[i]), np.int64(other[i]))
    return found


@njit(cache=True, nogil=True)
def look_up_sets(g, table, sets):
    """Return the value of each set in a table by rank."""
    found = np.zeros(len(sets), np.int64)
    for i in range(len(sets)):
        found[i] = table[rank(g, np.int64(sets[i]))]
    return found


@njit(cache=True, nogil=True)
def expand_all(g, capture, flies, places, own, other):
    """Return the positions after every move: (number of the position before, men to move, other men).

    Args:
        capture: one of CAPTURE_CODES, as a number.
        flies: whether men may go to any point.
        places: whether men are placed; otherwise they step or fly.
    """
    size, found = 16 * len(own) + 64, 0
    parents, movers, waiting = np.zeros(size, np.int64), np.zeros(size, np.int32), np.zeros(size, np.int32)
    for i in range(len(own)):
        if found + 1500 > size:
            parents = np.concatenate((parents, np.zeros_like(parents)))
            movers = np.concatenate((movers, np.zeros_like(movers)))
            waiting = np.concatenate((waiting, np.zeros_like(waiting)))
            size *= 2
        mover, opponent = np.int64(own[i]), np.int64(other[i])
        empty = all_points(g) & ~(mover | opponent)
        takes = targets(g, opponent, capture)
        for number in range(1 if places else g.points[0]):
            if not places and not mover >> number & 1:
                continue
            rest = mover if places else mover ^ (1 << number)
            for point in range(g.points[0]):
                if not (empty if flies or places else g.neighbours[number] & empty) >> point & 1:
                    continue
                left = takes if closes(g, point, rest) else 0
                if not left:
                    parents[found], movers[found], waiting[found] = i, opponent, rest | 1 << point
                    found += 1
                while left:
                    captive = left & -left
                    left ^= captive
                    parents[found], movers[found], waiting[found] = i, opponent ^ captive, rest | 1 << point
                    found += 1
    return parents[:found], movers[:found], waiting[:found]


@njit(cache=True, nogil=True)
def best(number, parents, after):
    """Return the values of positions by the values after their moves. A side without a move has lost."""
    found = np.full(number, 2, np.uint8)
    for i in range(len(parents)):
        parent = parents[i]
        if after[i] == 2:
            found[parent] = 1
        elif after[i] == 0 and found[parent] == 2:
            found[parent] = 0
    return found


@njit(cache=True, nogil=True)
def decoded(g, sets, columns, half, own, other, outputs, buckets, bits, thirds, cells, data, listed, codes):
    """Return the values of stored positions of a half.

    Args:
        sets, columns: the sets of the rows, and the number of columns.
        outputs: the network's three numbers for each position.
        buckets: (levels, step).
        bits, thirds: by bucket; see cells.rank_in.
        listed, codes: the list, ascending by index.
    """
    found = np.zeros(len(own), np.uint8)
    for i in range(len(own)):
        key, men = np.int64(own[i]), np.int64(other[i])
        if half:
            key, men = men, key
        row, symmetry = row_of(g, key)
        column = rank(g, squeeze(g, image(g, symmetry, men), all_points(g) & ~np.int64(sets[row])))
        index = (half * len(sets) + row) * columns + column
        place = np.searchsorted(listed, index)
        if place < len(listed) and listed[place] == index:
            found[i] = codes[place]
            continue
        first, second, bucket = ranked(outputs[i, 0], outputs[i, 1], outputs[i, 2], *buckets)
        value_rank = rank_in(index, bits[bucket], thirds[bucket], cells, data)
        found[i] = first if value_rank == 0 else second if value_rank == 1 else 3 - first - second
    return found


class PairInFile(NamedTuple):
    """A pair in a file, for the kernels.

    Attributes:
        pair: the pair.
        stored: which of its positions are stored.
        predictor: the network.
        starts: the number of the lanes to start with, by numbers of men.
        exceptions: the arguments of `decoded` from `buckets` on.
    """

    pair: Pair
    stored: Choice
    predictor: Any
    starts: dict[tuple[int, int], int]
    exceptions: tuple[Any, ...]


class Derivation:
    """Values from some files together. `store` is the solution of the same game.

    Raises:
        StoreError: a file is of another game.
        TableError: a file is damaged.
    """

    def __init__(self, files: list[PredictedFile], store: Store) -> None:
        self.plan = store.plan
        self.rules = files[0].header.rules
        self.g = self.plan.geometry()
        self.pairs: dict[Pair, PairInFile] = {}
        board = self.plan.board
        self.closing = {
            (men, steps): kernels.closing_table(self.g, sets_of_size(len(board.points), men), steps)
            for men in range(1, self.plan.most_men() + 1)
            for steps in (True, False)
        }
        for file in files:
            header = file.header
            if header.board is not board or header.rules != self.plan.rules:
                raise StoreError(f"The table file {file.name} is of another game.")
            predictor, starts = integer_network(Net(board, {}, header.patterns, file.network().weights, {}))
            for pair, section in header.sections.items():
                loaded = file.loaded(section)
                listed = np.array(sorted(loaded.listed), np.int64)
                codes = np.array([loaded.listed[index] for index in listed.tolist()], np.int64)
                thirds = np.isin(np.arange(len(section.bits)), list(section.thirds))
                buckets = header.levels, header.step
                exceptions = buckets, np.array(section.bits), thirds, *all_cells(loaded), listed, codes
                stored = choice(section.stored, header.dark, section.mills)
                self.pairs[pair] = PairInFile(pair, stored, predictor, starts, exceptions)

    def values(self, own: Sets, other: Sets, hands: tuple[int, int] = (0, 0)) -> Bytes:
        """Return the values of positions: 0 for a draw, 1 for a win, 2 for a loss.

        Args:
            own: the men of the side to move.
            other: the men of the other side.
            hands: the men in hand of the side to move and of the other.

        Raises:
            StoreError: no file holds a pair that moves lead to.
        """
        found = np.zeros(len(own), np.uint8)
        mine, theirs = (np.bitwise_count(men.astype(np.uint32)).astype(np.int64) for men in (own, other))
        for kind in np.unique(mine * 32 + theirs).tolist():
            chosen = np.flatnonzero(mine * 32 + theirs == kind)
            sides = Side(kind // 32, hands[0]), Side(kind % 32, hands[1])
            found[chosen] = self._values(own[chosen], other[chosen], *sides)
        return found

    def _values(self, own: Sets, other: Sets, mine: Side, theirs: Side) -> Bytes:
        """Return values of positions with the same numbers of men."""
        if sum(mine) < 3:
            return np.full(len(own), 2, np.uint8)
        pair, half = pair_of(mine, theirs)
        if pair not in self.pairs:
            if not mine.hand:
                raise StoreError(f"No file holds the pair {pair.name()}.")
            return self._derived(own, other, mine, theirs)
        found = np.zeros(len(own), np.uint8)
        stored = stored_of(self.g, self.pairs[pair].stored, half, own, other)
        if stored.any():
            found[stored] = self._stored(self.pairs[pair], half, own[stored], other[stored])
        if not stored.all():
            found[~stored] = self._derived(own[~stored], other[~stored], mine, theirs)
        return found

    def _stored(self, source: PairInFile, half: int, own: Sets, other: Sets) -> Bytes:
        pair = source.pair
        mine, theirs = (pair.second.men, pair.first.men) if half else (pair.first.men, pair.second.men)
        closings = tuple(
            look_up_sets(self.g, self.closing[men, not pair.hands], sets)
            for men, sets in ((mine, own), (theirs, other))
        )
        starts = np.full(len(own), source.starts[mine, theirs], np.int64)
        outputs = kernels.outputs(own, other, starts, closings, source.predictor)
        sets, columns = self.plan.rows(pair).sets, self.plan.shape(pair)[1]
        result: Bytes = decoded(self.g, sets, columns, half, own, other, outputs, *source.exceptions)
        return result

    def _derived(self, own: Sets, other: Sets, mine: Side, theirs: Side) -> Bytes:
        capture = CAPTURE_CODES.index(str(self.rules["capture"]))
        flies, places = self.rules["flying"] == mine.men, mine.hand > 0
        parents, movers, waiting = expand_all(self.g, capture, flies, places, own, other)
        # Many positions are reached more than once.
        keys, inverse = np.unique(movers.astype(np.int64) << 32 | waiting, return_inverse=True)
        hands = theirs.hand, mine.hand - places
        after = self.values((keys >> 32).astype(np.int32), (keys & 0xFFFFFFFF).astype(np.int32), hands)[inverse]
        result: Bytes = best(len(own), parents, after)
        return result


def check_derived(
    files: list[PredictedFile], store: Store, pairs: list[Pair], number: int, seed: int
) -> Iterator[tuple[Pair, int, int]]:
    """Compare random positions that are not stored with a solution. Yield (pair, positions compared, wrong).

    Args:
        files: the files that hold the pairs, and all that captures lead to.
        store: the solution.
        pairs: the pairs to take positions from. Some of their positions must not be stored.
        number: the number of positions of each.
        seed: for the choice of positions.
    """
    derivation, plan = Derivation(files, store), store.plan
    for pair in pairs:
        stored = derivation.pairs[pair].stored
        deep = bool((stored.classes[:, 1] >= 0).any() and len(stored.classes) == 1)
        compared = wrong = 0
        while compared < number:
            seed += 1
            own, other, values, _ = kernels.sample(
                *(derivation.g, plan.rows(pair).sets, plan.columns(pair).sets, store.read(pair).data, 0, stored),
                *(np.arange(pair.halves), False, min(DEEP_BATCH if deep else BATCH, number - compared), seed),
            )
            wrong += int((derivation.values(own, other) != values).sum())
            compared += len(own)
        yield pair, compared, wrong


def derivable(files: list[PredictedFile]) -> list[Pair]:
    """Return the pairs without men in hand that are stored in part."""
    return [
        pair
        for file in files
        for pair, section in file.header.sections.items()
        if not pair.hands and {(half, ANY, ANY) for half in range(pair.halves)} - set(section.stored)
    ]
