"""The player's progress in the puzzles: how it is stored, and what solving a puzzle changes."""

from __future__ import annotations

from math import exp, log, pi, sqrt
from typing import Any

from ...kernel.fields import each, first, largest, later, newest, read_count, read_each, read_newest, read_texts, union
from ...kernel.stored import Data, Field, Stored, refuse
from ...model.translation import _
from .book import is_id

MAX_SOLVED = 5000
MOST = 1_000_000  # puzzles, or days
FIELDS = ("game", "level", "theme")
USUAL_GAME = "nine"

# --- the player's rating ----------------------------------------------------------------------------------------------

SCALE = 173.7178
TAU = 0.5  # how much the volatility may change
LEAST, MOST_DEVIATION = 30.0, 350.0  # the deviation's limits
FIRST = (1500.0, MOST_DEVIATION, 0.06)
PUZZLES = {"1": 900, "2": 1150, "3": 1400, "4": 1650, "5": 1900}  # the rating of the puzzles of each level
PUZZLE_DEVIATION = 60
SURE = 110  # a rating whose deviation is greater is only provisional


def rated(rating: list[float], games: list[tuple[float, float, float]]) -> list[float]:
    """Return a rating, its deviation and its volatility after games, each (opponent's rating, its deviation, score from
    0 to 1). For the player, each puzzle is a game.

    This is Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2022).

    >>> rated([1500, 200, 0.06], [(1400, 30, 1), (1550, 100, 0), (1700, 300, 0)])
    [1464.05, 151.52, 0.059996]
    """
    own, deviation, volatility = rating
    mu, phi = (own - 1500) / SCALE, deviation / SCALE
    certainty = gain = 0.0
    for value, opponents_deviation, score in games:
        weight = 1 / sqrt(1 + 3 * (opponents_deviation / SCALE / pi) ** 2)
        expected = 1 / (1 + exp(-weight * (mu - (value - 1500) / SCALE)))
        certainty += weight * weight * expected * (1 - expected)
        gain += weight * (score - expected)
    volatility = _new_volatility(phi, 1 / certainty, gain / certainty, volatility)
    phi = 1 / sqrt(1 / (phi * phi + volatility * volatility) + certainty)
    deviation = max(LEAST, min(MOST_DEVIATION, SCALE * phi))
    return [round(1500 + SCALE * (mu + phi * phi * gain), 2), round(deviation, 2), round(volatility, 6)]


def _new_volatility(phi: float, variance: float, delta: float, old: float) -> float:
    """Return the new volatility, by the Illinois method of step 5."""
    start = log(old * old)

    def slope(x: float) -> float:
        whole = phi * phi + variance + exp(x)
        return exp(x) * (delta * delta - whole) / (2 * whole * whole) - (x - start) / (TAU * TAU)

    low = start
    if delta * delta > phi * phi + variance:
        high = log(delta * delta - phi * phi - variance)
    else:
        high = start - TAU
        while slope(high) < 0:
            high -= TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > 0.000001:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)


# --- what is stored ---------------------------------------------------------------------------------------------------


def _former(data: dict[str, Any]) -> dict[str, Any]:
    """Return data in which the day of the last puzzle of the day and the days in a row were two fields."""
    data = dict(data)
    day, days = data.pop("day", None), data.pop("days", None)
    if day is not None:
        data.setdefault("daily", [day, days])
    return data


def _former_rating(value: list[float]) -> list[float]:
    """Return a rating that was stored without its time.

    Once all lists were merged as sets, so every change of the rating was appended. The last number of each kind counts:
    a rating is greater than a deviation, which is at least LEAST, and a volatility is less than 1.
    """
    kinds = ([one for one in value if one > MOST_DEVIATION], [one for one in value if LEAST <= one <= MOST_DEVIATION])
    return [kind[-1] for kind in kinds] + [[one for one in value if one < 1][-1]]


def _read_rating(value: list[float]) -> list[float]:
    rating, deviation, volatility = value
    if not all(isinstance(one, (int, float)) for one in value):
        refuse("not numbers")
    if not (0 < rating < 4000 and 0 < deviation <= MOST_DEVIATION and 0 < volatility < 1):
        refuse("no rating")
    return value


def _read_choice(value: str) -> str:
    if not isinstance(value, str) or len(value) >= 40:
        refuse("not a choice")
    return value


STORED = Stored(
    "puzzles",
    _former,
    title=_("Puzzle progress"),
    # Not puzzles whose solution was shown.
    solved=Field(read_texts(is_id, MAX_SOLVED), union, ["00waq8"]),
    # How many in a row were solved without a wrong move or help, and the longest row.
    row=Field(read_newest(read_count(MOST)), newest, [7, 2]),
    best=Field(read_count(MOST), largest, 5),
    # The last day with the puzzle of the day, and days in a row.
    daily=Field(read_newest(read_count(MOST)), newest, [20_000, 3]),
    # The most puzzles solved in a timed run.
    run=Field(read_count(MOST), largest, 9),
    rating=Field(read_newest(_read_rating, _former_rating), newest, [7, [1500.5, 90.25, 0.06]]),
    # "" for any.
    filter=Field(read_each(_read_choice, len(FIELDS), lambda name: name in FIELDS), each(first), {"game": "six"}),
)


class Progress:
    """The player's progress, made from stored data."""

    def __init__(self, data: Data | None = None) -> None:
        self.data: Data = {} if data is None else data
        self.solved: set[str] = set(self.data.get("solved", ()))
        self.row: int = self.data.get("row", (0, 0))[1]
        self.best: int = max(self.data.get("best", 0), self.row)
        self.day, self.days = self.data.get("daily", (0, 0))
        self.run: int = self.data.get("run", 0)
        self.rating: list[float] = list(self.data.get("rating", (0, FIRST))[1])
        self.filter = dict.fromkeys(FIELDS, "")
        self.filter["game"] = USUAL_GAME
        self.filter.update(self.data.get("filter", {}))

    def days_in_a_row(self, day: int) -> int:
        """Return on how many days in a row, up to today or yesterday, the puzzle of the day was solved."""
        return self.days if day - self.day in (0, 1) else 0


# Changes of what is stored: each returns the fields that it changes.


def with_choice(data: Data, name: str, value: str) -> Data:
    """Choose a value of the filter."""
    chosen = dict(data.get("filter", {}))
    chosen[name] = value
    return {"filter": chosen}


def with_run(data: Data, solved: int) -> Data:
    """Count a timed run."""
    return {"run": max(solved, data.get("run", 0))}


def with_rating(data: Data, level: str, solved: bool, now: int) -> Data:
    """Rate the first try of a puzzle."""
    when, rating = data.get("rating", (0, FIRST))
    puzzle = (PUZZLES.get(level, 1500), PUZZLE_DEVIATION, float(solved))
    return {"rating": [later(when, now), rated(rating, [puzzle])]}


def with_failure(data: Data, now: int) -> Data:
    """End the row of puzzles after a wrong move or help."""
    when, row = data.get("row", (0, 0))
    return {"row": [later(when, now), 0]} if row else {}


def with_solved(data: Data, id: str, clean: bool, day: int, now: int) -> Data:
    """Count a solved puzzle. `clean` means without a wrong move or help; `day` is today if it is today's, else 0."""
    progress = Progress(data)
    found: Data = {"solved": union(data.get("solved"), [id])}
    if clean and id not in progress.solved:
        found["row"] = [later(data.get("row", (0, 0))[0], now), progress.row + 1]
        found["best"] = max(progress.best, progress.row + 1)
    if day > progress.day:
        found["daily"] = [day, progress.days + 1 if day == progress.day + 1 else 1]
    return found
