"""Games that begin at a position written by Sanmill, and their positions as Sanmill writes them; see sanmill_text."""

from __future__ import annotations

from .game import Game
from .sanmill_text import parse_sanmill_start, write_sanmill_fen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from .variants import Variant


def format_sanmill_fen(game: Game, ply: int | None = None, dialect: Literal["squares", "nodes"] = "squares") -> str:
    """Return the position on the board, or after `ply` moves, as Sanmill writes it.

    Args:
        ply: The number of moves before it; None for the position on the board.
        dialect: "squares" for the older one, "nodes" for the newer one.

    Raises:
        PositionError: The board is not the one with three squares.

    >>> from morris_core import Game, find_variant
    >>> format_sanmill_fen(Game(find_variant("nine")))
    '********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1'
    """
    ply = game.ply if ply is None else ply
    over = ply == game.ply and game.outcome() is not None
    moves = game.first_ply + ply
    return write_sanmill_fen(game.variant, game.position_at(ply), game.quiet_at(ply), moves, over, dialect)


def parse_sanmill_fen(text: str, variant: Variant) -> Game:
    """Return a Game of the variant that begins at a position that Sanmill has written, in either dialect.

    Raises:
        NotationError: The text is damaged; the message names the field.
        PositionError: The position cannot occur in the variant, has a pending removal, or comes from other rules.
    """
    return Game(variant, *parse_sanmill_start(text, variant))
