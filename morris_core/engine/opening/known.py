"""Known: all exact knowledge that comes with morris_core, for programs that have its files at hand."""

from __future__ import annotations

from ...errors import MorrisError
from ...game import Game
from ...position import Move, Position
from ...tablebase import Answer, Tablebase, shipped_tables
from ...variants import Variant
from .book import OpeningBook, shipped_anywhere, shipped_book


class Known:
    """Tables and opening books as one. A book that turns out to be damaged is not used any more."""

    def __init__(self, tables: Tablebase | None = None, *books: OpeningBook) -> None:
        """Args: tables, books: those that ship unless others are given."""
        self.tables = tables or shipped_tables()
        self.books = [book for book in books or (shipped_book(), shipped_anywhere()) if book]

    def probe(
        self, variant: Variant, position: Position, at_once: bool = False, at_least: str = "loss"
    ) -> Answer | None:
        """Return the exact value of a position for its side to move, None where it is not known; see Tablebase."""
        # The books first: what they know, tables might take seconds to derive.
        for book in list(self.books) if position.white_hand + position.black_hand else ():
            try:
                known = book.probe(variant, position)
            except MorrisError:
                self.books.remove(book)
                continue
            if known:
                return known
        return self.tables.probe(variant, position, at_once, at_least)

    def moves(self, game: Game) -> list[list[Move]]:
        """Return the books' moves for a game, those preferred first; none where there are none."""
        # Moves of a book that was followed so far come before those that serve every position.
        return self._moves(game, None) or self._moves(game, self.probe(game.variant, game.position, at_once=True))

    def _moves(self, game: Game, known: Answer | None) -> list[list[Move]]:
        for book in list(self.books):
            try:
                moves = book.moves(game, known)
            except MorrisError:
                self.books.remove(book)
                continue
            if moves:
                return moves
        return []
