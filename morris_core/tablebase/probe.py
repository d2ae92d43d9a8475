"""Tablebase: looks up single positions in table files.

Invariant: an answer is exact under the rules without draws by repetition and by quiet moves, which do not depend on the
position alone. Positions that no table holds give None.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from ..errors import RulesError
from ..position import Position
from ..rules import outcome
from ..variants import Variant
from .format import Header, Read, RowFile, Section, read_header, read_version, unpack_part
from .index import Pair, Side, TableError, same_values, stored_rules
from .kept import DEFAULT_LIMIT, Kept
from .predicted import VERSIONS as PREDICTED
from .predicted import PredictedFile
from .rows import Rows
from .search import LOST, WON, Search, Source, numbers_of

SUFFIX = ".mtb"
VALUES = ("loss", "draw", "win")
"""The values of a position for the side to move, from worst to best."""
OPPOSITE = dict(zip(VALUES, VALUES[::-1], strict=True))
"""The value of a position for the other side."""
DEFAULT_CACHE = 16 * 2**20
"""Bytes of unpacked blocks that a Tablebase caches."""


class Answer(NamedTuple):
    """The exact value of a position.

    Attributes:
        value: "win", "draw" or "loss" for the side to move.
        distance: Plies to the end of the game, with the winner hurrying and the loser delaying, 0 if it is over; None
            for a draw in a game that goes on, or if the table has no distances.
    """

    value: str
    distance: int | None


class Reach(NamedTuple):
    """How far tables know a game; the greater Reach knows more.

    Attributes:
        whole: Whether every position of the game is known, from the empty board on.
        men: The most men of both sides together, with none in hand, up to which every position is known.
        distances: Whether it is known how soon a game is won.
        placed: The number of placements of both sides up to which every position is known, or 0.
    """

    whole: bool
    men: int
    distances: bool
    placed: int = 0


class TableFile(RowFile):
    """One table file.

    Args:
        name: Its name, for messages.
        read: Returns bytes of it, see format.Read.
        kept: The cache for its blocks, which files may share.

    Raises TableError if the file is damaged.
    """

    def __init__(self, name: str, read: Read, kept: Kept | None = None) -> None:
        self.header: Header = read_header(name, read)
        super().__init__(name, read, self.header.keys)
        self.kept = kept or Kept(DEFAULT_CACHE)

    def block(self, section: Section, number: int) -> bytes:
        """Return an unpacked block of a pair."""
        return unpack_part(self.name, f"block {number} of {section.pair.name()}", section.blocks[number], self.read)

    def code(self, section: Section, index: int) -> int:
        """Return the code of a position. index: among all of the pair, both halves."""
        number, offset = divmod(index * section.width, self.header.block)

        def make() -> tuple[bytes, int]:
            block = self.block(section, number)
            return block, len(block)

        data = self.kept.get((id(section), number), make)
        symbol = data[offset] if section.width == 1 else int.from_bytes(data[offset : offset + 2], "little")
        return section.codes[symbol]

    def source(self, pair: Pair, half: int, rows: Rows) -> Source:
        """Return the values of half of a pair. rows: of the file's board."""
        section = self.header.sections[pair]
        begin = section.halves.index(half) * section.rows * section.columns
        number = rows.numbering(self, begin, section.columns, half)

        def code(own: int, other: int) -> int:
            return self.code(section, number(own, other))

        def look_up(own: int, other: int) -> int:
            found = code(own, other)
            return (WON if found & 1 else LOST) if found else 0

        return Source(look_up, lambda own, other: True, (True,) * 4, 0, code, self.header.distances)

    def check(self) -> None:
        """Read the whole file. Raises TableError if it is damaged anywhere."""
        for men in self.header.keys:
            self.keys(men)
        for section in self.header.sections.values():
            for number in range(len(section.blocks)):
                self.block(section, number)


AnyFile = TableFile | PredictedFile


def open_file(name: str, read: Read, blocks: Kept | None = None, kept: Kept | None = None) -> AnyFile:
    """Return a file in the plain or the predicted form.

    Args:
        blocks: The cache for a plain file.
        kept: The cache for one of the predicted form.

    Raises TableError if it is neither, or is damaged.
    """
    return PredictedFile(name, read, kept) if read_version(name, read) in PREDICTED else TableFile(name, read, blocks)


class Tablebase:
    """Exact values of positions from table files, or None for positions that they do not hold.

    Args:
        files: Names and bytes, or readers of bytes, of table files.
        cache: Bytes of unpacked blocks to cache.
        kept: Bytes to cache of files of the predicted form.
    """

    def __init__(
        self, files: Iterable[tuple[str, bytes | Read]] = (), cache: int = DEFAULT_CACHE, kept: int = DEFAULT_LIMIT
    ) -> None:
        self.files: list[AnyFile] = []
        self.blocks = Kept(cache)
        self.kept = Kept(kept)
        self._searched: Variant | None = None
        self._search: Search | None = None
        for name, data in files:
            self.add(name, data)

    def add(self, name: str, data: bytes | Read) -> None:
        """Add a file. Raises TableError if it is not a table file, or its header is damaged."""
        read = reader(data) if isinstance(data, bytes) else data
        self.files.append(open_file(name, read, self.blocks, self.kept))
        self._searched = None

    def probe(
        self, variant: Variant, position: Position, at_once: bool = False, at_least: str = "loss"
    ) -> Answer | None:
        """Return the exact value of a position for its side to move, or None if no table gives it within a few plies.

        Args:
            at_once: Whether to return None also if the answer would take more than a few milliseconds.
            at_least: The least value that the position is known to have, one of VALUES, to find the answer sooner.

        Raises TableError if a table that is needed is damaged.
        """
        side = position.side
        own, other = position.men(side), position.men(1 - side)
        mover, waiting = Side(own.bit_count(), position.hand(side)), Side(other.bit_count(), position.hand(1 - side))
        search = self._search_of(variant)
        source = search.sources[numbers_of(mover, waiting)] if search else None
        if source and source.code:
            code = source.code(own, other)
            if code == 0:
                return Answer("draw", None)
            return Answer("win" if code & 1 else "loss", (code - 1) // 2 if source.distances else None)
        if min(sum(mover), sum(waiting)) < 3:
            return decided(variant, position)
        least = VALUES.index(at_least) - 1
        worth = search.value(own, other, mover, waiting, at_once, least) if search else None
        return None if worth is None else Answer(VALUES[worth + 1], None)

    def _search_of(self, variant: Variant) -> Search | None:
        """Return the Search that derives a variant's values, or None for rules without tables."""
        if variant is not self._searched:
            self._searched, self._search = variant, None
            if not any(file.header.board == variant.board for file in self.files):
                return None
            rows = Rows(variant.board)

            def source(pair: Pair, half: int) -> Source | None:
                file = self._find(variant, pair, half)
                return file.source(pair, half, rows) if file else None

            try:
                self._search = Search(variant, source)
            except RulesError:
                self._search = None
        return self._search

    def reach(self, variant: Variant) -> Reach | None:
        """Return how far the files know a game, or None if they know nothing of it without men in hand."""
        men = variant.rules.men
        start = Side(0, men)
        complete = 5
        distances = True
        for both in range(6, 2 * men + 1):
            # Each side has at least three men.
            sizes = range((both + 1) // 2, min(both - 3, men) + 1)
            pairs = [Pair(Side(first, 0), Side(both - first, 0)) for first in sizes]
            found = [self._find(variant, pair, half) for pair in pairs for half in range(pair.halves)]
            if None in found:
                break
            complete = both
            distances = distances and all(file is not None and file.header.distances for file in found)
        if complete == 5:
            return None
        whole = self._find(variant, Pair(start, start), 0) is not None or self.derives_from(variant) == 0
        return Reach(whole, complete, distances)

    def derives_from(self, variant: Variant) -> int | None:
        """Return the number of placements of both sides after which every value is stored or can be derived, or None.

        Files with a pair with men in hand are assumed to hold all positions with these numbers that play can lead to.
        """
        search, men = self._search_of(variant), variant.rules.men
        some = range(3, men + 1)
        if search is None or not all(search.sources[first | second << 5] for first in some for second in some):
            return None
        for placed in range(2 * men - 1, -1, -1):
            mover, waiting = Side(placed // 2, men - placed // 2), Side((placed + 1) // 2, men - (placed + 1) // 2)
            if search.sources[numbers_of(mover, waiting)] is None and search.floor(mover, waiting) is None:
                return placed + 1
        return 0

    def _find(self, variant: Variant, pair: Pair, half: int) -> AnyFile | None:
        """Return the file that holds half of a pair; if several do, the first with distances."""
        try:
            rules = stored_rules(variant)
        except RulesError:
            return None
        holding = []
        for file in self.files:
            section = file.header.sections.get(pair)
            if section and half in section.halves and file.header.board == variant.board:
                if same_values(pair, rules, file.header.rules):
                    holding.append(file)
        return max(holding, key=lambda file: file.header.distances, default=None)


def decided(variant: Variant, position: Position) -> Answer | None:
    """Return the answer for a position in which the game is over, otherwise None."""
    over = outcome(variant, position)
    if over is None:
        return None
    return Answer("draw" if over.winner is None else "win" if over.winner == position.side else "loss", 0)


def load_folder(folder: Path) -> Tablebase:
    """Return a Tablebase of all table files in a folder. Raises TableError if there are none, or one is damaged."""
    paths = sorted(folder.glob("*" + SUFFIX)) if folder.is_dir() else []
    if not paths:
        raise TableError("There are no table files (*{suffix}) in the folder {folder}.", suffix=SUFFIX, folder=folder)
    return Tablebase(((str(path), file_reader(path)) for path in paths))


@lru_cache(maxsize=1)
def shipped_tables() -> Tablebase:
    """Return the tables that come with morris_core, the same object each time."""
    return load_folder(Path(__file__).parent / "files")


def file_reader(path: Path) -> Read:
    """Return a reader of a file. It raises TableError if the file cannot be read."""

    def read(offset: int, length: int) -> bytes:
        try:
            with path.open("rb") as file:
                file.seek(offset)
                return file.read(length)
        except OSError as error:
            raise TableError(
                "The table file {name} cannot be read: {reason}.", name=path, reason=error.strerror
            ) from error

    return read


def reader(data: bytes) -> Read:
    return lambda offset, length: data[offset : offset + length]
