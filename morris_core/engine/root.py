"""RootSearch: iterative deepening over the moves of a game's position."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from functools import partial
from typing import Protocol, TypeVar

from ..game import Game
from ..position import Move, Position
from ..rules import apply, legal_moves, outcome, quiet_limit
from ..variants import Variant
from .clock import Clock
from .knowledge import Knowledge, Options, key_width
from .limits import MATE, MAX_DEPTH, WON, Info, Limit, MoveValue, Values, end_score, mate_distance, ranking, value_of
from .line import best_line, wins_within
from .root_moves import RootMove, drawn_positions, root_moves
from .search import UNLIMITED, LimitReached, Search
from .threats import ThreatSearch

Result = TypeVar("Result")
KNOWN_WIN = WON - 1_000
"""The score of a win whose distance a table does not give."""
HEADWAY = 400
"""How far the score of a move may be from KNOWN_WIN, so that moves that make headway differ from the others."""
NOTICED = 60
"""Hundredths of a man by which a reply must look worse for the opponent to choose it e times less often."""
SHARE = 0.8
"""The search chooses among the drawn moves that set at least this share of the best trap."""
WINDOW = 60
"""Half the width of the first window around the last depth's score (aspiration), in hundredths of a man."""
DRAWN_DEPTH = 8
"""How deep to search moves that are known to be draws, only to order them."""
LINES = 3
"""How many moves get a whole line."""
SEEN = 2
"""How many plies before the end of a game its line is found by trying all moves."""
HORIZON = 24
"""When the draw by quiet moves is at most this many plies away, first search for the best move without it."""


class Tablebase(Protocol):
    """Exact knowledge for an Engine: endgame tables, first plies, the answer to a whole game."""

    def probe(
        self, variant: Variant, position: Position, at_once: bool = False, at_least: str = "loss"
    ) -> tuple[str, int | None] | None:
        """Return ("win" | "draw" | "loss", distance in plies or None) for the side to move, or None if it is not known.

        Args:
            at_once: Whether to return None also if the answer would take more than a few milliseconds.
            at_least: The least value that the position is known to have, if it is known at all.
        """


class RootSearch:
    """One search of a game's position: its root, its limit, and its results.

    Lists of scores, depths and so on have an element for each legal move, in the order of `legal_moves`.
    """

    def __init__(
        self,
        knowledge: Knowledge,
        options: Options,
        tablebase: Tablebase | None,
        game: Game,
        limit: Limit,
        lines: int = LINES,
        drawn_depth: int = DRAWN_DEPTH,
    ) -> None:
        self.limit = limit
        self.clock = Clock(limit.seconds)
        self.game = game
        self.knowledge = knowledge
        self.tablebase = tablebase
        self.most_lines, self.drawn_depth = lines, drawn_depth
        self.max_depth = MAX_DEPTH if limit.depth is None else min(limit.depth, MAX_DEPTH)
        position = game.position
        self.side = position.side
        layout = knowledge.layout
        self.own, self.opponent = layout.state_of(position, self.side), layout.state_of(position, 1 - self.side)
        self.drawn = drawn_positions(game)
        probe = partial(self._probe, at_once=True) if tablebase else None
        start = {**self.drawn, self.own << key_width(game.variant) | self.opponent: 0}
        draw = quiet_limit(game.variant, game.position)
        self.tree = Search(knowledge, options, start, game.quiet, draw, limit.nodes, probe)
        moves = list(game.legal_moves())
        self.moves = root_moves(game, moves, knowledge.images)
        # Search only one of several mirror images.
        self.firsts = [number for number, child in enumerate(self.moves) if child.twin == number]
        self.candidates = self.firsts  # the moves that `deepen` chooses from
        self.scores = [0] * len(moves)
        self.depths = [0] * len(moves)
        self.known = [False] * len(moves)
        self.depth = 0
        over = game.outcome()
        self.score = end_score(over, self.side) if over else 0
        self.best = 0
        self.worth: int | None = None
        """The score of the position itself, if the tablebase knows it."""
        self.saved_score: int | None = None
        """The score of a win or loss whose distance the tablebase does not know, during the search for a way to it."""
        self.losing: set[int] = set()
        """Indices of the moves found to lose at the current depth."""
        self.lines: dict[int, tuple[tuple[int, int], tuple[Move, ...]]] = {}
        """The best line of some moves, with the depth and the score for which it was followed."""
        self.replies: dict[int, tuple[int, int]] = {}
        """How many of the replies to a move give value away, of how many, as far as the tablebase knows all of them."""
        self.threatening: set[int] = set()
        """The moves that threaten a mill, for which only the replies that meet it are counted."""
        self.estimates: dict[int, int] = {}
        """The score that a search without the tablebase gives a move that it knows to be a draw."""

    def _probe(self, position: Position, at_once: bool = False, at_least: str = "loss") -> int | None:
        """Return the tablebase's score of a position as if it were the root, or None. Arguments as there."""
        assert self.tablebase is not None
        answer = self.tablebase.probe(self.game.variant, position, at_once, at_least)
        if answer is None:
            return None
        value, distance = answer
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
            if self.known[self.best] and not self.score and len(order) > 1:
                order = yield from self._by_traps(order)
                self.best = order[0]
            if self.known[self.best] and (mate_distance(self.score) is not None or len(order) == 1):
                return
            if self.known[self.best]:
                # The value is certain but not the distance: the search must find the moves that make headway.
                self.saved_score = self.score
                self.score = 0
                self.tree.probe = None
        try:
            start = 1
            quiet_left = self.tree.rule_limit - self.game.quiet
            if quiet_left <= HORIZON:
                # First ignore the draw by quiet moves, to find the best of the moves that all lead to it. Then search
                # again with it, from the first depth that reaches it.
                with suppress(LimitReached):
                    self._limit_to(0.7)
                    yield from self._iterate(order, 1, sees_limit=False)
                self._limit_to(1.0)
                start = min(max(quiet_left, 1), self.depth + 1)
            yield from self._iterate(order, start)
        except LimitReached:
            if self.best in self.losing and self.score > -WON:
                # This depth found that it loses; the other moves are not known to be as bad.
                self.best = next((number for number in order if number not in self.losing), self.best)

    def _limit_to(self, share: float) -> None:
        """Allow the search only a share of its nodes and its time."""
        seconds, nodes, _ = self.limit
        self.clock.limit = None if seconds is None else seconds * share
        self.tree.max_nodes = UNLIMITED if nodes is None else int(nodes * share)

    def _iterate(self, order: list[int], start: int, sees_limit: bool = True) -> Iterator[None]:
        """Search all moves deeper and deeper from a depth on, moving the best one to the front of `order`."""
        for depth in range(start, self.max_depth + 1):
            self.tree.begin(depth, sees_limit)
            low, high = -MATE, MATE
            if depth > 3 and abs(self.score) < WON:
                low, high = self.score - WINDOW, self.score + WINDOW
            while True:
                score, best = yield from self._level(order, depth, low, high)
                if low < score < high or (score <= low == -MATE) or (score >= high == MATE):
                    break
                # Outside the window the score is only a bound, so search again with that side of the window open.
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
                    # Save it in case time runs out. A first move that fails low means nothing, and a loss counts only
                    # if no other move is better.
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
                raise LimitReached
            yield

    def _by_tablebase(self, order: list[int]) -> Generator[None, None, list[int]]:
        """Return the moves to search: those that keep the value, as far as the tablebase knows it."""
        yield from self._score_by_tablebase(order)
        scores = {number: self.scores[number] for number in order if self.known[number]}
        top = max(scores.values(), default=-MATE)
        # If time ran out, a move with the value of the position is good enough.
        if not scores or (len(scores) < len(order) and top <= 0 and top != self.worth):
            for number in scores:
                self.scores[number], self.known[number] = 0, False
            return order
        keeping = [number for number in order if scores.get(number) == top]
        self.best, self.score = keeping[0], top
        return keeping

    def _by_traps(self, order: list[int]) -> Generator[None, None, list[int]]:
        """Return the drawn moves after which the opponent errs most, or all of them if no reply to any of them loses.

        A reply counts the more, the better it looks to the evaluation. A move back to a position of this game sets no
        trap, because the game would only repeat.
        """
        variant, errors = self.game.variant, dict.fromkeys(order, 0.0)
        layout = self.knowledge.layout
        before = {self.game.position_at(ply) for ply in range(max(0, self.game.ply - self.game.quiet), self.game.ply)}
        for number in order:
            yield
            if self.clock.is_over():
                return order
            child = self.moves[number]
            position = layout.position_of(child.opponent, child.own, 1 - self.side)
            if child.decided is not None or position in before:
                continue
            looks, losing = [], []
            for reply in legal_moves(variant, position):
                after = apply(variant, position, reply)
                answer = self._probe(after, at_once=True, at_least="draw")
                own, opponent = layout.state_of(after, self.side), layout.state_of(after, 1 - self.side)
                looks.append(-self.knowledge.evaluation.score(own, opponent))
                losing.append(answer is not None and answer > 0)
            best = max(looks, default=0)
            weights = [math.exp((look - best) / NOTICED) for look in looks]
            errors[number] = sum(itertools.compress(weights, losing)) / (sum(weights) or 1)
        most = max(errors.values())
        return [number for number in order if errors[number] >= SHARE * most]

    def _score_by_tablebase(self, order: list[int]) -> Iterator[None]:
        """Score the moves after which the tablebase knows the position; yield after each, because a probe may take
        long.
        """
        self.worth = self._probe(self.game.position)
        at_least = "loss" if self.worth is None or self.worth > 0 else "draw" if self.worth == 0 else "win"
        layout = self.knowledge.layout
        for number in order:
            yield
            if self.clock.is_over():
                return
            child = self.moves[number]
            score = self._probe(layout.position_of(child.opponent, child.own, 1 - self.side), at_least=at_least)
            if score is not None:
                # The end of the game is one ply further away from here.
                self.scores[number] = 0 if not score else 1 - score if score > 0 else -1 - score
                self.known[number] = True

    def deepen_all(self) -> Iterator[None]:
        """Search deeper and deeper for the value of every move; yield every few milliseconds."""
        if not self.moves:
            return
        yield
        if self.tablebase:
            yield from self._score_by_tablebase(self.firsts)
            yield from self._count_replies()
        try:
            for depth in range(1, self.max_depth + 1):
                unsettled = [number for number in self.firsts if not self._is_settled(number)]
                if not unsettled:
                    yield from self._order_known(self.firsts)
                    return
                self.tree.begin(depth)
                # The best moves first, because their entries in the transposition table help the others.
                unsettled.sort(key=lambda number: -self.scores[number])
                for number in unsettled:
                    self.scores[number] = yield from self._value(number, depth, -MATE, MATE)
                    self.depths[number] = depth
                    yield
                self.depth = depth
                yield
        except LimitReached:
            pass

    def _count_replies(self) -> Iterator[None]:
        """Count the replies that give value away after the best moves that the tablebase knows; yield after each.

        If a move threatens to close a mill, only the replies that stop this or take a man count, if there are any:
        everybody sees that the others lose.
        """
        top = max([self.scores[number] for number in self.firsts if self.known[number]], default=0)
        threats = ThreatSearch(self.game.variant)
        for number in self.firsts:
            if not self.known[number] or self.scores[number] != top or top > 0 or mate_distance(top) is not None:
                continue
            yield
            game = self.game.copy()
            game.play(self.moves[number].move)
            if game.outcome() or game.position.side == self.side:
                continue
            replies = root_moves(game, list(game.legal_moves()), self.knowledge.images)
            worth: dict[int, int] = {}
            for reply in [reply for index, reply in enumerate(replies) if reply.twin == index]:
                position = self.knowledge.layout.position_of(reply.opponent, reply.own, self.side)
                found = self._probe(position, at_once=True) if reply.decided is None else -reply.decided
                if found is None:
                    break
                worth[replies.index(reply)] = found
            else:
                threat = threats.closable(game.position, self.side)
                meeting = [reply for reply in replies if reply.move.captures or not threat & self._left(threats, reply)]
                counted = meeting or replies
                wrong = [reply for reply in counted if value_of(worth[reply.twin]) != value_of(top)]
                self.replies[number] = len(wrong), len(counted)
                if len(counted) < len(replies):
                    self.threatening.add(number)

    def _left(self, threats: ThreatSearch, reply: RootMove) -> int:
        """Return the points where this side could close a mill after a reply."""
        return threats.closable(self.knowledge.layout.position_of(reply.opponent, reply.own, self.side), self.side)

    def _order_known(self, firsts: list[int]) -> Iterator[None]:
        """Search the best moves if a table knows their value, but no distance: some make headway.

        The scores of wins and losses change only within the known value, unless the search proves the distance. Draws
        get estimates beside their score.
        """
        top = max([self.scores[number] for number in firsts])
        if mate_distance(top) is not None:
            return
        self.tree.probe = None
        keeping = [number for number in firsts if self.scores[number] == top]
        for depth in range(1, min(self.max_depth, self.max_depth if top else self.drawn_depth) + 1):
            self.tree.begin(depth)
            for number in keeping:
                score = yield from self._value(number, depth, -MATE, MATE)
                if top:
                    proven = score * top > 0 and mate_distance(score) is not None
                    self.scores[number] = score if proven else top + max(-HEADWAY, min(HEADWAY, score // 2))
                else:
                    self.estimates[number] = score
                self.depths[number] = depth
                yield
            self.depth = depth
            yield

    def _is_settled(self, number: int) -> bool:
        """Return whether searching a move deeper cannot change its score."""
        distance = mate_distance(self.scores[number])
        return self.known[number] or (distance is not None and distance <= self.depths[number])

    def report(self, steps: Iterator[None], result: Callable[[], Result]) -> Iterator[Result]:
        """Yield the result after each step of a search and at its end; the clock stands while the caller has it."""
        for _ in steps:
            self.clock.stop()
            yield result()
            self.clock.start()
        yield result()

    def info(self) -> Info:
        """Return the result so far: the best move and its line."""
        if not self.moves:
            return Info(0, self.score, (), self.tree.nodes, self.clock.seconds(), True, None)
        best = self.best
        line = self._line(best, self.score)
        proved = self._is_proof(self.score)
        score = self.score if proved or self.saved_score is None else self.saved_score
        exact = self._is_exact(best, self.score)
        return Info(self.depth, score, line, self.tree.nodes, self.clock.seconds(), exact, line[0])

    def values(self) -> Values:
        """Return the results for every move so far, with the whole line only for the best ones."""
        values = []
        for child in self.moves:
            # A mirror image has the value of the move that was searched instead.
            twin = child.twin
            score = self.scores[twin]
            exact = self._is_exact(twin, score)
            replies, estimate, depth = self.replies.get(twin), self.estimates.get(twin, 0), self.depths[twin]
            line, threatens = (child.move,), twin in self.threatening
            values.append(MoveValue(child.move, score, exact, depth, line, replies, estimate, threatens))
        for number in ranking(values)[: self.most_lines]:
            values[number] = values[number]._replace(pv=self._line(number, values[number].score))
        worth = self.worth
        if worth is not None and not self._is_certain(worth):
            worth = None
        return Values(values, self.depth, self.tree.nodes, self.clock.seconds(), worth)

    def _is_exact(self, number: int, score: int) -> bool:
        """Return whether the search or a table proves a move's score, and the draw counts cannot spoil it.

        A table does not know the draw counts. They cannot spoil its draws. A win whose distance the table lacks counts
        as exact, although nobody knows whether they can spoil it.
        """
        return self._is_proof(score) or (self.known[number] and self._is_certain(score))

    def _is_certain(self, score: int) -> bool:
        """Return whether a score that a table knows is exact."""
        return mate_distance(score) is None or self._is_proof(score)

    def _is_proof(self, score: int) -> bool:
        """Return whether a score proves a win or loss that comes before any draw by repetition or quiet moves.

        A proof never needs a position to occur twice, so only positions before the root matter.
        """
        distance = mate_distance(score)
        # After captures on the way, the lower limit may hold.
        return (
            distance is not None
            and not self.drawn
            and self.game.quiet + distance <= self.tree.rule_limit
            and distance <= self.tree.three_limit
        )

    def _line(self, number: int, score: int) -> tuple[Move, ...]:
        """Return the best line from a move on. It is followed again only if anything has changed, since that takes
        time."""
        key = self.depth, score
        known = self.lines.get(number)
        if known is None or known[0] != key:
            known = self.lines[number] = key, (self.moves[number].move, *self._rest(number, score))
        return known[1]

    def _rest(self, number: int, score: int) -> list[Move]:
        """Return the line expected after a move: if the end is known, up to there."""
        child = self.moves[number]
        if child.decided is not None:
            return []
        distance, winner = mate_distance(score), self.side if score > 0 else 1 - self.side
        if distance is not None and self.known[child.twin]:
            line = self._to_the_end([child.move], distance, winner)
            if len(line) == distance - 1:
                return line
        width = key_width(self.game.variant)
        seen = {(self.own, self.opponent, self.side)}
        for key, ply in self.drawn.items():
            seen.add((key >> width, key & (1 << width) - 1, self.side if ply % 2 == 0 else 1 - self.side))
        plies = self.depth if distance is None else distance - 1
        node, quiet = (child.opponent, child.own, 1 - self.side), 1 - child.irreversible_ply
        line = best_line(self.knowledge, self.tree, node, quiet, seen, plies, distance is not None)
        if distance is not None:
            line += self._to_the_end([child.move, *line], distance, winner)
        return line

    def _to_the_end(self, line: list[Move], distance: int, winner: int) -> list[Move]:
        """Return how a line goes on to its end, as far as the tablebase knows it: the winner hurries, the loser delays.

        Args:
            distance: The plies to the end of the game from the first move of the line on.
        """
        variant, position = self.game.variant, self.game.position
        for move in line:
            position = apply(variant, position, move)
        found: list[Move] = []
        for left in range(distance - len(line) - 1, -1, -1):
            for move in legal_moves(variant, position):
                after = apply(variant, position, move)
                if self._is_won(after, winner, left):
                    found.append(move)
                    position = after
                    break
            else:
                break
        return found

    def _is_won(self, position: Position, winner: int, plies: int) -> bool:
        """Return whether a side is known to win in exactly that many plies."""
        over = outcome(self.game.variant, position)
        if over or not plies:
            return not plies and over is not None and over.winner == winner
        score = self._probe(position) if self.tablebase else None
        if score is not None and mate_distance(score) is not None:
            return score == (MATE - plies if position.side == winner else plies - MATE)
        # The search keeps no immediate wins in its memory.
        if plies > SEEN or not wins_within(self.game.variant, position, winner, plies):
            return False
        return not wins_within(self.game.variant, position, winner, plies - 1)
