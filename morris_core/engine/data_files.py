"""DataFiles: the data files that the computer player requests while it works, such as tables of exact values.

No input or output: names go out, bytes come in, and the owner of the session downloads the files (web/engine/worker.py
in the browser). Invariant: while a file is missing, downloading or corrupted, questions are answered without its
knowledge.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, TypedDict

from ..errors import MorrisError
from ..position import Position
from ..tablebase import Answer, Tablebase, TableError
from ..tablebase.format import Read
from ..tablebase.index import KEPT_OPTIONS, OF_THE_GAME
from ..tablebase.kept import DEFAULT_LIMIT
from ..tablebase.probe import Reach
from ..variants import Variant
from .knowledge import are_rules
from .opening import OpeningBook, Tables

TABLE = "table"
"""The kind of a file of exact values. Files of unknown kinds are never requested."""
OPENING = "opening"
"""The kind of an opening book."""

WANTED, COMING, HERE, ABSENT = "wanted", "coming", "here", "absent"
"""The states of a file. Absent: the player has not downloaded a file that is only downloaded by choice. Any other state
is the reason why the download failed."""


class DataFile(NamedTuple):
    """A file that can be downloaded.

    Attributes:
        name: The name it is downloaded by.
        kind: The kind of its contents: TABLE or OPENING.
        board: The name of the board that it is for.
        rules: The house rules that it is for, by name. The other rules that tables know may have any value; all further
            rules must be off.
        bytes: Its size.
        asked: Whether only the player can have it downloaded. Such a file is on the device or absent.
    """

    name: str
    kind: str
    board: str
    rules: dict[str, bool | int | str]
    bytes: int
    asked: bool = False

    def serves(self, variant: Variant) -> bool:
        ignored = tuple(name for name in KEPT_OPTIONS + OF_THE_GAME if name not in self.rules)
        return self.board == variant.board.name and are_rules(variant.rules, self.rules, ignored)


class FileReport(TypedDict):
    """A file of the current game, for the page.

    Attributes:
        state: wanted, coming, here, absent, or the reason why the download failed.
        renewed: Whether a corrupted copy of it had to be downloaded again.
        asked: See DataFile.
    """

    name: str
    kind: str
    state: str
    bytes: int
    renewed: bool
    asked: bool


class DataFiles(Tables):
    """The files that exist, those that have arrived, and their knowledge. Serves exact values to an Engine.

    `want` requests the files of a game; they are used as soon as they have arrived, and nothing ever waits for them.
    """

    def __init__(self, listed: Iterable[DataFile] | None = None, memory: int = DEFAULT_LIMIT) -> None:
        """Create the files of a session, none of which has arrived.

        Args:
            listed: The files that exist, or None if that is not known yet (see `set_list`).
            memory: How many bytes of tables to cache. If a game's tables need more, answers take longer.
        """
        # Not what ships: here, that arrives as files too. All tables are in one tablebase, because one may have what
        # another leaves out.
        self.tables, self.books = Tablebase(kept=memory), {}
        self._listed: list[DataFile] | None = None if listed is None else list(listed)
        self._list_trouble = ""
        self._states: dict[str, str] = {}
        self._renewed: set[str] = set()
        self._contents: dict[str, bytes | Read] = {}
        self._memory = memory
        # The most men of both sides together, on the board and in hand, of any known position of a game.
        self._most_men: dict[Variant, int] = {}
        self._variants: list[Variant] = []
        self._to_check: list[str] = []
        self._checked: set[str] = set()
        self.arrivals = 0
        """How many files have arrived or been lost. While this number stays the same, so does the knowledge."""

    def set_list(self, listed: Iterable[DataFile]) -> None:
        """Set the files that exist."""
        self._listed = list(listed)
        self._list_trouble = ""
        for variant in self._variants:
            self.want(variant)

    def fail_list(self, reason: str) -> None:
        """Record that the list of files could not be downloaded."""
        self._list_trouble = reason

    def files_of(self, variant: Variant) -> list[DataFile]:
        return [file for file in self._listed or () if file.kind in KINDS and file.serves(variant)]

    def want(self, variant: Variant) -> None:
        """Request the files of a game that are not here, including those whose download failed."""
        self._variants = [variant]
        self._list_trouble = ""
        for file in self.files_of(variant):
            state = self._states.get(file.name)
            if state == HERE and file.asked and file.name not in self._to_check:
                self._to_check.append(file.name)
            elif state not in (COMING, HERE):
                self._states[file.name] = WANTED

    def take_requests(self) -> list[str]:
        """Return the names of the files to download now, and mark them as coming."""
        names = [name for name, state in self._states.items() if state == WANTED]
        for name in names:
            self._states[name] = COMING
        return names

    def take_to_check(self) -> list[str]:
        """Return the names of files that are here but that the player may have removed in the meantime."""
        names, self._to_check = self._to_check, []
        self._checked.update(names)
        return names

    def confirm(self, name: str) -> None:
        """Record that a file to be checked is still there; otherwise call `fail`."""
        self._checked.discard(name)

    def needs_list(self) -> bool:
        """Return whether a game needs files and the list of files must be downloaded."""
        return self._listed is None and bool(self._variants) and not self._list_trouble

    def is_waiting(self, variant: Variant) -> bool:
        """Return whether more may be known about a game soon."""
        return self.needs_list() or any(
            self._states.get(file.name) in (WANTED, COMING) or file.name in self._to_check or file.name in self._checked
            for file in self.files_of(variant)
        )

    def add(self, name: str, data: bytes | Read, renewed: bool = False) -> None:
        """Take a file that has arrived, or a reader for it. renewed: whether the browser's copy was corrupted."""
        kind = next(file.kind for file in self._listed or () if file.name == name)
        try:
            KINDS[kind](self, name, data)
        except MorrisError:
            self.fail(name, "damaged")
            return
        self._states[name] = HERE
        if renewed:
            self._renewed.add(name)
        self.arrivals += 1

    def fail(self, name: str, reason: str) -> None:
        """Record that a file is unavailable ("offline", "stalled", "missing" or "damaged"), and forget its contents."""
        self._checked.discard(name)
        if reason == ABSENT and self._states.get(name) != HERE:
            self._states[name] = ABSENT  # its knowledge was never used, so no search has to start again
            return
        self._states[name] = reason
        if self._contents.pop(name, None) is not None:
            self.tables = Tablebase(self._contents.items(), kept=self._memory)
            self._most_men.clear()
        self.books.pop(name, None)
        self.arrivals += 1

    def report(self, variant: Variant) -> list[FileReport]:
        """Return the download state of each file the game uses."""
        if self._list_trouble:
            return [self._report(DataFile("data-files.json", "list", "", {}, 0), self._list_trouble)]
        return [self._report(file, self._states.get(file.name, WANTED)) for file in self.files_of(variant)]

    def _report(self, file: DataFile, state: str) -> FileReport:
        return {
            "name": file.name,
            "kind": file.kind,
            "state": state,
            "bytes": file.bytes,
            "renewed": file.name in self._renewed,
            "asked": file.asked,
        }

    def _add_table(self, name: str, data: bytes | Read) -> None:
        self.tables.add(name, data)
        self._contents[name] = data
        self._most_men.clear()

    def _add_book(self, name: str, data: bytes | Read) -> None:
        self.books[name] = OpeningBook(name, data)

    def _drop_book(self, name: str) -> None:
        self.fail(name, "damaged")

    def _probe_tables(self, variant: Variant, position: Position, at_once: bool, at_least: str) -> Answer | None:
        """Return a value as `probe` does, from the tables alone.

        A table that turns out to be damaged is forgotten and counts as unavailable. If memory runs out, the answer is
        None, and less is cached from then on.
        """
        most = self._most_men.get(variant)
        if most is None:
            serving = {file.name for file in self.files_of(variant)}
            sections = [file.header.sections for file in self.tables.files if file.name in serving]
            most = self._most_men[variant] = max([pair.men for pairs in sections for pair in pairs], default=0)
        # The search asks often, and mostly about positions with far too many men.
        if (position.white | position.black).bit_count() + position.white_hand + position.black_hand > most:
            return None
        try:
            return self.tables.probe(variant, position, at_once, at_least)
        except TableError as error:
            self.fail(str(error.values["name"]), "damaged")
        except MemoryError:
            # A browser may give the worker less than it seemed to have.
            self._memory //= 2
            self.tables = Tablebase(self._contents.items(), kept=self._memory)
        return None

    def reach(self, variant: Variant) -> Reach | None:
        """Return how far the tables and books here know a game, or None if they know nothing about it."""
        best = self.tables.reach(variant)
        placed = max([book.early.last for book in self.books.values() if book.serves(variant)], default=0)
        if not placed:
            return best
        derived = self.tables.derives_from(variant)
        # A complete layer of placements needs all the files that exist.
        complete = all(self._states.get(file.name) == HERE for file in self.files_of(variant))
        whole = derived is not None and derived <= placed + 1 and complete
        reach = best or Reach(False, 0, False)
        return reach._replace(placed=placed, whole=reach.whole or whole)


KINDS = {TABLE: DataFiles._add_table, OPENING: DataFiles._add_book}
"""The method that takes the bytes of a file, by its kind."""


def read_list(entries: Any) -> list[DataFile]:
    """Return the files in a list of JSON objects."""
    return [
        DataFile(file["name"], file["kind"], file["board"], file["rules"], file["bytes"], bool(file.get("asked")))
        for file in entries
    ]
