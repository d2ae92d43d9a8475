"""Tables: the exact values of positions and of their moves, from table files and the opening book.

>>> from morris_core import Game, open_tables
>>> tables = open_tables()
>>> game = Game("three-diagonal")
>>> tables.probe(game)
Answer(value='win', distance=9)
>>> {game.move_text(move): answer.distance for move, answer in tables.values(game).items() if answer.value == "win"}
{'b2': 9}
"""

from __future__ import annotations

from pathlib import Path

from ..game import Game
from ..position import Move
from ..rules import apply, legal_moves
from ..tablebase import Answer
from .opening import Known, knowledge_with

_OPPOSITE = {"win": "loss", "draw": "draw", "loss": "win"}


class Tables:
    """Exact values, under the rules without draws by repetition and by quiet moves. Made by open_tables.

    Attributes:
        source: What is asked; an Engine takes it as its `tablebase`.
    """

    def __init__(self, source: Known) -> None:
        self.source = source

    def probe(self, game: Game) -> Answer | None:
        """Return the value of the position on the board for the side to move, or None if it is not known.

        Raises:
            TableError: A table that is needed is damaged.
        """
        return self.source.probe(game.variant, game.position)

    def values(self, game: Game) -> dict[Move, Answer]:
        """Return the values of the legal moves for the side to move, without those that are not known.

        Distances include the move. Raises as probe does.
        """
        variant, position = game.variant, game.position
        found = {}
        for move in legal_moves(variant, position):
            after = apply(variant, position, move)
            answer = self.source.probe(variant, after)
            if answer:
                value = answer.value if after.side == position.side else _OPPOSITE[answer.value]
                found[move] = Answer(value, None if answer.distance is None else answer.distance + 1)
        return found


def open_tables(folder: Path | str | None = None) -> Tables:
    """Return the tables and the opening book that come with morris_core, with the tables of a folder if one is given.

    Raises:
        TableError: The folder has no tables, or one of them is damaged.
    """
    return Tables(Known() if folder is None else knowledge_with(Path(folder)))
