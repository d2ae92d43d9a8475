"""Levels 1 to 12 as a table: what each of them notices, and how strong that makes it."""

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
    _Level = namedtuple(
        "Level",
        ("number", "title", "elo", "nodes", "depth", "placing", "overlook", "miss", "margin", "learned", "known"),
    )


class Level(_Level):
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

    @property
    def looks_one_ply(self) -> bool:
        """Whether it needs no search: all that it ever looks at is in one_ply.py."""
        return self.depth == 1 and self.placing == 1 and not self.learned


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


class LevelError(MorrisError):
    """There is no level of this number."""


def find_level(number: int) -> Level:
    """Return the level of this number. Raises LevelError, which says what levels there are."""
    if not 1 <= number <= len(LEVELS):
        raise LevelError("There are levels 1 to {most}, not {number}.", most=len(LEVELS), number=number)
    return LEVELS[number - 1]
