"""Derive values of positions that files of the predicted form do not store, many at a time, and compare them.

Invariant: a value comes from the files alone, by the moves of the rules; the solution is only what it is
compared with.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from morris_core.board import Board
from morris_core.tablebase.derive import KeptRules
from morris_core.tablebase.index import Pair, Side, binomial, pair_of
from morris_core.tablebase.predicted import ANY, PredictedFile
from tools.tablebase.geometry import columns_of, geometry, sets_of_size
from tools.tablebase.kernels import CAPTURE_CODES
from tools.tablebase.plan import Plan, board_of
from tools.tablebase.predict import kernels, moves
from tools.tablebase.predict.classes import Choice, choice
from tools.tablebase.predict.net import Net
from tools.tablebase.predict.pack import Bytes, all_cells, integer_network
from tools.tablebase.solve import most_men
from tools.tablebase.store import Store, StoreError

Sets = NDArray[np.int32]
BATCH = {False: 200_000, True: 4_000}
"""Positions that are derived together; True: where it may take three plies to come to stored ones."""


class Held(NamedTuple):
    """A pair in a file as the kernels read it. men: (rows of sets, columns, points of all closings by rank); told: what
    moves.decoded needs of exceptions.
    """

    pair: Pair
    stored: Choice
    predictor: Any
    starts: dict[tuple[int, int], int]
    buckets: tuple[int, int]
    told: tuple[Any, ...]


class Derivation:
    """Values by some files together.

    Raises:
        StoreError: a file is not of the solved game.
        TableError: a file is damaged.
    """

    def __init__(self, files: list[PredictedFile], work: Plan) -> None:
        self.board: Board = board_of(work)
        self.rules: KeptRules = files[0].header.rules
        self.g, self.rows = geometry(work.board, most_men(work))
        self.held: dict[Pair, Held] = {}
        self.closing = {
            (men, steps): kernels.closing_table(self.g, sets_of_size(len(self.board.points), men), steps)
            for men in self.rows
            if men
            for steps in (True, False)
        }
        for file in files:
            if file.header.board is not self.board or file.header.rules != work.rules:
                raise StoreError(f"The table file {file.name} is of another game.")
            predictor, starts = integer_network(Net(self.board, {}, file.header.patterns, file.network().weights, {}))
            for pair, section in file.header.sections.items():
                loaded = file.loaded(section)
                listed = np.array(sorted(loaded.listed), np.int64)
                codes = np.array([loaded.listed[index] for index in listed.tolist()], np.int64)
                thirds = np.isin(np.arange(len(section.bits)), list(section.thirds))
                told = (np.array(section.bits), thirds, *all_cells(loaded), listed, codes)
                buckets = file.header.levels, file.header.step
                stored = choice(section.stored, file.header.dark, section.mills)
                self.held[pair] = Held(pair, stored, predictor, starts, buckets, told)

    def values(self, own: Sets, other: Sets, hands: tuple[int, int] = (0, 0)) -> Bytes:
        """Return the values of positions: 0 draw, 1 win, 2 loss. hands: men in hand of the side to move and the other.

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
        if pair not in self.held:
            if not mine.hand:
                raise StoreError(f"No file holds the pair {pair.name()}.")
            return self._derived(own, other, mine, theirs)
        held = self.held[pair]
        found = np.zeros(len(own), np.uint8)
        stored = moves.stored_of(self.g, held.stored, half, own, other)
        if stored.any():
            found[stored] = self._stored(held, half, own[stored], other[stored])
        rest = np.flatnonzero(~stored)
        if len(rest):
            found[rest] = self._derived(own[rest], other[rest], mine, theirs)
        return found

    def _stored(self, held: Held, half: int, own: Sets, other: Sets) -> Bytes:
        first, second = held.pair.first.men, held.pair.second.men
        mine, theirs = (second, first) if half else (first, second)
        closings = tuple(
            moves.look_up_sets(self.g, self.closing[men, not held.pair.hands], sets)
            for men, sets in ((mine, own), (theirs, other))
        )
        starts = np.full(len(own), held.starts[mine, theirs], np.int64)
        outputs = kernels.outputs(own, other, starts, closings, held.predictor)
        where = self.rows[first].sets, binomial(len(self.board.points) - first, second)
        result: Bytes = moves.decoded(self.g, where, half, own, other, outputs, held.buckets, *held.told)
        return result

    def _derived(self, own: Sets, other: Sets, mine: Side, theirs: Side) -> Bytes:
        capture = CAPTURE_CODES.index(str(self.rules["capture"]))
        flies, places = self.rules["flying"] == mine.men, mine.hand > 0
        parents, movers, waiting = moves.expand_all(self.g, capture, flies, places, own, other)
        # Many positions are reached more than once.
        keys, inverse = np.unique(movers.astype(np.int64) << 32 | waiting, return_inverse=True)
        hands = theirs.hand, mine.hand - places
        after = self.values((keys >> 32).astype(np.int32), (keys & 0xFFFFFFFF).astype(np.int32), hands)[inverse]
        result: Bytes = moves.best(len(own), parents, after)
        return result


def check_derived(
    files: list[PredictedFile], work: Plan, store: Store, pairs: list[Pair], number: int, seed: int
) -> Iterator[tuple[Pair, int, int]]:
    """Compare random positions that are not stored with the solution; yield (pair, how many, how many wrong).

    Args:
        files: the files that hold the pairs, and all that captures lead to.
        pairs: to take positions from; some of their positions are not stored.
        number: of positions of each.
        seed: of the random numbers.
    """
    derivation = Derivation(files, work)
    for pair in pairs:
        held = derivation.held[pair]
        sets = derivation.rows[pair.first.men].sets
        columns = columns_of(len(derivation.board.points) - pair.first.men, pair.second.men).sets
        data = store.read(pair).data
        classes = held.stored.classes
        deep = bool((classes[:, 1] >= 0).any() and len(classes) == 1)
        compared = wrong = 0
        while compared < number:
            seed += 1
            wanted = min(BATCH[deep], number - compared)
            own, other, values = moves.sample_others(
                derivation.g, sets, columns, data, held.stored, pair.halves, wanted, seed
            )
            wrong += int((derivation.values(own, other) != values).sum())
            compared += wanted
        yield pair, compared, wrong


def derivable(files: list[PredictedFile]) -> list[Pair]:
    """Return the pairs without men in hand of which files store some positions and leave others to be derived."""
    return [
        pair
        for file in files
        for pair, section in file.header.sections.items()
        if not pair.hands and {(half, ANY, ANY) for half in range(pair.halves)} - set(section.stored)
    ]
