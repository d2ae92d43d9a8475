"""The page's data of My games while it is open: games, filter, the last deletion, and a file being imported."""

from __future__ import annotations

from ...model.messages import Fields
from ...model.saved import is_empty
from .summary import Summary, level_order, read_summary, summary_of, title_of
from .transfer import Plan

FILTERS = ("game", "level", "result", "text")  # the fields of a filter
PAGE = 20  # games that are listed before "Show more"


class Memory:
    """The games that the browser saves."""

    def __init__(self) -> None:
        self.recent: Fields = {}  # the last games by id, as OpenGame writes them; the archive has the others
        self.games: list[Summary] | None = None  # the summaries of all, last played first; None until they are read
        self.names: list[str] = []  # the variants among them
        self.levels: list[str] = []  # the opponents among them
        self.unreadable = 0  # how many games this version can't read
        self.trouble = ""  # the archive's problem, as archive.mjs names it; "" while it works
        self.tab = "games"  # games, results or file
        self.filter = dict.fromkeys(FILTERS, "")  # the selected values; "" is any
        self.listed = PAGE  # how many games are listed
        self.deleted: tuple[Summary, object] | None = None  # the game deleted last, and its data
        self.asked = False  # whether the page asks before it deletes everything
        self.busy = False  # whether games are being written, so that nothing else can start
        self.plan: Plan | None = None  # the file that is being imported
        self.percent: int | None = None  # how much of a file of records was read, while it is
        self.imported: set[str] | None = None  # the ids of the games that were imported, until the list has them
        self.said = self.problem = ""  # the success and the failure to report
        self.warned = False  # whether the page has said that the archive has no room

    def clear_messages(self) -> None:
        """Forget earlier messages."""
        self.said = self.problem = ""
        self.imported = None

    def end_import(self) -> None:
        """Forget the file that is being imported."""
        self.plan, self.busy, self.percent = None, False, None

    def begin(self) -> None:
        """Forget earlier messages and unfinished actions when the dialog opens."""
        self.clear_messages()
        self.games = self.plan = None
        self.asked = False
        self.tab, self.listed = "games", PAGE

    def take(self, archived: list[object], dates: dict[str, str], aside: int = 0) -> None:
        """Take the archive's summaries, the dates of the recent games in words, and how many games are set aside."""
        games = []
        self.unreadable = aside
        for id in self.recent:
            data = self.recent[id]
            summary = summary_of(id, data, dates.get(id, ""))
            if summary is not None:
                games.append(summary)
            elif not is_empty(data):
                self.unreadable += 1
        for data in archived:
            summary = read_summary(data)
            if summary is None:
                self.unreadable += 1
            elif summary.id not in self.recent:
                games.append(summary)
        self.games = in_order(games)
        self.names = sorted({one.game for one in games}, key=title_of)
        self.levels = sorted({one.level for one in games}, key=level_order)

    def matching(self) -> list[Summary]:
        """Return the games that match the filter."""
        game, level, result = self.filter["game"], self.filter["level"], self.filter["result"]
        words = self.filter["text"].lower().split()
        games = self.games or []
        # One after the other, because there may be thousands of games, and most filters are off.
        if game:
            games = [one for one in games if one.game == game]
        if level:
            games = [one for one in games if one.level == level]
        if result:
            games = [one for one in games if one.ending == result]
        return [one for one in games if one.has(words)] if words else games

    def find(self, id: str) -> Summary | None:
        """Return the summary of a game, or None if it no longer exists."""
        found = [one for one in self.games or [] if one.id == id]
        return found[0] if found else None


def in_order(games: list[Summary]) -> list[Summary]:
    """Return games, last played first."""
    return sorted(games, key=lambda one: (-one.time, one.id))
