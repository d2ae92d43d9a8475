"""What the browser keeps of puzzles: which are solved, how many in a row, on how many days. Damaged storage is none."""

from __future__ import annotations

from ...model.stored_json import is_count
from .book import is_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    pass

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
