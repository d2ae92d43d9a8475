"""The page's data of puzzles while it is open: the book, the player's progress, and the next puzzle."""

from __future__ import annotations

from ...model.stored_json import is_count
from .book import Book, is_id
from .rating import FIRST, SURE, rated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...model.messages import Effects
    from .run import Run

MAX_SOLVED = 5000
FIELDS = ("game", "level", "theme")
USUAL_GAME = "nine"
OTHER_DAYS = 7
"""On one of so many days, the puzzle of the day may be of any game; on the others it is of the usual one."""
ALIKE = 2
"""At most so many puzzles with the same goal follow each other, if there are others."""


class Progress:
    """The player's progress.

    Attributes:
        solved: The ids of the solved puzzles, with or without wrong moves, but not those whose solution was shown.
        row: How many puzzles in a row were solved without a wrong move or help.
        best: The longest such row.
        days: On how many days in a row the puzzle of the day was solved.
        day: The last of those days, counted from 1970.
        filter: The selected values by FIELDS, "" for any.
        rating: The player's rating, its deviation and its volatility, see rating.py.
        run: The most puzzles solved in a timed run.
    """

    def __init__(self) -> None:
        self.solved: set[str] = set()
        self.row = self.best = self.days = self.day = self.run = 0
        self.rating = list(FIRST)
        self.filter = dict.fromkeys(FIELDS, "")
        self.filter["game"] = USUAL_GAME

    def solve(self, id: str, clean: bool) -> None:
        """Count a solved puzzle. `clean` means without a wrong move or help."""
        self.solved.add(id)
        if clean:
            self.row += 1
            self.best = max(self.best, self.row)

    def fail(self) -> None:
        """End the row after a wrong move or help."""
        self.row = 0

    def solve_today(self, day: int) -> None:
        """Count the puzzle of a day as solved."""
        if day != self.day:
            self.days = self.days + 1 if day == self.day + 1 else 1
            self.day = day

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
    for name in ("row", "best", "days", "day", "run"):
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
    return {
        "solved": sorted(progress.solved),
        "row": progress.row,
        "best": progress.best,
        "days": progress.days,
        "day": progress.day,
        "filter": dict(progress.filter),
        "rating": list(progress.rating),
        "run": progress.run,
    }


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


STORED = "puzzles"  # the name of the stored data
TODAY = "today"  # instead of an id: the puzzle of the day
TODAYS_LEVELS = ("2", "3", "4")


class Shelf:
    """The puzzles of the page.

    Attributes:
        book: The puzzles; None until they are loaded.
        progress: The player's progress, valid once `is_read` is true.
        day: Today, in days since 1970 by the device's clock; 0 until it is known.
        filters: The id to open once the book is loaded; "" for none.
        trouble: Why the book could not be loaded, "" otherwise.
    """

    def __init__(self) -> None:
        self.book: Book | None = None
        self.progress = Progress()
        self.is_read = False
        self._written: dict[str, object] = {}
        self.day = 0
        self.wanted = ""
        self.trouble = ""
        self.goals: list[str] = []  # of the last puzzles shown
        self.run: Run | None = None  # the timed run
        self.runs = 0

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
            self.progress.rating = rated(self.progress.rating, self.book.level(id), solved)

    def failed(self) -> Effects:
        """Count a wrong move or help."""
        self.progress.fail()
        return self.keep()

    def finished(self, id: str, clean: bool) -> Effects:
        """Count a solved puzzle. `clean` means without a wrong move or help."""
        again = id in self.progress.solved
        self.progress.solve(id, clean and not again)
        if id == self.today():
            self.progress.solve_today(self.day)
        return self.keep()
