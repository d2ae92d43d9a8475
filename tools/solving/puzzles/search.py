"""Exhaustive search for puzzles: what a side can force within a few moves, every move and every answer tried.

Independent of the engine: nothing is evaluated, cut off by a score or looked up in a table. tests/tools/test_puzzles.py
compares it with the rules of morris_core, move by move. Invariant: an answer holds against every defence.
"""

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from morris_core import Position, Variant
from morris_core.board import Board
from morris_core.rules import outcome

from . import kernel

Aim = Literal["win", "mill"]
"""What is forced: the end of the game, or a closed mill that takes a man."""
AIMS = {"win": kernel.WIN, "mill": kernel.MILL}


_reaches: Any = kernel.reaches


class SearchError(Exception):
    """A variant whose rules this search does not know."""


class TooMany(Exception):
    """More positions would have to be looked at than was allowed."""


def board_arrays(board: Board) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return a board as the kernel reads it: the neighbours of each point and the other two points of each mill through
    it, filled up with a mask that no men have, and the mills."""
    most = max(len(others) for others in board.mills_at)
    at = [(*others, *[1 << 40] * (most - len(others))) for others in board.mills_at]
    return np.array(board.neighbours, np.int64), np.array(at, np.int64), np.array(board.mills, np.int64)


class Search:
    """Searches positions of one variant.

    Args:
        variant: The variant; see SearchError.
        most: How many positions may be looked at for one question.

    Raises:
        SearchError: By the variant's rules moves depend on earlier ones, a mill may take two men or any man, men move
            while others are placed, or who is stuck passes.
    """

    def __init__(self, variant: Variant, most: int = 1 << 60) -> None:
        rules = variant.rules
        known = (rules.capture, rules.double_mill, rules.stuck) == ("if-all", 1, "loses")
        if rules.remembers or rules.moving_while_placing or not known:
            raise SearchError(f"The search for puzzles does not know the rules of {variant!r}.")
        self.variant = variant
        self.most = most
        self._board = board_arrays(variant.board)
        self._rules = np.array([rules.flying, rules.mill_wins], np.int64)

    def forces(self, position: Position, moves: int, aim: Aim) -> bool:
        """Return whether the side to move reaches its aim within so many moves of its own, whatever the other plays.

        Raises:
            TooMany: More positions would have to be looked at than was allowed.
        """
        return self._reaches(position, moves, aim, attacks=True)

    def suffers(self, position: Position, moves: int, aim: Aim) -> bool:
        """Return whether the other side reaches its aim within so many moves of its own, whatever the side to move
        plays. Raises as `forces` does."""
        return self._reaches(position, moves, aim, attacks=False)

    def _reaches(self, position: Position, moves: int, aim: Aim, attacks: bool) -> bool:
        over = outcome(self.variant, position)
        if over is not None:
            return aim == "win" and over.winner == (position.side if attacks else 1 - position.side)
        if moves < 1:
            return False
        looks = np.array([0, self.most], np.int64)
        reached = _reaches(
            *self._board,
            self._rules,
            position.men(position.side),
            position.men(1 - position.side),
            position.hand(position.side),
            position.hand(1 - position.side),
            moves,
            AIMS[aim],
            attacks,
            looks,
        )
        if looks[kernel.LOOKED_AT] > self.most:
            raise TooMany
        return bool(reached)

    def soonest(self, position: Position, most: int, aim: Aim) -> int | None:
        """Return within how many moves, up to `most`, the side to move reaches its aim; None when not so soon."""
        for moves in range(1, most + 1):
            if self.forces(position, moves, aim):
                return moves
        return None
