"""Tablebase: answers for single positions out of table files.

The one invariant: an answer is exact by the rules without the draws by
repetition and by quiet moves, which are no property of a position; what no table holds is answered by None.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from ..board import count
from ..errors import RulesError
from ..position import Position
from ..rules import outcome
from ..variants import Variant
from .derive import successors
from .format import Header, Read, RowFile, Section, read_header, read_version, unpack_part
from .index import Pair, Side, TableError, kept_rules, locate, pair_of, same_values
from .kept import DEFAULT_LIMIT, Kept
from .predicted import VERSION as PREDICTED
from .predicted import PredictedFile, PredictedSection

SUFFIX = ".mtb"
LOST, WON = -1, 1
"""What a position is worth to the side to move; a draw is worth 0."""
MOST_WORTHS = 20_000
"""Positions of which a Tablebase remembers what they are worth, since moves lead to the same ones again and again."""
DEFAULT_CACHE = 16 * 2**20
"""Bytes of unpacked blocks that a Tablebase keeps."""


class Answer(NamedTuple):
    """What is known of a position. value: "win", "draw" or "loss" for the side to move; distance: plies to the end of
    the game, the winner hurrying and the loser delaying, 0 when it is over; None for a draw while the game goes on, or
    where the table has no distances.
    """

    value: str
    distance: int | None


class Reach(NamedTuple):
    """How far tables know a game; the greater one knows more.

    Attributes:
        whole: Whether every position of the game is known, from the empty board on.
        men: The most men of both sides together, none in hand, up to which every position is known.
        distances: Whether it is known how soon a game is won.
        placed: The number of placements of both sides up to which every position is known, 0 where none are.
    """

    whole: bool
    men: int
    distances: bool
    placed: int = 0


class TableFile(RowFile):
    """One table file. name: for messages; read: returns bytes of it, see format.Read.

    Raises TableError when the file is damaged.
    """

    def __init__(self, name: str, read: Read) -> None:
        self.header: Header = read_header(name, read)
        super().__init__(name, read, self.header.keys)

    def block(self, section: Section, number: int) -> bytes:
        """Return an unpacked block of a pair."""
        return unpack_part(self.name, f"block {number} of {section.pair.name()}", section.blocks[number], self.read)

    def check(self) -> None:
        """Read the whole file. Raises TableError when it is damaged anywhere."""
        for men in self.header.keys:
            self.keys(men)
        for section in self.header.sections.values():
            for number in range(len(section.blocks)):
                self.block(section, number)


AnyFile = TableFile | PredictedFile
AnySection = Section | PredictedSection
Found = tuple[int, AnyFile, AnySection]
"""The number of a file among all of a Tablebase, the file, and what it holds of a pair."""


def open_file(name: str, read: Read, kept: Kept | None = None) -> AnyFile:
    """Return a file in the plain or the predicted form. kept: see PredictedFile.

    Raises TableError when it is neither, or damaged.
    """
    return PredictedFile(name, read, kept) if read_version(name, read) == PREDICTED else TableFile(name, read)


class Tablebase:
    """Exact values of positions from table files; asking for what they do not hold is answered by None.

    files: names and bytes, or readers of bytes, of table files. cache: bytes of unpacked blocks to keep; kept: bytes to
    keep of what was read of files of the predicted form.
    """

    def __init__(
        self, files: Iterable[tuple[str, bytes | Read]] = (), cache: int = DEFAULT_CACHE, kept: int = DEFAULT_LIMIT
    ) -> None:
        self.files: list[AnyFile] = []
        self.cache = cache
        self.kept = Kept(kept)
        self._blocks: OrderedDict[tuple[int, Pair, int], bytes] = OrderedDict()
        self._cached = 0
        self._worth: dict[int, tuple[int, int]] = {}
        self._worth_of: Variant | None = None
        self._found: dict[tuple[Variant, Pair, int], Found | None] = {}
        for name, data in files:
            self.add(name, data)

    def add(self, name: str, data: bytes | Read) -> None:
        """Add a file. Raises TableError when it is no table file, or damaged in its header."""
        self.files.append(open_file(name, reader(data) if isinstance(data, bytes) else data, self.kept))
        self._found.clear()
        self._worth.clear()

    def probe(self, variant: Variant, position: Position) -> Answer | None:
        """Return the exact value of a position for its side to move, None when no table holds it.

        Raises TableError when a table is damaged where it is needed.
        """
        side = position.side
        own, other = position.men(side), position.men(1 - side)
        mover, waiting = Side(count(own), position.hand(side)), Side(count(other), position.hand(1 - side))
        pair, half = pair_of(mover, waiting)
        found = self._lookup(variant, pair, half)
        if found is None:
            return _decided(variant, position) if min(sum(mover), sum(waiting)) < 3 else None
        number, file, section = found
        if isinstance(file, TableFile) and isinstance(section, Section):
            code = self._code(number, file, section, self._index(file, section, half, own, other))
        else:
            if self._worth_of is not variant:
                self._worth.clear()
                self._worth_of = variant
            derived = self._value(variant, own, other)
            if derived is None:
                return None
            code = derived
        if code == 0:
            return Answer("draw", None)
        distance = (code - 1) // 2 if file.header.distances else None
        return Answer("win" if code & 1 else "loss", distance)

    def _value(self, variant: Variant, own: int, other: int) -> int | None:
        """Return the value of a position without men in hand, 0 draw, 1 win or 2 loss, None when no table has it."""
        worth = self._search(variant, own, other, LOST, WON)
        return None if worth is None else 2 if worth == LOST else worth

    def _search(self, variant: Variant, own: int, other: int, low: int, high: int) -> int | None:
        """Return what a position is worth to the side to move, None when no table has it.

        What a file of the predicted form does not store follows from the moves: what is worth at least `high` or at
        most `low` is not looked at further, and may in truth be worth more or less.
        """
        key = own << 32 | other
        known = self._worth.get(key)
        if known is not None and (known[0] == known[1] or known[0] >= high or known[1] <= low):
            return known[0] if known[0] >= high else known[1]
        pair, half = pair_of(Side(own.bit_count(), 0), Side(other.bit_count(), 0))
        found = self._lookup(variant, pair, half)
        if found is None:
            return None
        number, file, section = found
        worth: int | None
        if isinstance(file, TableFile) and isinstance(section, Section):
            code = self._code(number, file, section, self._index(file, section, half, own, other))
            worth = (WON if code % 2 else LOST) if code else 0
            bounds = worth, worth
        else:
            assert isinstance(file, PredictedFile)
            assert isinstance(section, PredictedSection)
            if file.holds(section, half, own, other):
                code = file.code(section, self._index(file, section, half, own, other), own, other)
                worth = LOST if code == 2 else code
                bounds = worth, worth
            else:
                worth = self._best(variant, file, own, other, low, high)
                if worth is None:
                    return None
                bounds = LOST if worth <= low else worth, WON if worth >= high else worth
                if known is not None:
                    bounds = max(bounds[0], known[0]), min(bounds[1], known[1])
        if len(self._worth) >= MOST_WORTHS:
            self._worth.clear()
        self._worth[key] = bounds
        return worth

    def _best(self, variant: Variant, file: PredictedFile, own: int, other: int, low: int, high: int) -> int | None:
        """Return what the best move is worth, see _search; None when that depends on what no table has."""
        best, unknown = LOST, False
        stored: list[tuple[int, int]] = []
        others: list[tuple[int, int]] = []
        for mover, waiting in successors(file.header.board, file.header.rules, own, other):
            if mover.bit_count() < 3:
                return WON
            (stored if self._is_stored(variant, mover, waiting) else others).append((mover, waiting))
        # What is stored is looked up at once; the others may need many look-ups.
        for mover, waiting in stored + others:
            after = self._search(variant, mover, waiting, -high, -max(low, best))
            if after is None:
                unknown = True
            elif -after > best:
                best = -after
                if best >= high:
                    return best
        return None if unknown else best

    def _is_stored(self, variant: Variant, own: int, other: int) -> bool:
        """Return whether a file tells the value of a position without a look at its moves."""
        pair, half = pair_of(Side(own.bit_count(), 0), Side(other.bit_count(), 0))
        found = self._lookup(variant, pair, half)
        if found is None:
            return False
        _, file, section = found
        return not (isinstance(file, PredictedFile) and isinstance(section, PredictedSection)) or file.holds(
            section, half, own, other
        )

    def _lookup(self, variant: Variant, pair: Pair, half: int) -> Found | None:
        """Return what _find returns, found but once."""
        key = (variant, pair, half)
        if key not in self._found:
            self._found[key] = self._find(variant, pair, half)
        return self._found[key]

    def reach(self, variant: Variant) -> Reach | None:
        """Return how far the files know a game, None when they know nothing of it without men in hand."""
        men = variant.rules.men
        start = Side(0, men)
        known = reached = 6
        distances = True
        while known == reached and known <= 2 * men:
            found = [self._find(variant, pair, half) for pair in _pairs_of(known, men) for half in range(pair.halves)]
            if None not in found:
                reached += 1
                distances = distances and all(entry is not None and entry[1].header.distances for entry in found)
            known += 1
        if reached == 6:
            return None
        return Reach(self._find(variant, Pair(start, start), 0) is not None, reached - 1, distances)

    def _find(self, variant: Variant, pair: Pair, half: int) -> Found | None:
        """Return the file that holds half of a pair; of several the first with distances."""
        try:
            rules = kept_rules(variant)
        except RulesError:
            return None
        best: Found | None = None
        for number, file in enumerate(self.files):
            header = file.header
            section = header.sections.get(pair)
            if header.board is not variant.board or section is None or half not in section.halves:
                continue
            if same_values(pair, rules, header.rules):
                if header.distances:
                    return number, file, section
                best = best or (number, file, section)
        return best

    def _index(self, file: AnyFile, section: AnySection, half: int, own: int, other: int) -> int:
        """Return the index of a position in its pair's halves that are held."""
        key_men, men = (other, own) if half else (own, other)
        row, column = locate(file.header.board, file.keys(section.pair.first.men), key_men, men)
        if row < 0:
            raise TableError(
                "The table file {name} has no row for a set of {men} men.", name=file.name, men=section.pair.first.men
            )
        return (section.halves.index(half) * section.rows + row) * section.columns + column

    def _code(self, number: int, file: TableFile, section: Section, index: int) -> int:
        block_number, offset = divmod(index * section.width, file.header.block)
        data = self._block(number, file, section, block_number)
        symbol = data[offset] if section.width == 1 else int.from_bytes(data[offset : offset + 2], "little")
        return section.codes[symbol]

    def _block(self, number: int, file: TableFile, section: Section, block_number: int) -> bytes:
        key = (number, section.pair, block_number)
        data = self._blocks.get(key)
        if data is not None:
            self._blocks.move_to_end(key)
            return data
        data = self._blocks[key] = file.block(section, block_number)
        self._cached += len(data)
        while self._cached > self.cache and len(self._blocks) > 1:
            self._cached -= len(self._blocks.popitem(last=False)[1])
        return data


def _pairs_of(both: int, most: int) -> Iterator[Pair]:
    """Yield the pairs of so many men of both sides, none in hand, of at least three and at most so many a side."""
    for first in range((both + 1) // 2, min(both - 3, most) + 1):
        yield Pair(Side(first, 0), Side(both - first, 0))


def _decided(variant: Variant, position: Position) -> Answer | None:
    """Return the answer for a position in which the game is over, else None."""
    over = outcome(variant, position)
    if over is None:
        return None
    return Answer("draw" if over.winner is None else "win" if over.winner == position.side else "loss", 0)


def load_folder(folder: Path, cache: int = DEFAULT_CACHE) -> Tablebase:
    """Return a Tablebase of all table files in a folder. Raises TableError when there are none, or one is damaged."""
    paths = sorted(folder.glob("*" + SUFFIX)) if folder.is_dir() else []
    if not paths:
        raise TableError("There are no table files (*{suffix}) in the folder {folder}.", suffix=SUFFIX, folder=folder)
    return Tablebase(((str(path), file_reader(path)) for path in paths), cache)


@lru_cache(maxsize=1)
def shipped_tables() -> Tablebase:
    """Return the tables that come with morris_core, the same object each time."""
    return load_folder(Path(__file__).parent / "files")


def file_reader(path: Path) -> Read:
    """Return what reads from a file. It raises TableError when the file cannot be read."""

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
    """Return what reads from the bytes of a file."""
    return lambda offset, length: data[offset : offset + length]
