"""How levels choose their moves: the same engine, made to see less and overlook more, as people do.

Invariant: a level never looks for a bad move. It plays the best move it has noticed, or one it considers about as good;
it is weak only in what it notices. All randomness comes from the random.Random passed in, so games can be repeated.
The table of levels, and the code of those that need no search, is in morris_core.levels.
"""

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from ..game import Game
from ..levels.one_ply import choose, draw, look, noticed
from ..levels.table import Level
from . import Engine
from .clock import Clock
from .evaluation import Evaluation
from .learned import best_evaluation
from .limits import MATE, Info, Limit, MoveValue, Values


def limit_of(level: Level, placing: bool, limit: Limit | None = None) -> Limit:
    """Return the limit for a level: its own nodes and depth unless `limit` gives others, and the seconds of `limit`.

    Args:
        placing: Whether it has men in hand.
        limit: The limit of the request.
    """
    limit_used = limit or Limit()
    return Limit(
        limit_used.seconds,
        limit_used.nodes or level.nodes,
        limit_used.depth or (level.placing if placing else level.depth),
    )


def think(engine: Engine, game: Game, level: Level, random: Random, limit: Limit | None = None) -> Iterator[Info]:
    """Choose a move as a level does; `best` of the last Info yielded is the move to play.

    Args:
        engine: Searches for the level.
        game: The game, with the level to move.
        random: The source of randomness.
        limit: Replaces the level's own nodes or depth if given, and limits the seconds.
    """
    overlooks, misses = draw(level, random)
    own = limit_of(level, game.position.hand(game.position.side) > 0, limit)
    if not level.known:
        engine = engine.with_evaluation(best_evaluation if level.learned else Evaluation)
    thoughts: Iterable[Values]
    if overlooks or (own.depth == 1 and not level.learned):
        thoughts = _without_search(game, overlooks, own)
    elif misses or level.margin:
        thoughts = engine.values(game, own)
    else:
        yield from engine.search(game, own, random)
        return
    values = Values([], 0, 0, 0.0)
    for values in thoughts:
        yield _info(values, noticed(game.variant, game.position, values, misses)[:1])
    best = choose(game.variant, game.position, values, level, misses, random) if values else None
    yield _info(values, [value for value in values if value.move == best])


def _without_search(game: Game, overlooks: bool, limit: Limit) -> Iterator[Values]:
    """Yield the values of the legal moves looked at so far, as a player who looks one ply ahead sees them."""
    clock = Clock(limit.seconds)
    values = Values([], 1, 0, 0.0)
    for seen in look(game, overlooks):
        move, score = seen[-1]
        values.append(MoveValue(move, score, score == MATE - 1, 1, (move,)))
        clock.stop()
        values.nodes, values.seconds = len(values), clock.seconds()
        yield values
        clock.start()
        if clock.is_over():
            break


def _info(values: Values, moves: Sequence[MoveValue]) -> Info:
    if not moves:
        return Info(values.depth, 0, (), values.nodes, values.seconds, False, None)
    move = moves[0]
    return Info(values.depth, move.score, move.pv, values.nodes, values.seconds, move.exact, move.move)
