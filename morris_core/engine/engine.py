"""Engine, the computer player: what it is given, and what it keeps from search to search."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Protocol

from ..game import Game
from ..position import Move
from ..variants import Variant
from .evaluation import Evaluator
from .knowledge import Knowledge, Options
from .learned import best_evaluation
from .limits import Info, Limit, Values
from .root import RootSearch, Tablebase

EvaluationMaker = Callable[[Variant], Evaluator]
BOOK_NODES = 2_000
"""Nodes that a move chosen from a book is searched with, for what is reported of it."""


class Book(Protocol):
    """Moves that an Engine need not search for."""

    def moves(self, game: Game) -> list[list[Move]]:
        """Return the moves to play in a game, those preferred first, in lists of mirror images; none where unknown."""


class Engine:
    """A computer player for every variant. It keeps its transposition table from search to search.

    Args:
        tablebase: exact knowledge, asked first.
        memory: bytes that the transposition table of a variant may take.
        evaluation: makes an Evaluator for a variant; the strongest one there is unless another is given.
        options: how to search.
        book: moves to play, where it knows any.
    """

    def __init__(
        self,
        tablebase: Tablebase | None = None,
        memory: int = 64 * 2**20,
        evaluation: EvaluationMaker = best_evaluation,
        options: Options | None = None,
        book: Book | None = None,
    ) -> None:
        self.tablebase = tablebase
        self.book = book
        self.memory = memory
        self.evaluation = evaluation
        self.options = options or Options()
        self._knowledge: Knowledge | None = None
        self._siblings: dict[EvaluationMaker, Engine] = {}

    def with_evaluation(self, evaluation: EvaluationMaker) -> Engine:
        """Return an engine with another evaluation, without tables and book: for levels below full strength.

        It is the same engine each time, with its own memory.
        """
        if evaluation is self.evaluation and self.tablebase is None and self.book is None:
            return self
        if evaluation not in self._siblings:
            self._siblings[evaluation] = Engine(None, self.memory, evaluation, self.options)
        return self._siblings[evaluation]

    def forget(self) -> None:
        """Drop everything learned, so that the next search is that of a new engine."""
        self._knowledge = None
        self._siblings.clear()

    def search(self, game: Game, limit: Limit, random: Random | None = None) -> Iterator[Info]:
        """Search the position on the board for the best move.

        What is found depends on the game, the limit and what the engine remembers, never on how the caller slices the
        iteration.

        Args:
            game: the game; it is not changed.
            limit: when to stop; the caller may also just stop iterating.
            random: chooses one of the book's moves; without it the best of them is searched for.

        Yields:
            What is known, at each improvement and every few milliseconds in between.
        """
        moves = self.book.moves(game) if self.book else []
        if moves and random:
            # Those preferred more often, and any of those that are mirror images of each other.
            (alike,) = random.choices(moves, range(len(moves), 0, -1))
            moves = [[random.choice(alike)]]
            limit = limit._replace(nodes=min(limit.nodes or BOOK_NODES, BOOK_NODES))
        root = self._root(game, limit)
        if moves:
            chosen = [alike[0] for alike in moves]
            root.candidates = [number for number, child in enumerate(root.moves) if child.move in chosen]
        for _ in root.deepen():
            root.clock.stop()
            yield root.info()
            root.clock.start()
        yield root.info()

    def values(self, game: Game, limit: Limit) -> Iterator[Values]:
        """Search every legal move; yield the values of all of them, refined as it goes. Arguments as in `search`."""
        root = self._root(game, limit)
        for _ in root.deepen_all():
            root.clock.stop()
            yield root.values()
            root.clock.start()
        yield root.values()

    def _root(self, game: Game, limit: Limit) -> RootSearch:
        return RootSearch(self.knowledge(game.variant), self.options, self.tablebase, game, limit)

    def knowledge(self, variant: Variant) -> Knowledge:
        """Return what is kept for a variant; what was kept for another one is dropped, to stay within the memory."""
        if self._knowledge is None or self._knowledge.variant != variant:
            self._knowledge = Knowledge(variant, self.evaluation(variant), self.memory)
        return self._knowledge
