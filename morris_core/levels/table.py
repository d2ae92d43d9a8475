"""The table of levels: their names, how much they notice, and how strong they are.

A new level is one more entry of LEVELS. Links, the page, the command line and the tests take it from here.
"""

from __future__ import annotations

from collections import namedtuple

from ..errors import MorrisError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple

    class _Level(NamedTuple):
        number: int
        title: str
        elo: int
        nodes: int
        depth: int | None
        placing: int | None
        overlook: float
        miss: float
        margin: int
        learned: bool
        known: bool
else:
    _Level = namedtuple("Level", "number title elo nodes depth placing overlook miss margin learned known")


class Level(_Level):
    """How a level thinks.

    Attributes:
        number: Its place in LEVELS, from 1.
        title: Its name, in English.
        elo: Its strength, measured in matches of nine men's morris (docs/engine.md); the last level's is 2000.
        nodes: The most positions it looks at for one move.
        depth: The most plies it looks ahead, or None if only `nodes` limits it.
        placing: The same while it has men in hand, when few players see that far.
        overlook: The probability that it looks at its own move only, and so misses what the opponent can do next.
        miss: The probability that it does not notice that it can close a mill.
        margin: It chooses at random among the moves within this many hundredths of a man of the best.
        learned: Whether it judges positions by the strongest evaluation; the others use the plain terms.
        known: Whether it uses the opening book and the tables of exact values. Such a level cannot be beaten early in
            the game.
    """

    def looks_one_ply(self, placing: bool) -> bool:
        """Return whether it needs no search, with men in hand or without: everything it looks at is in one_ply.py."""
        return (self.placing if placing else self.depth) == 1 and not self.learned


# fmt: off
LEVELS = (
    Level(1, "First game", 310, 2_000, 1, 1, 0.7, 0.35, 70, False, False),
    Level(2, "Beginner", 500, 2_000, 1, 1, 0.6, 0.3, 60, False, False),
    Level(3, "Learner", 630, 2_000, 1, 1, 0.54, 0.22, 50, False, False),
    Level(4, "Casual", 790, 2_000, 1, 1, 0.45, 0.15, 40, False, False),
    Level(5, "Regular", 950, 2_000, 1, 1, 0.34, 0.06, 30, False, False),
    Level(6, "Keen", 1090, 5_000, 2, 1, 0.28, 0.03, 24, False, False),
    Level(7, "Club", 1210, 10_000, 3, 2, 0.18, 0.0, 12, False, False),
    Level(8, "Strong", 1360, 20_000, 4, 3, 0.11, 0.0, 8, False, False),
    Level(9, "Advanced", 1490, 30_000, 5, 4, 0.085, 0.0, 6, False, False),
    Level(10, "Expert", 1660, 40_000, 5, 5, 0.04, 0.0, 4, False, False),
    Level(11, "Master", 1820, 15_000, 5, 5, 0.02, 0.0, 3, True, False),
    Level(12, "Full strength", 2000, 200_000, None, None, 0.0, 0.0, 0, True, True),
)
# fmt: on
PLAYERS = ("human",) + tuple([str(level.number) for level in LEVELS])
"""Who may play a side, as links and saved games say it."""


class LevelError(MorrisError):
    """There is no level of this number."""


def find_level(number: int) -> Level:
    """Return the level of this number. Raises LevelError, which says which levels there are."""
    if not 1 <= number <= len(LEVELS):
        raise LevelError("There's no level {number}. Levels run from 1 to {most}.", most=len(LEVELS), number=number)
    return LEVELS[number - 1]
