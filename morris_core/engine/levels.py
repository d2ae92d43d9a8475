"""Levels 1 to 8: the same engine made to see less and to overlook more, as people do.

May import morris_core and the engine. The one invariant: a level never looks for a bad turn. It plays the best of
what it has noticed, or one that seems to it about as good; weakness is only in what it notices. All chance comes from
the random.Random that it is given, so a game can be played again.
"""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from ..errors import MorrisError
from ..game import Game
from . import Engine
from .limits import Info, Limit, TurnValue, Values


class Level(NamedTuple):
    """How a level thinks.

    nodes: positions it looks at for one turn, at most; depth: plies it looks ahead, at most (None: as far as the
    nodes go). overlook: how often (0 to 1) it does not look past its own turn, and so misses what the opponent can do
    next. miss: how often it fails to notice that it can close a mill. margin: turns within so many hundredths of a
    man of the best are all the same to it.
    """

    number: int
    title: str
    nodes: int
    depth: int | None
    overlook: float
    miss: float
    margin: int


LEVELS = (
    Level(1, "First game", 2_000, 1, 0.8, 0.5, 100),
    Level(2, "Beginner", 4_000, 2, 0.5, 0.2, 60),
    Level(3, "Learner", 6_000, 2, 0.3, 0.05, 40),
    Level(4, "Casual", 10_000, 3, 0.15, 0.0, 25),
    Level(5, "Club", 20_000, 4, 0.08, 0.0, 15),
    Level(6, "Strong", 40_000, 6, 0.04, 0.0, 8),
    Level(7, "Expert", 80_000, 8, 0.02, 0.0, 4),
    Level(8, "Master", 200_000, None, 0.0, 0.0, 0),
)


class LevelError(MorrisError):
    """A level that there is not."""


def find_level(number: int) -> Level:
    """Return the level of this number; raises LevelError that says which there are."""
    if not 1 <= number <= len(LEVELS):
        raise LevelError(f"There are levels 1 to {len(LEVELS)}, not {number}.")
    return LEVELS[number - 1]


def limit_of(level: Level, limit: Limit | None = None) -> Limit:
    """Return the limit a level thinks by: its own, but for the parts that `limit` says otherwise."""
    given = limit or Limit()
    return Limit(given.seconds, given.nodes or level.nodes, given.depth or level.depth)


def think(engine: Engine, game: Game, level: Level, random: Random, limit: Limit | None = None) -> Iterator[Info]:
    """Think about the turn to play as a level does; the last Info yielded has it as `best`.

    limit: replaces the level's own nodes or depth where it says so, and caps the seconds.
    """
    own = limit_of(level, limit)
    if not (level.overlook or level.miss or level.margin):
        yield from engine.search(game, own)
        return
    if random.random() < level.overlook:
        own = own._replace(depth=1)
    misses = random.random() < level.miss
    values = Values([], 0, 0, 0.0)
    chosen: TurnValue | None = None
    for values in engine.values(game, own):
        chosen = _choose(values, misses, level.margin, None)
        yield _info(values, chosen)
    chosen = _choose(values, misses, level.margin, random)
    yield _info(values, chosen)


def _choose(values: Values, misses: bool, margin: int, random: Random | None) -> TurnValue | None:
    """Return the turn that seems best, or by `random` one of those within the margin of it."""
    noticed = [turn for turn in values if not (misses and turn.move.captures)] or values
    best = max(noticed, key=lambda turn: turn.score, default=None)
    if best is None or random is None:
        return best
    return random.choice([turn for turn in noticed if turn.score >= best.score - margin])


def _info(values: Values, turn: TurnValue | None) -> Info:
    if turn is None:
        return Info(values.depth, 0, (), values.nodes, values.seconds, False, None)
    return Info(values.depth, turn.score, turn.pv, values.nodes, values.seconds, turn.exact, turn.move)
