"""What the page has of puzzles while it is open: the book, how far somebody has come, and which puzzle comes next."""

from __future__ import annotations

from ...model.stored_json import is_count
from .book import Book, is_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...model.messages import Effects

MAX_SOLVED = 5000
FIELDS = ("game", "level", "theme")


class Progress:
    """How far somebody has come.

    Attributes:
        solved: The ids of the puzzles that were solved, wrong tries or not, but not by having the solution shown.
        row: How many puzzles in a row were solved without a wrong try and without help, and `best` the most ever.
        days: On how many days in a row the day's puzzle was solved, and `day` the last of them, counted from 1970.
        filter: Which puzzles are wanted, by FIELDS, "" for any.
    """

    def __init__(self) -> None:
        self.solved: set[str] = set()
        self.row = self.best = self.days = self.day = 0
        self.filter = dict.fromkeys(FIELDS, "")

    def solve(self, id: str, clean: bool) -> None:
        """A puzzle was solved. clean: without a wrong try and without help."""
        self.solved.add(id)
        if clean:
            self.row += 1
            self.best = max(self.best, self.row)

    def fail(self) -> None:
        """There was a wrong try, or help."""
        self.row = 0

    def solve_today(self, day: int) -> None:
        """The puzzle of a day was solved."""
        if day != self.day:
            self.days = self.days + 1 if day == self.day + 1 else 1
            self.day = day

    def days_in_a_row(self, day: int) -> int:
        """Return on how many days in a row, up to today or yesterday, the day's puzzle was solved."""
        return self.days if day - self.day in (0, 1) else 0


def read_progress(data: object) -> Progress:
    """Return the progress in data of write_progress; whatever is damaged in it is left out."""
    progress = Progress()
    if not isinstance(data, dict):
        return progress
    solved = data.get("solved")
    if isinstance(solved, list):
        progress.solved = {id for id in solved[:MAX_SOLVED] if isinstance(id, str) and is_id(id)}
    for name in ("row", "best", "days", "day"):
        value = data.get(name)
        if is_count(value, 1_000_000):
            setattr(progress, name, value)
    progress.best = max(progress.best, progress.row)
    wanted = data.get("filter")
    if isinstance(wanted, dict):
        for name in FIELDS:
            value = wanted.get(name)
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
    }


def merged(mine: object, theirs: object) -> dict[str, object]:
    """Return what was solved here and, as another browser's data has it, there; rows and days of who solved last."""
    own, other = read_progress(mine), read_progress(theirs)
    both = other if other.day > own.day else own
    found: dict[str, object] = dict(theirs) if isinstance(theirs, dict) else {}
    found.update(mine if isinstance(mine, dict) else {})
    best = max(own.best, other.best)
    both.solved = own.solved | other.solved
    both.best = best
    both.filter = own.filter
    found.update(write_progress(both))
    return found


STORED = "puzzles"  # the name of what the browser keeps
TODAY = "today"  # in the place of an id: the puzzle of the day
TODAYS_LEVELS = ("2", "3", "4")


class Shelf:
    """The puzzles of the page.

    Attributes:
        book: The puzzles; None until they have come.
        progress: How far somebody has come, once `is_read` says so.
        day: Today, in days since 1970 by the device's clock; 0 until it is known.
        wanted: The id that is to be opened once the book has come; "" for none.
        trouble: Why the book could not be had, "" while it is on its way or there.
    """

    def __init__(self) -> None:
        self.book: Book | None = None
        self.progress = Progress()
        self.is_read = False
        self._written: dict[str, object] = {}
        self.day = 0
        self.wanted = ""
        self.trouble = ""

    def today(self) -> str:
        """Return the id of the puzzle of the day: the same for everybody who has the same puzzles."""
        if self.book is None:
            return ""
        ids: list[str] = []
        for level in TODAYS_LEVELS:
            ids += self.book.ids(level=level)
        ids.sort()  # ids come by chance, so the days do not follow games and levels
        return ids[self.day % len(ids)] if ids else ""

    def matching(self) -> list[str]:
        """Return the ids of the puzzles that fit the filter."""
        if self.book is None:
            return []
        wanted = self.progress.filter
        return self.book.ids(*[wanted[name] for name in FIELDS])

    def solved(self, ids: list[str]) -> int:
        """Return how many of some puzzles are solved."""
        return len([id for id in ids if id in self.progress.solved])

    def after(self, id: str) -> str:
        """Return the next puzzle that fits the filter and is not solved, behind `id`; of solved ones the next; "" for
        none."""
        ids = self.matching()
        start = ids.index(id) + 1 if id in ids else 0
        ordered = [other for other in ids[start:] + ids[:start] if other != id]
        for other in ordered:
            if other not in self.progress.solved:
                return other
        return ordered[0] if ordered else ""

    def take(self, progress: Progress) -> None:
        """Take the progress that the browser keeps."""
        self.progress, self.is_read = progress, True
        self._written = write_progress(progress)

    def keep(self) -> Effects:
        """Return the effect that keeps what has changed of the progress; nothing before it has been read."""
        if not self.is_read:
            return []
        written = write_progress(self.progress)
        changes = {name: written[name] for name in written if written[name] != self._written[name]}
        self._written = written
        return [("keep-data", STORED, changes)]

    def failed(self) -> Effects:
        """There was a wrong try, or help."""
        self.progress.fail()
        return self.keep()

    def finished(self, id: str, clean: bool) -> Effects:
        """A puzzle was solved. clean: without a wrong try and without help."""
        again = id in self.progress.solved
        self.progress.solve(id, clean and not again)
        if id == self.today():
            self.progress.solve_today(self.day)
        return self.keep()
