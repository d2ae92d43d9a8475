"""Errors of boards and starts that make no sense. Only programs make such, so players of the page never see them."""

from __future__ import annotations

from .errors import PositionError, RulesError, quote_input

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def refuse_lines(lines: list[list[str]], has_points: bool = True) -> None:
    """Raise RulesError for lines that have no point of the grid, or of which one is no line or two share a mill."""
    if not has_points:
        raise RulesError("None of the lines has a point of the grid. Write points like a1 and lines like a1-b1-c1.")
    for line in lines:
        shown = quote_input("-".join(line))
        if any(point in line[place : place + 2] for place, point in enumerate(line, 1)):
            raise RulesError("The line {line} goes straight back to a point. Leave that out.", line=shown)
    raise RulesError("Two lines of this board have the same three points in a row. Leave one of them out.")


def refuse_start(board: Any, start: Any, first_ply: int, first_quiet: int) -> None:
    """Raise PositionError for a position that no game on a board can begin with."""
    if first_ply < 0 or first_quiet < 0:
        raise PositionError("The plies before the start can't be less than none.")
    if start.board != board:
        raise PositionError(
            "This position is one of the board {own}, but the game is played on {board}.",
            own=quote_input(start.board.name),
            board=quote_input(board.name),
        )
    if start.white & start.black:
        raise PositionError("Two men are on the same point.")
    if (start.white | start.black) & ~board.full:
        raise PositionError("There are men on points that the board doesn't have.")
    if min(start.white_hand, start.black_hand) < 0:
        raise PositionError("A side can't have less than no men in hand.")
    raise PositionError("A side is WHITE (0) or BLACK (1), not {side}.", side=start.side)
