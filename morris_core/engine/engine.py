"""Engine, the computer player: what it is given, and what it keeps from search to search."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..game import Game
from ..variants import Variant
from .evaluation import Evaluator
from .knowledge import Knowledge, Options
from .learned import best_evaluation
from .limits import Info, Limit, Values
from .root import RootSearch, Tablebase

EvaluationMaker = Callable[[Variant], Evaluator]


class Engine:
    """A computer player for every variant. It keeps its transposition table from search to search.

    Args:
        tablebase: exact knowledge, asked first.
        memory: bytes that the transposition table of a variant may take.
        evaluation: makes an Evaluator for a variant; the strongest one there is unless another is given.
        options: how to search.
    """

    def __init__(
        self,
        tablebase: Tablebase | None = None,
        memory: int = 64 * 2**20,
        evaluation: EvaluationMaker = best_evaluation,
        options: Options | None = None,
    ) -> None:
        self.tablebase = tablebase
        self.memory = memory
        self.evaluation = evaluation
        self.options = options or Options()
        self._knowledge: Knowledge | None = None
        self._siblings: dict[EvaluationMaker, Engine] = {}

    def with_evaluation(self, evaluation: EvaluationMaker) -> Engine:
        """Return an engine like this one with another evaluation, and without tables: for levels below full strength.

        It is the same engine each time, with its own memory.
        """
        if evaluation is self.evaluation and self.tablebase is None:
            return self
        if evaluation not in self._siblings:
            self._siblings[evaluation] = Engine(None, self.memory, evaluation, self.options)
        return self._siblings[evaluation]

    def forget(self) -> None:
        """Drop everything learned, so that the next search is that of a new engine."""
        self._knowledge = None
        self._siblings.clear()

    def search(self, game: Game, limit: Limit) -> Iterator[Info]:
        """Search the position on the board for the best move.

        What is found depends on the game, the limit and what the engine remembers, never on how the caller slices the
        iteration.

        Args:
            game: the game; it is not changed.
            limit: when to stop; the caller may also just stop iterating.

        Yields:
            What is known, at each improvement and every few milliseconds in between.
        """
        root = self._root(game, limit)
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
