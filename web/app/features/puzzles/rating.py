"""The player's rating by Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2022): each puzzle is a game.

>>> rating = Rating(1500, 200, 0.06)
>>> rating = rating.after([(1400, 30, 1), (1550, 100, 0), (1700, 300, 0)])
>>> round(rating.value, 1), round(rating.deviation, 1), round(rating.volatility, 5)
(1464.1, 151.5, 0.06)
"""

from __future__ import annotations

from math import exp, log, pi, sqrt

SCALE = 173.7178
TAU = 0.5  # how much the volatility may change
LEAST, MOST = 30.0, 350.0  # the deviation's limits
FIRST = (1500.0, MOST, 0.06)
PUZZLES = {"1": 900, "2": 1150, "3": 1400, "4": 1650, "5": 1900}
"""The rating of the puzzles of each level."""
PUZZLE_DEVIATION = 60
SURE = 110
"""A rating whose deviation is greater is only provisional."""


class Rating:
    """A rating, its deviation, and its volatility."""

    def __init__(self, value: float, deviation: float, volatility: float) -> None:
        self.value = value
        self.deviation = deviation
        self.volatility = volatility

    def after(self, games: list[tuple[float, float, float]]) -> Rating:
        """Return the rating after games, each (opponent's rating, its deviation, score from 0 to 1)."""
        mu, phi = (self.value - 1500) / SCALE, self.deviation / SCALE
        certainty = gain = 0.0
        for value, deviation, score in games:
            weight = 1 / sqrt(1 + 3 * (deviation / SCALE / pi) ** 2)
            expected = 1 / (1 + exp(-weight * (mu - (value - 1500) / SCALE)))
            certainty += weight * weight * expected * (1 - expected)
            gain += weight * (score - expected)
        variance = 1 / certainty
        volatility = _new_volatility(phi, variance, variance * gain, self.volatility)
        phi = 1 / sqrt(1 / (phi * phi + volatility * volatility) + certainty)
        return Rating(1500 + SCALE * (mu + phi * phi * gain), max(LEAST, min(MOST, SCALE * phi)), volatility)


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


def rated(rating: list[float], level: str, solved: bool) -> list[float]:
    """Return the stored form of a rating, (rating, deviation, volatility), after a puzzle of a level."""
    after = Rating(*rating).after([(PUZZLES.get(level, 1500), PUZZLE_DEVIATION, float(solved))])
    return [round(after.value, 2), round(after.deviation, 2), round(after.volatility, 6)]
