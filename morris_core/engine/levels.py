"""Levels 1 to 8: the same engine made to see less and overlook more, as people do.

The one invariant: a level never looks for a bad move. It plays the best move that it has noticed, or one that it takes
for about as good; its weakness is only in what it notices. All chance comes from the random.Random that it is given, so
a game can be repeated.
"""

from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from ..board import count
from ..errors import MorrisError
from ..game import Game
from ..rules import apply, outcome
from . import Engine
from .evaluation import Evaluation
from .hints import closable, closed_by
from .limits import MATE, Info, Limit, MoveValue, Values

# What `glance` counts, in hundredths of a man: each man taken, each mill that can be closed next, each neighbour of the
# point moved to.
_TAKEN, _CLOSABLE, _WAYS = 100, 30, 4


class Level(NamedTuple):
    """How a level thinks.

    Attributes:
        number: 1 to 8.
        title: Its name, in English.
        nodes: The most positions that it looks at for one move.
        depth: The most plies that it looks ahead; None where only `nodes` limits it.
        overlook: The probability that it looks at its own move only, and so misses what the opponent can do next.
        miss: The probability that it does not notice that it can close a mill.
        margin: It chooses at random among the moves within so many hundredths of a man of the best.
        learned: Whether it uses the strongest evaluation; the others use the plain terms, with which their strengths
            were measured.
    """

    number: int
    title: str
    nodes: int
    depth: int | None
    overlook: float
    miss: float
    margin: int
    learned: bool = False


LEVELS = (
    Level(1, "First game", 2_000, 1, 0.6, 0.3, 60),
    Level(2, "Beginner", 2_000, 1, 0.45, 0.15, 40),
    Level(3, "Learner", 2_000, 1, 0.34, 0.06, 30),
    Level(4, "Casual", 5_000, 2, 0.25, 0.0, 20),
    Level(5, "Club", 10_000, 3, 0.18, 0.0, 12),
    Level(6, "Strong", 20_000, 4, 0.12, 0.0, 8),
    Level(7, "Expert", 50_000, 5, 0.07, 0.0, 0),
    Level(8, "Master", 200_000, None, 0.0, 0.0, 0, learned=True),
)


class LevelError(MorrisError):
    """There is no level of this number."""


def find_level(number: int) -> Level:
    """Return the level of this number. Raises LevelError, which says what levels there are."""
    if not 1 <= number <= len(LEVELS):
        raise LevelError("There are levels 1 to {most}, not {number}.", most=len(LEVELS), number=number)
    return LEVELS[number - 1]


def limit_of(level: Level, limit: Limit | None = None) -> Limit:
    """Return the limit for a level: its own nodes and depth unless `limit` gives others, and the seconds of `limit`."""
    given = limit or Limit()
    return Limit(given.seconds, given.nodes or level.nodes, given.depth or level.depth)


def think(engine: Engine, game: Game, level: Level, random: Random, limit: Limit | None = None) -> Iterator[Info]:
    """Choose a move as a level does; `best` of the last Info yielded is the move to play.

    Args:
        engine: Searches for it.
        game: The game, with the level to move.
        level: The level.
        random: Where its chances come from.
        limit: Replaces the level's own nodes or depth where it gives them, and limits the seconds.
    """
    # Always drawn, and first, so that the same seed gives the same oversights in any position.
    overlooks = random.random() < level.overlook
    misses = random.random() < level.miss
    own = limit_of(level, limit)
    if not level.learned:
        engine = engine.with_evaluation(Evaluation)
    thoughts: Iterable[Values]
    if overlooks:
        thoughts = iter((glance(game),))
    elif misses or level.margin:
        thoughts = engine.values(game, own)
    else:
        yield from engine.search(game, own, random)
        return
    values = Values([], 0, 0, 0.0)
    for values in thoughts:
        yield _info(values, _noticed(game, values, misses)[:1])
    noticed = _noticed(game, values, misses)
    alike = [move for move in noticed if move.score >= noticed[0].score - level.margin]
    yield _info(values, [random.choice(alike)] if alike else [])


def _noticed(game: Game, values: Values, misses: bool) -> list[MoveValue]:
    """Return the moves that the level has noticed, the best first; all of them where every move closes a mill."""
    noticed = [move for move in values if not (misses and closed_by(game.variant, game.position, move.move))]
    return sorted(noticed or values, key=lambda move: -move.score)


def glance(game: Game) -> Values:
    """Return a value for each legal move that leaves the opponent's answer out.

    It counts men taken, own mills that could be closed next, and neighbours of the point moved to.
    """
    variant, position = game.variant, game.position
    board, side = variant.board, position.side
    seen = []
    for move in game.legal_moves():
        after = apply(variant, position, move)
        over = outcome(variant, after)
        if over and over.winner is not None:
            score = MATE - 1 if over.winner == side else 1 - MATE
        else:
            score = _TAKEN * len(move.captures) + _CLOSABLE * len(closable(variant, after, side))
            score += _WAYS * count(board.neighbours[move.to])
            if move.origin is not None:
                score -= _WAYS * count(board.neighbours[move.origin])
        seen.append(MoveValue(move, score, None, None, False, 1, (move,)))
    return Values(seen, 1, len(seen), 0.0)


def _info(values: Values, moves: list[MoveValue]) -> Info:
    if not moves:
        return Info(values.depth, 0, (), values.nodes, values.seconds, False, None)
    move = moves[0]
    return Info(values.depth, move.score, move.pv, values.nodes, values.seconds, move.exact, move.move)
