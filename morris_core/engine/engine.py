"""Engine: the computer player, and the knowledge it keeps from one search to the next."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Protocol

from ..errors import IllegalMove, MorrisError, quote_input
from ..game import Game
from ..levels.one_ply import pick
from ..position import Move
from ..variants import Variant
from .evaluation import Evaluator
from .knowledge import Knowledge, Options
from .learned import best_evaluation
from .limits import Clocks, Info, Limit, Values, best_lines
from .root import DRAWN_DEPTH, LINES, RootSearch, Tablebase

EvaluationMaker = Callable[[Variant], Evaluator]
BOOK_NODES = 2_000
"""Nodes to search a move from a book with, only to report on it."""


class Book(Protocol):
    """An opening book: moves that an Engine need not search for."""

    def moves(self, game: Game) -> list[list[Move]]:
        """Return the moves to play in a game, the best first, in lists of mirror images; [] if it knows none."""


class Engine:
    """A computer player for every variant. It keeps its transposition table from one search to the next.

    Args:
        tablebase: Exact knowledge, asked first.
        memory: Bytes that the transposition table of a variant may take.
        evaluation: Creates an Evaluator for a variant; by default the strongest one there is.
        options: How to search.
        book: Moves to play without a search.

    Raises:
        MorrisError: `memory` is no number of bytes.
    """

    def __init__(
        self,
        tablebase: Tablebase | None = None,
        memory: int = 64 * 2**20,
        evaluation: EvaluationMaker = best_evaluation,
        options: Options | None = None,
        book: Book | None = None,
    ) -> None:
        if isinstance(memory, bool) or not isinstance(memory, int) or memory < 0:
            raise MorrisError("An engine's memory is a number of bytes, not {memory}.", memory=quote_input(memory))
        self.tablebase = tablebase
        self.book = book
        self.memory = memory
        self.evaluation = evaluation
        self.options = options or Options()
        self._knowledge: Knowledge | None = None
        self._siblings: dict[EvaluationMaker, Engine] = {}

    def __repr__(self) -> str:
        return f"<Engine, memory: {self.memory} bytes>"

    def with_evaluation(self, evaluation: EvaluationMaker) -> Engine:
        """Return an engine with another evaluation and no tables or book, for levels below full strength.

        It is the same engine each time, with a memory of its own.
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

    def search(
        self,
        game: Game,
        limit: Limit | Clocks,
        random: Random | None = None,
        moves: Sequence[Move | str] | None = None,
    ) -> Iterator[Info]:
        """Search the position on the board for the best move.

        The result depends on the game, the limit and the engine's memory, never on how the caller slices the iteration.

        Args:
            game: The game; it is not changed.
            limit: When to stop; the caller may also just stop iterating.
            random: Chooses one of the book's moves; without it the best of them is searched for.
            moves: The moves to choose from; None for all.

        Yields:
            The result so far, at each improvement and every few milliseconds in between.

        Raises:
            IllegalMove: One of `moves` is not legal.
        """
        if isinstance(limit, Clocks):
            limit = limit.limit(game.position.side)
        chosen = None if moves is None else [game.copy().play(move) for move in moves]
        known = self.book.moves(game) if self.book and not chosen else []
        if known and random:
            known = [[pick(known, random)]]
            limit = limit._replace(nodes=min(limit.nodes or BOOK_NODES, BOOK_NODES))
        root = self._root(game, limit)
        if known:
            chosen = [alike[0] for alike in known]
        if chosen:
            root.candidates = [number for number, child in enumerate(root.moves) if child.move in chosen]
            root.best = root.candidates[0]
        yield from root.report(root.deepen(), root.info)

    def play(
        self,
        game: Game,
        limit: Limit | Clocks,
        random: Random | None = None,
        moves: Sequence[Move | str] | None = None,
    ) -> Move:
        """Return the move to play. Arguments as in `search`; the move is not played.

        Raises:
            IllegalMove: The game is over.
        """
        best = self.analyse(game, limit, random, moves).best
        if best is None:
            raise IllegalMove("The game is over, so there is no move to play.")
        return best

    def analyse(
        self,
        game: Game,
        limit: Limit | Clocks,
        random: Random | None = None,
        moves: Sequence[Move | str] | None = None,
    ) -> Info:
        """Return the result of a search up to the limit. Arguments as in `search`."""
        return deque(self.search(game, limit, random, moves), maxlen=1).pop()

    def lines(self, game: Game, limit: Limit, number: int = LINES) -> Iterator[list[Info]]:
        """Yield the best moves with their lines, the best first, more and more precise. Arguments as in `search`, and:

        Args:
            number: How many moves.
        """
        for values in self.values(game, limit, number):
            yield best_lines(values, number)

    def values(self, game: Game, limit: Limit, lines: int = LINES, drawn_depth: int = DRAWN_DEPTH) -> Iterator[Values]:
        """Search every legal move and yield the values of all, more and more precise. Arguments as in `search`, and:

        Args:
            lines: How many moves get a whole line.
            drawn_depth: How deep to search moves that are known to be draws, only to order them.
        """
        root = self._root(game, limit, lines, drawn_depth)
        yield from root.report(root.deepen_all(), root.values)

    def _root(self, game: Game, limit: Limit, *more: int) -> RootSearch:
        return RootSearch(self.knowledge(game.variant), self.options, self.tablebase, game, limit, *more)

    def knowledge(self, variant: Variant) -> Knowledge:
        """Return the shared knowledge of a variant, dropping that of any other variant to stay within the memory."""
        if self._knowledge is None or self._knowledge.variant != variant:
            self._knowledge = Knowledge(variant, self.evaluation(variant), self.memory)
        return self._knowledge
