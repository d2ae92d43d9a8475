"""What the page has of My games while it is open: the games, the filter, what was deleted last, a file being read."""

from __future__ import annotations

from .summary import FIELDS, Summary, level_order, matching, read_summary, summary_of, title_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...model.messages import Fields
    from .transfer import Plan

PAGE = 20  # games that are listed before "Show more"


class Memory:
    """The games that the browser keeps.

    Attributes:
        recent: The last games by id, as kept.write_kept has them; the archive has the others.
        games: The summaries of all, the one played last first; None until they have been read.
        names: Which variants there are among them, and `levels` which opponents.
        unreadable: How many games were found that this version cannot read.
        trouble: Why the archive cannot be had, as boot/archive.mjs says it; "" while it works.
        tab: What is shown: games, results or file.
        filter: What is wanted, by summary.FIELDS; "" is any.
        listed: How many games are listed.
        deleted: The game deleted last, and its data.
        asked: Whether it was asked to delete everything.
        busy: Whether games are being written, so that nothing else may be begun.
        plan: The file that is being imported.
        said: What went well, and `problem` what did not, each a sentence.
        warned: Whether it was said on the page that the archive has no room.
    """

    def __init__(self) -> None:
        self.recent: Fields = {}
        self.games: list[Summary] | None = None
        self.names: list[str] = []
        self.levels: list[str] = []
        self.unreadable = 0
        self.trouble = ""
        self.tab = "games"
        self.filter = dict.fromkeys(FIELDS, "")
        self.listed = PAGE
        self.deleted: tuple[Summary, object] | None = None
        self.asked = False
        self.busy = False
        self.plan: Plan | None = None
        self.said = self.problem = ""
        self.warned = False

    def begin(self) -> None:
        """The dialog opens: what was said and half done before is over."""
        self.games, self.plan = None, None
        self.asked = False
        self.said = self.problem = ""
        self.tab, self.listed = "games", PAGE

    def take(self, archived: list[object], dates: dict[str, str]) -> None:
        """Take the archive's summaries, and the dates of the recent games in words."""
        games = []
        self.unreadable = 0
        for id in self.recent:
            data = self.recent[id]
            summary = summary_of(id, data)
            if summary is not None:
                games.append(with_date(summary, dates.get(id, "")))
            elif not (isinstance(data, dict) and data.get("plies") == 0):
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
        """Return the games that fit the filter."""
        return matching(self.games or [], self.filter)

    def find(self, id: str) -> Summary | None:
        """Return the summary of a game, None where there is no such game any longer."""
        for one in self.games or []:
            if one.id == id:
                return one
        return None


def in_order(games: list[Summary]) -> list[Summary]:
    """Return games, the one played last first."""
    return sorted(games, key=lambda one: (-one.time, one.id))


def with_date(summary: Summary, date: str) -> Summary:
    """Return a summary with the date in words."""
    values: Any = tuple(summary)[:-1] + (date,)
    return Summary(*values)
