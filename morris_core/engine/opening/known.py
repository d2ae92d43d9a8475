"""Known: all exact knowledge that comes with morris_core, for programs that have its files at hand."""

from __future__ import annotations

from ...errors import MorrisError
from ...game import Game
from ...position import Move, Position
from ...tablebase import Answer, Tablebase, shipped_tables
from ...variants import Variant
from .book import OpeningBook, shipped_book


class Known:
    """Tables and an opening book as one. A book that turns out to be damaged is not used any more."""

    def __init__(self, tables: Tablebase | None = None, book: OpeningBook | None = None) -> None:
        """Args: tables, book: those that ship unless others are given."""
        self.tables = tables or shipped_tables()
        self.book = book or shipped_book()

    def probe(self, variant: Variant, position: Position) -> Answer | None:
        """Return the exact value of a position for its side to move, None where it is not known."""
        known = self.tables.probe(variant, position)
        if known is None and self.book:
            try:
                return self.book.probe(variant, position)
            except MorrisError:
                self.book = None
        return known

    def moves(self, game: Game) -> list[list[Move]]:
        """Return the book's moves for a game, those preferred first; none where there are none."""
        if self.book:
            try:
                return self.book.moves(game)
            except MorrisError:
                self.book = None
        return []
