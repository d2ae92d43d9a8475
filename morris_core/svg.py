"""Pictures of boards, positions and games as SVG text, as the page draws them.

>>> from morris_core import Game, svg
>>> game = Game("three")
>>> _ = game.play("a1"), game.play("b2")
>>> picture = svg.board(game, size=400, arrows=[("b2", "c3")], look="slate")
>>> picture.startswith("<svg "), picture.count("<path")
(True, 3)
"""

from __future__ import annotations

from .errors import MorrisError, quote_input
from .game import Game
from .picture import MEN, SIGNS, picture
from .position import Position

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .picture import Badge
    from .position import Move
    from .variants import Variant

__all__ = ["MEN", "SIGNS", "board"]


def board(
    shown: Game | Position | Variant,
    position: Position | None = None,
    *,
    last: Move | None = None,
    arrows: Iterable[Sequence[int | str]] = (),
    circles: Iterable[int | str] = (),
    values: Mapping[Move, object] | None = None,
    orientation: int = 0,
    size: int | None = None,
    coordinates: bool = True,
    look: str | Mapping[str, str] = "wood",
    men: str = "turned",
    title: str = "",
) -> str:
    """Return a picture of a board as SVG text.

    Closed mills have a bar. Men in hand are in a row above and below the board, each on their side.

    Args:
        shown: A game, whose position and last move the picture shows; a position that knows its board; or a variant,
            which is an empty board.
        position: The position to show on the board of a game or a variant.
        last: The move to mark as the last one.
        arrows: (from, to) or (from, to, kind), points by name or index. The kind is "move", "forbidden" or a value.
        circles: Points to put a ring around, by name or index.
        values: Values of moves for the side to move, as `Tables.look_up_moves` returns them: each is "win", "draw" or
            "loss", or has this as its attribute `value`. If moves differ only in captures, the best one counts.
        orientation: WHITE or BLACK, the side at the bottom.
        size: The width in pixels.
        coordinates: Whether the rim has letters and numbers.
        look: A name in LOOKS, or a mapping from NAMES to colours; those it lacks are those of wood.
        men: One of MEN.
        title: What screen readers say; by default the title of the variant or the board.

    Raises:
        MorrisError: There is no such point, look or set of men, or a value is not one of these.
    """
    if isinstance(shown, Position):
        if shown.board is None:
            raise MorrisError("This position doesn't know its board. Use position.on(board).")
        lines, position, text = shown.board, shown, shown.board.title
    else:
        variant = shown.variant if isinstance(shown, Game) else shown
        lines, text = variant.board, variant.title
        if position is None and isinstance(shown, Game):
            position, last = shown.position, last or shown.peek()
    return picture(
        lines,
        position[:4] if position else (0, 0, 0, 0),
        last,
        arrows=arrows,
        circles=circles,
        badges=_badges(values or {}),
        orientation=orientation,
        size=size,
        coordinates=coordinates,
        look=look,
        men=men,
        title=title or text,
    )


def _badges(values: Mapping[Move, object]) -> list[Badge]:
    """Return (origin, destination, value) of the moves that have a value, the best of each kind."""
    best: dict[tuple[int, int], str] = {}
    order = list(SIGNS)
    for worth in order[::-1]:
        for move in values:
            value = getattr(values[move], "value", values[move])
            if value not in order:
                raise MorrisError('A value is "win", "draw" or "loss", not {value}.', value=quote_input(value))
            if value == worth:
                best[-1 if move.origin is None else move.origin, move.to] = worth
    return [(None if origin < 0 else origin, to, best[origin, to]) for origin, to in sorted(best)]
