"""Tables: exact values of positions and of their moves, from table files and opening books.

>>> from morris_core import Game, open_tables
>>> tables = open_tables()
>>> game = Game("three-diagonal")
>>> tables.look_up(game)
Answer(value='win', distance=9)
>>> moves = tables.look_up_moves(game)
>>> {game.move_text(move): answer.distance for move, answer in moves.items() if answer.value == "win"}
{'b2': 9}
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from ...board import bits
from ...game import Game
from ...position import WHITE, Move, Position, start_position
from ...rules import apply, legal_moves
from ...tablebase import Answer, Tablebase, TableError, load_folder, shipped_tables
from ...tablebase.probe import OPPOSITE
from ...variants import Variant
from .book import VALUES, OpeningBook, shipped_books
from .format import NOT_LOST

if TYPE_CHECKING:
    from ..root import Tablebase as Knowledge

Found = TypeVar("Found")
Probe = Callable[[Variant, Position, bool], Answer | None]


def move_values(tables: Knowledge, variant: Variant, position: Position) -> dict[Move, Answer]:
    """Return the values of the legal moves for the side to move, without those that are not known.

    Distances include the move.
    """
    found = {}
    for move in legal_moves(variant, position):
        after = apply(variant, position, move)
        answer = tables.probe(variant, after)
        if answer:
            value, distance = answer
            value = value if after.side == position.side else OPPOSITE[value]
            found[move] = Answer(value, None if distance is None else distance + 1)
    return found


def _comes_from_play(probe: Probe, game: Game) -> bool:
    """Return whether play can lead to a game's position, from the empty board or from a position of known value."""
    if game.start == start_position(game.variant):
        return True
    variant, position = game.variant, game.position
    return any(
        apply(variant, earlier, move) == position
        for earlier in _before(variant, position)
        if probe(variant, earlier, True)
        for move in legal_moves(variant, earlier)
    )


def _before(variant: Variant, position: Position) -> Iterator[Position]:
    """Yield the positions from which a placement may lead to a position."""
    mover = 1 - position.side
    own, other = position.men(mover), position.men(position.side)
    hands = [position.white_hand, position.black_hand]
    hands[mover] += 1
    for point in bits(own):
        captured = [0]
        if any(own & mill == mill and mill >> point & 1 for mill in variant.board.mills):
            captured = [1 << empty for empty in range(len(variant.board.points)) if not (own | other) >> empty & 1]
        for man in captured:
            men = own ^ 1 << point, other | man
            white, black = men if mover == WHITE else men[::-1]
            yield Position(white, black, hands[WHITE], hands[1 - WHITE], mover, None, None, variant.board)


class Tables:
    """Tables and opening books in one, for `Engine(tables, book=tables)` and for questions.

    Values are those without draws by repetition and by quiet moves. A book that turns out to be damaged is no longer
    used.

    Args:
        tables: By default those that ship with morris_core.
        books: The same.
    """

    def __init__(self, tables: Tablebase | None = None, *books: OpeningBook) -> None:
        self.tables = tables or shipped_tables()
        self.books = {book.name: book for book in books or shipped_books()}

    def look_up(self, game: Game) -> Answer | None:
        """Return the value of the position on the board for the side to move, or None if it is not known.

        Raises:
            TableError: A table that is needed is damaged.
        """
        return self.probe(game.variant, game.position)

    def look_up_moves(self, game: Game) -> dict[Move, Answer]:
        """Return the values of the legal moves for the side to move, without those that are not known.

        Distances include the move. Raises as look_up does.
        """
        return move_values(self, game.variant, game.position)

    def probe(
        self, variant: Variant, position: Position, at_once: bool = False, at_least: str = "loss"
    ) -> Answer | None:
        """Return the exact value of a position for its side to move, or None if it is not known; see Tablebase."""
        # The books first, because tables may take seconds to derive the same values.
        answer = None
        if position.white_hand + position.black_hand:
            answer = self._ask(lambda book: book.probe(variant, position))
        return answer or self._probe_tables(variant, position, at_once, at_least)

    def moves(self, game: Game) -> list[list[Move]]:
        """Return the books' moves for a game, the best first, or []."""
        # If the book was followed so far, its moves come before those that serve every position.
        found = self._moves(game, None)
        if found:
            return found
        answer = self.probe(game.variant, game.position, True)
        if answer:
            return self._moves(game, VALUES.index(answer.value))
        # The value is not known at once, so the position may be lost. Then this move is as good as any other.
        found = self._moves(game, NOT_LOST)
        return found if found and _comes_from_play(self.probe, game) else []

    def _moves(self, game: Game, serving: int | None) -> list[list[Move]]:
        return self._ask(lambda book: book.moves(game, serving)) or []

    def _ask(self, ask: Callable[[OpeningBook], Found | None]) -> Found | None:
        """Return the first answer of the books, or None."""
        for name, book in list(self.books.items()):
            try:
                answer = ask(book)
            except TableError:
                self._drop_book(name)
                continue
            if answer:
                return answer
        return None

    def _probe_tables(self, variant: Variant, position: Position, at_once: bool, at_least: str) -> Answer | None:
        """Return a value as `probe` does, from the tables alone."""
        return self.tables.probe(variant, position, at_once, at_least)

    def _drop_book(self, name: str) -> None:
        """Stop using a damaged book."""
        del self.books[name]


@cache
def open_tables(*folders: Path | str) -> Tables:
    """Return the tables and the opening book that come with morris_core, with the tables of folders to ask first.

    It is the same object each time.

    Raises:
        TableError: A folder has no tables, or one of them is damaged.
    """
    if not folders:
        return Tables()
    tables = Tablebase()
    for files in (*(load_folder(Path(folder)).files for folder in folders), shipped_tables().files):
        for file in files:
            tables.add(file.name, file.read)
    return Tables(tables)
