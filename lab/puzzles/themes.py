"""The themes and the level of a puzzle, by the rules alone."""

from lab.puzzles.judge import Goal
from morris_core import Game, Move, Position, Variant
from morris_core.board import count
from morris_core.mills import closable, closed_by
from morris_core.rules import apply, legal_moves

THEMES = ("shut-in", "double-mill", "two-mills", "fork", "close", "capture", "block", "escape", "hold", "quiet")
"""The most important first. A puzzle has at most three.

- shut-in: the other side has no move left.
- double-mill: a man opens one mill and closes another.
- two-mills: a move closes two mills.
- fork: after the move there are two points that close a mill.
- close: a mill is closed.
- capture: to take another man with the same move would be wrong.
- block: the other side could close a mill at this point.
- escape: hold with fewer men.
- hold: do not lose.
- quiet: none of these.
"""
LOUD = {"two-mills", "double-mill", "close", "block", "fork"}
"""Themes that suggest a move: a mill, or the threat of one."""
LEVELS = 5


def themes_of(game: Game, questions: list[int], goal: Goal) -> list[str]:
    """Return the themes of a puzzle from its whole solution, played. The player moves at the plies `questions`."""
    found: set[str] = set()
    for ply in questions:
        found |= _of_move(game.variant, game.position_at(ply), game.line[ply])
    over = game.outcome()
    if over and over.reason == "no_moves" and goal.kind == "win":
        found.add("shut-in")
    start = game.start
    if goal.kind == "hold":
        men = [count(start.men(side)) + start.hand(side) for side in (start.side, 1 - start.side)]
        found.add("escape" if men[0] < men[1] else "hold")
    return [theme for theme in THEMES if theme in found][:3] or ["quiet"]


def _of_move(variant: Variant, position: Position, move: Move) -> set[str]:
    found: set[str] = set()
    after = apply(variant, position, move)
    side = position.side
    closed = closed_by(variant, position, move)
    if len(closed) > 1:
        found.add("two-mills")
    elif closed:
        found.add("close")
        if move.origin is not None and variant.board.mills_through(move.origin, position.men(side)):
            found.add("double-mill")
    elif len(closable(variant, after, side)) > 1:
        found.add("fork")
    same = [other for other in legal_moves(variant, position) if other[:2] == move[:2]]
    if closed and len(same) > 1:
        found.add("capture")
    if move.to in closable(variant, position, 1 - side):
        found.add("block")
    return found


def level_of(depth: int, quiet: bool) -> int:
    """Return the level of a puzzle, 1 to LEVELS. It is `quiet` if nothing suggests the first move (no theme in
    LOUD).
    """
    return max(1, min(LEVELS, depth + quiet))
