"""Levels 1 to 12: the same engine made to see less and overlook more, as people do.

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
from .learned import best_evaluation
from .limits import MATE, Info, Limit, MoveValue, Values

# What `glance` counts, in hundredths of a man: each man taken, each mill that can be closed next, each neighbour of the
# point moved to.
_TAKEN, _CLOSABLE, _WAYS = 100, 30, 4


class Level(NamedTuple):
    """How a level thinks.

    Attributes:
        number: 1 to 12.
        title: Its name, in English.
        elo: Its strength as matches of nine men's morris measured it (docs/engine.md), the last level's being 2000.
        nodes: The most positions that it looks at for one move.
        depth: The most plies that it looks ahead; None where only `nodes` limits it.
        placing: The same while it has men in hand, where few players see as far.
        overlook: The probability that it looks at its own move only, and so misses what the opponent can do next.
        miss: The probability that it does not notice that it can close a mill.
        margin: It chooses at random among the moves within so many hundredths of a man of the best.
        learned: Whether it judges positions by the strongest evaluation; the others use the plain terms.
        known: Whether it plays from the opening book and the tables of exact values. Such a level cannot be beaten
            early in the game.
    """

    number: int
    title: str
    elo: int
    nodes: int
    depth: int | None
    placing: int | None
    overlook: float
    miss: float
    margin: int
    learned: bool = False
    known: bool = False


LEVELS = (
    Level(1, "First game", 590, 2_000, 1, 1, 0.7, 0.35, 70),
    Level(2, "Beginner", 770, 2_000, 1, 1, 0.6, 0.3, 60),
    Level(3, "Learner", 910, 2_000, 1, 1, 0.54, 0.22, 50),
    Level(4, "Casual", 1070, 2_000, 1, 1, 0.45, 0.15, 40),
    Level(5, "Regular", 1230, 2_000, 1, 1, 0.34, 0.06, 30),
    Level(6, "Keen", 1360, 5_000, 2, 1, 0.28, 0.03, 24),
    Level(7, "Club", 1480, 10_000, 3, 2, 0.18, 0.0, 12),
    Level(8, "Strong", 1630, 20_000, 4, 3, 0.11, 0.0, 8),
    Level(9, "Advanced", 1850, 40_000, 5, 5, 0.05, 0.0, 5),
    Level(10, "Expert", 1920, 10_000, 5, 5, 0.04, 0.0, 5, learned=True),
    Level(11, "Master", 2000, 40_000, None, None, 0.0, 0.0, 2, learned=True),
    Level(12, "Full strength", 2000, 200_000, None, None, 0.0, 0.0, 0, learned=True, known=True),
)


class LevelError(MorrisError):
    """There is no level of this number."""


def find_level(number: int) -> Level:
    """Return the level of this number. Raises LevelError, which says what levels there are."""
    if not 1 <= number <= len(LEVELS):
        raise LevelError("There are levels 1 to {most}, not {number}.", most=len(LEVELS), number=number)
    return LEVELS[number - 1]


def limit_of(level: Level, placing: bool, limit: Limit | None = None) -> Limit:
    """Return the limit for a level: its own nodes and depth unless `limit` gives others, and the seconds of `limit`.

    Args:
        level: The level.
        placing: Whether it has men in hand.
        limit: What is given.
    """
    given = limit or Limit()
    return Limit(given.seconds, given.nodes or level.nodes, given.depth or (level.placing if placing else level.depth))


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
    own = limit_of(level, game.position.hand(game.position.side) > 0, limit)
    if not level.known:
        engine = engine.with_evaluation(best_evaluation if level.learned else Evaluation)
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
