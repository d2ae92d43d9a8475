"""Engine: iterative deepening over the turns of a game's position, told as it goes.

May import morris_core and the engine's own modules. The one invariant: what a search finds depends on the game, the
limit and what the engine remembers, never on how its generator is sliced by the caller.
"""

from collections.abc import Generator, Iterator
from time import perf_counter
from typing import Protocol

from ..game import Game
from ..position import Move, Position
from ..rules import apply, legal_moves, outcome
from ..variants import Variant
from .limits import DEEPEST, MATE, Info, Limit, TurnValue, Values, mate_distance


class Tablebase(Protocol):
    """Exact knowledge that an Engine can be given."""

    def probe(self, variant: Variant, position: Position) -> tuple[str, int | None] | None:
        """Return ("win" | "draw" | "loss", distance in plies or None) for the side to move, None when unknown."""


class _Stop(Exception):
    """The limit is reached."""


class _Clock:
    """Counts nodes and the time between start and yield."""

    def __init__(self, limit: Limit) -> None:
        self.nodes = 0
        self.limit = limit
        self.spent = 0.0
        self.since = perf_counter()

    def seconds(self) -> float:
        return self.spent + perf_counter() - self.since

    def pulse(self) -> Iterator[None]:
        """Let the caller pause here."""
        self.spent = self.seconds()
        yield
        self.since = perf_counter()

    def check(self) -> None:
        if self.limit.nodes is not None and self.nodes >= self.limit.nodes:
            raise _Stop
        if self.limit.seconds is not None and self.seconds() >= self.limit.seconds:
            raise _Stop


class Engine:
    """A computer player for every variant. It keeps what it learned from search to search, in `memory` bytes at most.

    tablebase: exact knowledge to ask first, see Tablebase.
    """

    def __init__(self, tablebase: Tablebase | None = None, memory: int = 64 * 2**20) -> None:
        self.tablebase = tablebase
        self.memory = memory

    def search(self, game: Game, limit: Limit) -> Iterator[Info]:
        """Think about the position on the board; yield what is known, at each improvement and often in between."""
        clock = _Clock(limit)
        turns = game.legal_moves()
        info = Info(0, 0, tuple(turns[:1]), 0, 0.0, False, turns[0] if turns else None)
        yield info
        if not turns:
            return
        try:
            for depth in range(1, min(limit.depth or DEEPEST, DEEPEST) + 1):
                best, pv = -MATE, info.pv
                for move in turns:
                    after = apply(game.variant, game.position, move)
                    walk = _negamax(game.variant, after, depth - 1, 1, -MATE, -best, clock)
                    value, line = 0, ()
                    while True:
                        try:
                            next(walk)
                        except StopIteration as done:
                            value, line = done.value
                            break
                        yield info._replace(nodes=clock.nodes, seconds=clock.seconds())
                        clock.since = perf_counter()
                    if after.side != game.position.side:
                        value = -value
                    if value > best:
                        best, pv = value, (move, *line)
                info = Info(depth, best, pv, clock.nodes, clock.seconds(), _is_exact(game, best), pv[0])
                yield info
                turns.sort(key=lambda move: move != pv[0])
        except _Stop:
            pass
        yield info._replace(nodes=clock.nodes, seconds=clock.seconds())

    def values(self, game: Game, limit: Limit) -> Iterator[Values]:
        """Think about every legal turn; yield a Values for all of them, refined as it goes."""
        clock = _Clock(limit)
        turns = game.legal_moves()
        values = [TurnValue(move, 0, None, None, False, 0, (move,)) for move in turns]
        done_depth = 0
        yield Values(values, 0, 0, 0.0)
        if not turns:
            return
        try:
            for depth in range(1, min(limit.depth or DEEPEST, DEEPEST) + 1):
                for number, move in enumerate(turns):
                    after = apply(game.variant, game.position, move)
                    walk = _negamax(game.variant, after, depth - 1, 1, -MATE, MATE, clock)
                    score, line = 0, ()
                    while True:
                        try:
                            next(walk)
                        except StopIteration as done:
                            score, line = done.value
                            break
                        yield Values(values, done_depth, clock.nodes, clock.seconds())
                        clock.since = perf_counter()
                    if after.side != game.position.side:
                        score = -score
                    exact = _is_exact(game, score)
                    name = ("win" if score > 0 else "loss") if exact else None
                    distance = mate_distance(score) if exact else None
                    values[number] = TurnValue(move, score, name, distance, exact, depth, (move, *line))
                done_depth = depth
                yield Values(values, done_depth, clock.nodes, clock.seconds())
        except _Stop:
            pass
        yield Values(values, done_depth, clock.nodes, clock.seconds())


def _is_exact(game: Game, score: int) -> bool:
    """Return whether a score proves a win or loss that comes before the draw by quiet turns."""
    distance = mate_distance(score)
    limit = game.variant.rules.quiet_limit
    return distance is not None and (not limit or game.quiet + distance <= limit)


def _negamax(
    variant: Variant, position: Position, depth: int, ply: int, alpha: int, beta: int, clock: _Clock
) -> Generator[None, None, tuple[int, tuple[Move, ...]]]:
    clock.nodes += 1
    if clock.nodes % 64 == 0:
        clock.check()
        yield from clock.pulse()
    over = outcome(variant, position)
    if over:
        if over.winner is None:
            return 0, ()
        return (MATE - ply if over.winner == position.side else ply - MATE), ()
    if depth == 0:
        own, other = position.side, 1 - position.side
        men = position.men(own).bit_count() + position.hand(own)
        return 100 * (men - position.men(other).bit_count() - position.hand(other)), ()
    best = -MATE
    line: tuple[Move, ...] = ()
    for move in legal_moves(variant, position):
        after = apply(variant, position, move)
        if after.side == position.side:
            value, rest = yield from _negamax(variant, after, depth - 1, ply + 1, alpha, beta, clock)
        else:
            value, rest = yield from _negamax(variant, after, depth - 1, ply + 1, -beta, -alpha, clock)
            value = -value
        if value > best:
            best, line = value, (move, *rest)
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    return best, line
