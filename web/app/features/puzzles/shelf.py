"""What the page has of puzzles while it is open: the book, how far somebody has come, and which puzzle comes next."""

from __future__ import annotations

from .book import Book
from .progress import FIELDS, Progress, write_progress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...model.messages import Effects

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
