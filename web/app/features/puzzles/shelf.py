"""The page's data of puzzles while it is open: the book, the progress, the timed run, and the next puzzle."""

from __future__ import annotations

from collections.abc import Callable

from ...kernel.fields import LATEST, merged
from ...kernel.stored import Data
from ...model.messages import Effects
from ...model.state import State
from .book import Book
from .progress import FIELDS, FIRST, STORED, SURE, USUAL_GAME, Progress, with_failure, with_rating, with_solved

OTHER_DAYS = 7  # every seventh puzzle of the day may be of any game; the others are of the usual one
ALIKE = 2  # the most puzzles with the same goal that follow each other, if there are others
TODAY = "today"  # instead of an id: the puzzle of the day
TODAYS_LEVELS = ("2", "3", "4")

# --- the timed run ----------------------------------------------------------------------------------------------------

SECONDS = 180
STEP = 5  # the number of solved puzzles after which the next level begins
# From a judged puzzle to the next one: after a wrong move its answer is shown too (common/guide.py).
RIGHT_MS, WRONG_MS = 800, 1700
TICK_MS = 1000
TICK, NEXT_IN_RUN = "puzzles:tick", "puzzles:run-next"


class Run:
    """A timed run: as many puzzles as the player can solve in SECONDS, easy ones first. Each puzzle is judged once, by
    the first move that solves it or is wrong. `now` is the time in milliseconds."""

    def __init__(self, number: int, now: int) -> None:
        self.number = number  # differs between runs, so that they begin with other puzzles
        self.solved = 0
        self.shown: list[str] = []  # the ids of the puzzles shown
        self.missed: list[str] = []  # the ids of those that were skipped, or got a wrong move
        self.is_judged = False  # whether the puzzle on the board is
        self._end = now + 1000 * SECONDS

    def seconds_left(self, now: int) -> int:
        return max(0, self._end - now + 999) // 1000

    def next_id(self, book: Book, game: str) -> str:
        """Return the next puzzle of a game ("" for any) that this run has not shown, "" for none."""
        self.is_judged = False
        level = str(1 + self.solved // STEP)
        for ids in (book.ids(game, level), book.ids(game)):
            left = [id for id in ids if id not in self.shown]
            if left:
                # Runs differ, and neighbours in the file, which are alike, don't follow each other.
                self.shown.append(left[(13 * self.number + 5 * len(self.shown)) % len(left)])
                return self.shown[-1]
        return ""

    def judge(self, state: State, solved: bool) -> Effects:
        """Count the puzzle on the board, and announce the next one."""
        if self.is_judged:
            return []
        self.is_judged = True
        self.solved += solved
        if not solved:
            self.missed.append(self.shown[-1])
        return [("after", RIGHT_MS if solved else WRONG_MS, state.ask(NEXT_IN_RUN), None)]


# --- the shelf --------------------------------------------------------------------------------------------------------


class Shelf:
    """The puzzles of the page."""

    def __init__(self) -> None:
        self.book: Book | None = None  # None until it is loaded
        self.progress = Progress()  # valid once `is_read` is true
        self.is_read = False
        self.day = 0  # today, in days since 1970 by the device's clock; 0 until it is known
        # The id to open once the book is loaded, "" for none; and the game that is on the board meanwhile.
        self.wanted, self.wanted_over = "", ""
        self.framed = False  # whether this is another page's frame
        self.trouble = ""  # why the book could not be loaded
        self.own_left = 0  # how many exercises from the player's own games are left to solve, when the dialog opened
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

    def first(self) -> str:
        """Return the id of a very easy puzzle for someone who has not tried any; "" for others."""
        if self.book is None or self.progress.solved or self.progress.rating[1] < FIRST[1]:
            return ""
        return "".join(self.book.ids(USUAL_GAME, "1")[:1])

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

    def take(self, data: Data) -> None:
        """Take over the stored progress. What the browser doesn't store stays while the page is open."""
        both = dict(data)
        both.update(merged(STORED, data, self.progress.data, LATEST))
        self.progress, self.is_read = Progress(both), True

    def change(self, change: Callable[[Data], Data]) -> Effects:
        """Change the progress, and return the effect that changes what is stored; nothing before it has been read."""
        if not self.is_read:
            return []
        data = dict(self.progress.data)
        data.update(change(data))
        self.progress = Progress(data)
        return [("store", STORED, change)]

    @property
    def is_sure(self) -> bool:
        """Whether the rating comes from enough puzzles."""
        return self.progress.rating[1] <= SURE

    def rate(self, id: str, solved: bool, now: int) -> Effects:
        """Count the first try of a puzzle for the rating."""
        if self.book is None or id in self.progress.solved:
            return []
        level = self.book.level(id)
        return self.change(lambda data: with_rating(data, level, solved, now))

    def failed(self, now: int) -> Effects:
        """End the row of puzzles after a wrong move or help."""
        return self.change(lambda data: with_failure(data, now))

    def finished(self, id: str, clean: bool, now: int) -> Effects:
        """Count a solved puzzle. `clean` means without a wrong move or help."""
        day = self.day if id == self.today() else 0
        return self.change(lambda data: with_solved(data, id, clean, day, now))
