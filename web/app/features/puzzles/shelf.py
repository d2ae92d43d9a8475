"""The page's data of puzzles while it is open: the book, the player's progress and rating, the timed run, and the next
puzzle."""

from __future__ import annotations

from math import exp, log, pi, sqrt

from ...model.stored_json import is_count
from .book import Book, is_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...model.messages import Effects

MAX_SOLVED = 5000
FIELDS = ("game", "level", "theme")
USUAL_GAME = "nine"
OTHER_DAYS = 7  # every seventh puzzle of the day may be of any game; the others are of the usual one
ALIKE = 2  # the most puzzles with the same goal that follow each other, if there are others
STORED = "puzzles"  # the name of the stored data
TODAY = "today"  # instead of an id: the puzzle of the day
TODAYS_LEVELS = ("2", "3", "4")
COUNTS = ("row", "best", "days", "day", "run")  # the numbers of a Progress

# --- the player's rating ----------------------------------------------------------------------------------------------

SCALE = 173.7178
TAU = 0.5  # how much the volatility may change
LEAST, MOST = 30.0, 350.0  # the deviation's limits
FIRST = (1500.0, MOST, 0.06)
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
    deviation = max(LEAST, min(MOST, SCALE * phi))
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


# --- progress ---------------------------------------------------------------------------------------------------------


class Progress:
    """The player's progress."""

    def __init__(self) -> None:
        self.solved: set[str] = set()  # with or without wrong moves, but not puzzles whose solution was shown
        self.row = self.best = 0  # how many in a row were solved without a wrong move or help, and the longest row
        self.days = self.day = 0  # the days in a row with the puzzle of the day, and the last of them, from 1970
        self.run = 0  # the most puzzles solved in a timed run
        self.rating = list(FIRST)  # the player's rating, its deviation and its volatility, see `rated`
        self.filter = dict.fromkeys(FIELDS, "")  # the selected values, "" for any
        self.filter["game"] = USUAL_GAME

    def days_in_a_row(self, day: int) -> int:
        """Return on how many days in a row, up to today or yesterday, the puzzle of the day was solved."""
        return self.days if day - self.day in (0, 1) else 0


def read_progress(data: object) -> Progress:
    """Return the progress in data of write_progress, without damaged parts."""
    progress = Progress()
    if not isinstance(data, dict):
        return progress
    solved = data.get("solved")
    if isinstance(solved, list):
        progress.solved = {id for id in solved[:MAX_SOLVED] if isinstance(id, str) and is_id(id)}
    for name in COUNTS:
        value = data.get(name)
        if is_count(value, 1_000_000):
            setattr(progress, name, value)
    progress.best = max(progress.best, progress.row)
    rating = data.get("rating")
    if isinstance(rating, list) and len(rating) == 3 and all(isinstance(one, (int, float)) for one in rating):
        if 0 < rating[0] < 4000 and 0 < rating[1] <= FIRST[1] and 0 < rating[2] < 1:
            progress.rating = rating
    filters = data.get("filter")
    if isinstance(filters, dict):
        for name in FIELDS:
            value = filters.get(name)
            if isinstance(value, str) and len(value) < 40:
                progress.filter[name] = value
    return progress


def write_progress(progress: Progress) -> dict[str, object]:
    """Return progress as data for JSON."""
    data: dict[str, object] = {name: getattr(progress, name) for name in COUNTS}
    data.update(solved=sorted(progress.solved), filter=dict(progress.filter), rating=list(progress.rating))
    return data


def merged(mine: object, theirs: object) -> dict[str, object]:
    """Return the combined progress of this browser and another one's data. Rows and days are those of the one who
    solved last."""
    own, other = read_progress(mine), read_progress(theirs)
    both = other if other.day > own.day else own
    found: dict[str, object] = dict(theirs) if isinstance(theirs, dict) else {}
    found.update(mine if isinstance(mine, dict) else {})
    best = max(own.best, other.best)
    both.solved = own.solved | other.solved
    both.best = best
    both.run = max(own.run, other.run)
    both.rating = min(own.rating, other.rating, key=lambda rating: rating[1])  # the one from more puzzles
    both.filter = own.filter
    found.update(write_progress(both))
    return found


# --- the timed run ----------------------------------------------------------------------------------------------------

SECONDS = 180
STEP = 5  # the number of solved puzzles after which the next level begins
PAUSE_MS = 700  # between a solved puzzle and the next one
OVER, NEXT_IN_RUN = "puzzles:run-over", "puzzles:run-next"


class Run:
    """A timed run: as many puzzles as the player can solve in SECONDS, easy ones first. Each puzzle is judged once, by
    the first move that solves it or is wrong."""

    def __init__(self, number: int) -> None:
        self.number = number  # distinguishes the runs of this visit, so that the end of an old one ends no other
        self.solved = 0
        self.shown: list[str] = []  # the ids of the puzzles shown
        self._is_judged = False

    def next_id(self, book: Book, game: str) -> str:
        """Return the next puzzle of a game ("" for any) that this run has not shown, "" for none."""
        self._is_judged = False
        level = str(1 + self.solved // STEP)
        for ids in (book.ids(game, level), book.ids(game)):
            left = [id for id in ids if id not in self.shown]
            if left:
                # Runs differ, and neighbours in the file, which are alike, don't follow each other.
                self.shown.append(left[(13 * self.number + 5 * len(self.shown)) % len(left)])
                return self.shown[-1]
        return ""

    def finished(self, clean: bool) -> Effects:
        """Count a puzzle if it was solved, and announce the next one."""
        if self._is_judged:
            return []
        self._is_judged = True
        self.solved += clean
        return [("after", PAUSE_MS, NEXT_IN_RUN, self.number)]


# --- the shelf --------------------------------------------------------------------------------------------------------


class Shelf:
    """The puzzles of the page."""

    def __init__(self) -> None:
        self.book: Book | None = None  # None until it is loaded
        self.progress = Progress()  # valid once `is_read` is true
        self.is_read = False
        self._written: dict[str, object] = {}
        self.day = 0  # today, in days since 1970 by the device's clock; 0 until it is known
        self.wanted = ""  # the id to open once the book is loaded; "" for none
        self.trouble = ""  # why the book could not be loaded
        self.goals: list[str] = []  # of the last puzzles shown
        self.run: Run | None = None
        self.runs = 0  # how many timed runs there were

    def today(self) -> str:
        """Return the id of the puzzle of the day, the same for everyone with the same puzzles."""
        if self.book is None:
            return ""
        ids: list[str] = []
        for game in ("",) if self.day % OTHER_DAYS == 0 else (USUAL_GAME, ""):
            for level in TODAYS_LEVELS if not ids else ():
                ids += self.book.ids(game, level)
        ids.sort()  # ids are random, so the days don't follow games and levels
        return ids[self.day % len(ids)] if ids else ""

    def matching(self) -> list[str]:
        """Return the ids of the puzzles that match the filter."""
        if self.book is None:
            return []
        filters = self.progress.filter
        return self.book.ids(*[filters[name] for name in FIELDS])

    def solved(self, ids: list[str]) -> int:
        """Return how many of some puzzles are solved."""
        return len([id for id in ids if id in self.progress.solved])

    def after(self, id: str) -> str:
        """Return the next puzzle after `id` that matches the filter, "" for none.

        Unsolved ones come first, and if no level is chosen, those of the same level. The goal changes after ALIKE
        puzzles, if it can.
        """
        ids = self.matching()
        start = ids.index(id) + 1 if id in ids else 0
        ordered = [other for other in ids[start:] + ids[:start] if other != id]
        if self.book is None or not ordered:
            return ""
        level = self.book.level(id)
        left = [other for other in ordered if other not in self.progress.solved] or ordered
        left = [other for other in left if self.book.level(other) == level] or left
        for other in left:
            if self.goals[-ALIKE:] != [self.book.goal(other)] * ALIKE:
                return other
        return left[0]

    def serve(self, id: str) -> None:
        """Note that a puzzle is shown."""
        if self.book is not None:
            self.goals = self.goals[1 - ALIKE :] + [self.book.goal(id)]

    def take(self, progress: Progress) -> None:
        """Take over the stored progress."""
        self.progress, self.is_read = progress, True
        self._written = write_progress(progress)

    def keep(self) -> Effects:
        """Return the effect that saves the progress; nothing before it has been read."""
        if not self.is_read:
            return []
        written = write_progress(self.progress)
        changes = {name: written[name] for name in written if written[name] != self._written[name]}
        self._written = written
        return [("keep-data", STORED, changes)]

    @property
    def is_sure(self) -> bool:
        """Whether the rating comes from enough puzzles."""
        return self.progress.rating[1] <= SURE

    def rate(self, id: str, solved: bool) -> None:
        """Count the first try of a puzzle for the rating."""
        if self.book is not None and self.is_read and id not in self.progress.solved:
            puzzle = (PUZZLES.get(self.book.level(id), 1500), PUZZLE_DEVIATION, float(solved))
            self.progress.rating = rated(self.progress.rating, [puzzle])

    def failed(self) -> Effects:
        """End the row of puzzles after a wrong move or help."""
        self.progress.row = 0
        return self.keep()

    def finished(self, id: str, clean: bool) -> Effects:
        """Count a solved puzzle. `clean` means without a wrong move or help."""
        progress = self.progress
        if clean and id not in progress.solved:
            progress.row += 1
            progress.best = max(progress.best, progress.row)
        progress.solved.add(id)
        if id == self.today() and self.day != progress.day:
            progress.days = progress.days + 1 if self.day == progress.day + 1 else 1
            progress.day = self.day
        return self.keep()
