"""RootSearch: iterative deepening over the moves of a game's position."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import suppress
from functools import partial
from typing import Protocol

from ..game import Game
from ..position import Move, Position
from ..variants import Variant
from .clock import Clock, OutOfTime
from .knowledge import Knowledge, Options, key_width
from .limits import MATE, MAX_DEPTH, WON, Info, Limit, MoveValue, Values, mate_distance, value_of
from .line import best_line
from .root_moves import RootMove, drawn_positions, root_moves
from .search import UNLIMITED, OutOfNodes, Search
from .tables import position_of, state_of

KNOWN_WIN = WON - 1_000
"""Score of a win whose distance a table does not give."""
HEADWAY = 400
"""How far the score of a move may lie from KNOWN_WIN, to tell those that make headway from the others."""
WINDOW = 60
"""How far around the last depth's score a search looks first (aspiration), in hundredths of a man."""
HORIZON = 24
"""When the draw by quiet moves is so many plies away, a search first looks for the best move without it."""


class Tablebase(Protocol):
    """Exact knowledge that an Engine can be given: endgame tables, first plies, the answer to a whole game."""

    def probe(
        self, variant: Variant, position: Position, at_once: bool = False, at_least: str = "loss"
    ) -> tuple[str, int | None] | None:
        """Return ("win" | "draw" | "loss", distance in plies or None) for the side to move, None when unknown.

        Args:
            variant: what is played.
            position: the position.
            at_once: whether None is wanted, too, rather than an answer that takes more than a few milliseconds.
            at_least: what the position is known to be worth at least, if anything is known of it.
        """


class RootSearch:
    """One search of a game's position: its root, its limit, and what it has found.

    Lists of scores, depths and so on have an element for each legal move, in the order of `legal_moves`.
    """

    def __init__(
        self, knowledge: Knowledge, options: Options, tablebase: Tablebase | None, game: Game, limit: Limit
    ) -> None:
        self.limit = limit
        self.clock = Clock(limit.seconds)
        self.game = game
        self.knowledge = knowledge
        self.tablebase = tablebase
        self.max_depth = MAX_DEPTH if limit.depth is None else min(limit.depth, MAX_DEPTH)
        position = game.position
        self.side = position.side
        self.own, self.opponent = state_of(position, self.side), state_of(position, 1 - self.side)
        self.drawn = drawn_positions(game)
        probe = partial(self._probe, at_once=True) if tablebase else None
        start = {**self.drawn, self.own << key_width(game.variant) | self.opponent: 0}
        self.tree = Search(knowledge, options, start, game.quiet, limit.nodes, probe)
        moves = game.legal_moves()
        self.moves = root_moves(game, moves, knowledge.images)
        # Mirror images need not be searched twice.
        self.firsts = [number for number, child in enumerate(self.moves) if child.twin == number]
        self.candidates = self.firsts  # what `deepen` chooses from
        self.scores = [0] * len(moves)
        self.depths = [0] * len(moves)
        self.known = [False] * len(moves)
        self.depth = 0
        self.score = 0
        self.best = 0
        self.worth: int | None = None
        """Score of the position itself, where the tablebase knows it."""
        self.kept_score: int | None = None
        """Score of a win or loss that the tablebase knows without its distance, while searching for a way to it."""
        self.losing: set[int] = set()
        """Indices of the moves that the depth being searched has seen to lose."""
        self.line_key: tuple[int, int, int] | None = None
        """Depth, score and best move that `line` belongs to."""
        self.line: tuple[Move, ...] = ()

    def _probe(self, position: Position, at_once: bool = False, at_least: str = "loss") -> int | None:
        """Return the score of a position that the tablebase knows, as if it were the root. Arguments as there."""
        assert self.tablebase is not None
        known = self.tablebase.probe(self.game.variant, position, at_once, at_least)
        if known is None:
            return None
        value, distance = known
        if value == "draw":
            return 0
        score = KNOWN_WIN if distance is None else MATE - distance
        return score if value == "win" else -score

    def deepen(self) -> Iterator[None]:
        """Search deeper and deeper for the best move; yield every few milliseconds."""
        if not self.moves:
            return
        yield
        order = list(self.candidates)
        if self.tablebase:
            order = yield from self._by_tablebase(order)
            if self.known[self.best] and (mate_distance(self.score) is not None or len(order) == 1):
                return
            if self.known[self.best]:
                # The value is sure and how soon is not: among the moves that keep it the search has to make headway.
                self.kept_score = self.score
                self.score = 0
                self.tree.probe = None
        try:
            start = 1
            quiet_left = (self.game.variant.rules.quiet_limit or UNLIMITED) - self.game.quiet
            if quiet_left <= HORIZON:
                # First as if no draw by quiet moves were near, so that among moves that all lead to it the best is
                # played; then again with it, from the first depth that sees it.
                with suppress(OutOfNodes, OutOfTime):
                    self._limit_to(0.7)
                    yield from self._iterate(order, 1, sees_limit=False)
                self._limit_to(1.0)
                start = min(max(quiet_left, 1), self.depth + 1)
            yield from self._iterate(order, start)
        except (OutOfNodes, OutOfTime):
            if self.best in self.losing and self.score > -WON:
                # It was seen to lose only now; nothing as bad is known of the others.
                self.best = next((number for number in order if number not in self.losing), self.best)

    def _limit_to(self, share: float) -> None:
        """Allow the search a share of its nodes and its time."""
        seconds, nodes, _ = self.limit
        self.clock.limit = None if seconds is None else seconds * share
        self.tree.max_nodes = UNLIMITED if nodes is None else int(nodes * share)

    def _iterate(self, order: list[int], start: int, sees_limit: bool = True) -> Iterator[None]:
        """Search all moves deeper and deeper, from a depth on; the best one comes first in `order` then."""
        for depth in range(start, self.max_depth + 1):
            self.tree.begin(depth, sees_limit)
            low, high = -MATE, MATE
            if depth > 3 and abs(self.score) < WON:
                low, high = self.score - WINDOW, self.score + WINDOW
            while True:
                score, best = yield from self._level(order, depth, low, high)
                if low < score < high or (score <= low == -MATE) or (score >= high == MATE):
                    break
                # Outside the window the score is only a bound: look again, as far as it may reach on that side.
                low, high = (-MATE, high) if score <= low else (low, MATE)
            self.depth, self.score, self.best = depth, score, best
            order.remove(best)
            order.insert(0, best)
            yield
            distance = mate_distance(score)
            if distance is not None and distance <= depth:
                return

    def _level(self, order: list[int], depth: int, low: int, high: int) -> Generator[None, None, tuple[int, int]]:
        """Search all moves to one depth; return the best score within the window, and its move."""
        alpha = low
        best_score, best = -MATE - 1, order[0]
        self.losing.clear()
        for number in order:
            if best_score == -MATE - 1:
                score = yield from self._value(number, depth, alpha, high)
            else:
                score = yield from self._value(number, depth, alpha, alpha + 1)
                if alpha < score < high:
                    score = yield from self._value(number, depth, alpha, high)
            if score < -WON:
                self.losing.add(number)
            if score > best_score:
                best_score, best = score, number
                if score > alpha:
                    alpha = score
                    # Kept at once in case time runs out. A first move that fails low says nothing, and a loss is one
                    # only when no other move is better.
                    if score > -WON:
                        self.best = number
                        self.score = score
            if alpha >= high:
                break
        return best_score, best

    def _value(self, number: int, depth: int, alpha: int, beta: int) -> Generator[None, None, int]:
        """Search one move; return its value for the side to move at the root."""
        child = self.moves[number]
        if child.decided is not None:
            return child.decided
        subtree = self.tree.deep(
            child.opponent, child.own, depth - 1, -beta, -alpha, 1, child.irreversible_ply, 1 - self.side
        )
        while True:
            try:
                next(subtree)
            except StopIteration as done:
                return -int(done.value)
            if self.clock.is_over():
                raise OutOfTime
            yield

    def _by_tablebase(self, order: list[int]) -> Generator[None, None, list[int]]:
        """Return the moves worth a search, those that keep the value as far as the tablebase knows it."""
        yield from self._score_by_tablebase(order)
        scores = {number: self.scores[number] for number in order if self.known[number]}
        top = max(scores.values(), default=-MATE)
        # Where time ran out, a move that is worth as much as the position is good enough.
        if not scores or (len(scores) < len(order) and top <= 0 and top != self.worth):
            for number in scores:
                self.scores[number], self.known[number] = 0, False
            return order
        keeping = [number for number in order if scores.get(number) == top]
        self.best, self.score = keeping[0], top
        return keeping

    def _score_by_tablebase(self, order: list[int]) -> Iterator[None]:
        """Score those moves after which the tablebase knows the position; yield after each, since one can take long."""
        self.worth = self._probe(self.game.position)
        at_least = "loss" if self.worth is None or self.worth > 0 else "draw" if self.worth == 0 else "win"
        for number in order:
            yield
            if self.clock.is_over():
                return
            child = self.moves[number]
            known = self._probe(position_of(child.opponent, child.own, 1 - self.side), at_least=at_least)
            if known is not None:
                # One ply further away from here than from there.
                self.scores[number] = 0 if not known else 1 - known if known > 0 else -1 - known
                self.known[number] = True

    def deepen_all(self) -> Iterator[None]:
        """Search deeper and deeper for the value of every move; yield every few milliseconds."""
        if not self.moves:
            return
        yield
        if self.tablebase:
            yield from self._score_by_tablebase(self.firsts)
        try:
            for depth in range(1, self.max_depth + 1):
                unsettled = [number for number in self.firsts if not self._is_settled(number)]
                if not unsettled:
                    yield from self._order_known_wins(self.firsts)
                    return
                self.tree.begin(depth)
                # The best first: their entries in the transposition table help the others.
                unsettled.sort(key=lambda number: -self.scores[number])
                for number in unsettled:
                    self.scores[number] = yield from self._value(number, depth, -MATE, MATE)
                    self.depths[number] = depth
                    yield
                self.depth = depth
                yield
        except (OutOfNodes, OutOfTime):
            pass

    def _order_known_wins(self, firsts: list[int]) -> Iterator[None]:
        """Search the best moves where a table knows that they win or lose, but not how soon: some make headway.

        Their scores change within what they are known to be worth, unless the search proves how soon it is.
        """
        top = max([self.scores[number] for number in firsts])
        if not top or mate_distance(top) is not None:
            return
        self.tree.probe = None
        keeping = [number for number in firsts if self.scores[number] == top]
        for depth in range(1, self.max_depth + 1):
            for number in keeping:
                score = yield from self._value(number, depth, -MATE, MATE)
                known = score * top > 0 and mate_distance(score) is not None
                self.scores[number] = score if known else top + max(-HEADWAY, min(HEADWAY, score // 2))
                self.depths[number] = depth
                yield
            self.depth = depth
            yield

    def _is_settled(self, number: int) -> bool:
        """Return whether searching a move deeper cannot change its score."""
        distance = mate_distance(self.scores[number])
        return self.known[number] or (distance is not None and distance <= self.depths[number])

    def info(self) -> Info:
        """Return what is known of the best move."""
        if not self.moves:
            return Info(0, 0, (), self.tree.nodes, self.clock.seconds(), False, None)
        best = self.best
        self._follow(best, self.score)
        proved = self._is_proof(self.score)
        score = self.score if proved or self.kept_score is None else self.kept_score
        exact = self._is_exact(best, self.score)
        return Info(self.depth, score, self.line, self.tree.nodes, self.clock.seconds(), exact, self.line[0])

    def values(self) -> Values:
        """Return what is known of every move: the whole line of the best one, of the others themselves alone."""
        values = []
        if self.moves:
            best = max(range(len(self.moves)), key=lambda number: self.scores[self.moves[number].twin])
            self._follow(best, self.scores[self.moves[best].twin])
        for child in self.moves:
            # A mirror image has the value of the move that was searched in its place.
            score = self.scores[child.twin]
            exact = self._is_exact(child.twin, score)
            value = value_of(score) if exact else None
            distance = mate_distance(score) if exact else None
            line = self.line if self.line[0] == child.move else (child.move,)
            values.append(MoveValue(child.move, score, value, distance, exact, self.depths[child.twin], line))
        return Values(values, self.depth, self.tree.nodes, self.clock.seconds())

    def _is_exact(self, number: int, score: int) -> bool:
        """Return whether a move's score is proved, by the search or by a table, and the draw counts cannot spoil it.

        A table does not know the draw counts. They cannot spoil its draws; of a win whose distance it does not hold
        nobody knows, and it counts as exact.
        """
        return self._is_proof(score) or (self.known[number] and mate_distance(score) is None)

    def _is_proof(self, score: int) -> bool:
        """Return whether a score proves a win or loss that comes before any draw by repetition or quiet moves.

        A proof never needs a position to come up twice, so only positions that were there before the root matter.
        """
        distance = mate_distance(score)
        limit = self.game.variant.rules.quiet_limit
        return distance is not None and not self.drawn and (not limit or self.game.quiet + distance <= limit)

    def _follow(self, best: int, score: int) -> None:
        """Find the best line again if anything has changed: following it takes longer than a pause may."""
        key = (self.depth, score, best)
        if key != self.line_key:
            self.line_key = key
            self.line = (self.moves[best].move, *self._rest(self.moves[best], score))

    def _rest(self, child: RootMove, score: int) -> list[Move]:
        """Return the line expected after a move."""
        if child.decided is not None:
            return []
        width = key_width(self.game.variant)
        seen = {(self.own, self.opponent, self.side)}
        for key, ply in self.drawn.items():
            seen.add((key >> width, key & (1 << width) - 1, self.side if ply % 2 == 0 else 1 - self.side))
        distance = mate_distance(score)
        plies = self.depth if distance is None else distance - 1
        node = child.opponent, child.own, 1 - self.side
        return best_line(self.knowledge, self.tree, node, 1 - child.irreversible_ply, seen, plies, distance is not None)
