"""Prove which moves reach a puzzle's goal, and find refutations of the others.

The exact tables prove the goals "win" and "hold" without a number of moves. An exhaustive search proves those with a
number, and always "mill" and "stop".
"""

from typing import Literal, NamedTuple

from lab.puzzles.search import Aim, Search
from morris_core import Move, Position, Variant
from morris_core.notation import format_move
from morris_core.rules import apply, legal_moves, outcome
from morris_core.tablebase.probe import Answer, decided, shipped_tables

Kind = Literal["win", "hold", "mill", "stop"]


class NotInTables(Exception):
    """A position is not in the tables."""


class Goal(NamedTuple):
    """The task of the side to move.

    Attributes:
        kind: "win", "hold" (do not lose), "mill" (close a mill) or "stop" (do not let the other side close a mill).
        moves: The number of the attacker's moves in which to do it, or 0 for any number.
    """

    kind: Kind
    moves: int

    @property
    def attacks(self) -> bool:
        return self.kind in ("win", "mill")

    @property
    def aim(self) -> Aim:
        """The event to force or to prevent."""
        return "win" if self.kind in ("win", "hold") else "mill"

    def after_a_move(self) -> "Goal":
        """Return the goal after a right move and its answer."""
        return Goal(self.kind, self.moves - 1) if self.moves and self.attacks else self


class Refutation(NamedTuple):
    """The proof that a move is wrong.

    Attributes:
        answer: The answer of the other side, or None if the game is over or no move is left to reach the goal.
        moves: The number of moves, including `answer`, in which the other side wins (or closes a mill, for "stop"), or
            0 if it only avoids the goal.
    """

    answer: Move | None
    moves: int


class Judge:
    """Judges the moves of one variant. A search may visit `most` positions for one question."""

    def __init__(self, variant: Variant, most: int = 1 << 60) -> None:
        self.variant = variant
        self.tables = shipped_tables()
        self.search = Search(variant, most)

    def value(self, position: Position) -> Answer | None:
        """Return the exact value of a position, or None if it is not in the tables."""
        return decided(self.variant, position) or self.tables.probe(self.variant, position)

    def _known(self, position: Position) -> Answer:
        value = self.value(position)
        if value is None:
            raise NotInTables
        return value

    def right_moves(self, position: Position, goal: Goal, most: int = 1000) -> list[Move]:
        """Return the first `most` moves that reach a goal, in board order.

        Raises:
            NotInTables: The tables must prove the goal, but do not have the position.
            TooMany: The search would take too long.
        """
        found: list[Move] = []
        for move in legal_moves(self.variant, position):
            if self.is_right(position, apply(self.variant, position, move), goal):
                found.append(move)
                if len(found) == most:
                    break
        return found

    def is_right(self, position: Position, after: Position, goal: Goal) -> bool:
        """Return whether the move from `position` to `after` reaches a goal. Raises what right_moves raises."""
        if goal.moves == 0:
            value = self._known(after).value
            return value == "loss" or (goal.kind == "hold" and value == "draw")
        if not goal.attacks:
            return not self.search.forces(after, goal.moves, goal.aim)
        if goal.aim == "mill" and _captured(position, after):
            return True
        return self.search.suffers(after, goal.moves - 1, goal.aim)

    def refutations(self, position: Position, after: Position, goal: Goal) -> list[Refutation]:
        """Return the refutations of the wrong move from `position` to `after`, the best first."""
        if outcome(self.variant, after) is not None or (goal.attacks and goal.moves == 1):
            return [Refutation(None, 0)]
        found = []
        for move in legal_moves(self.variant, after):
            moves = self.refutes(after, apply(self.variant, after, move), goal)
            if moves is not None:
                # A near win is more convincing than a far one, and a mill than a quiet move.
                rank = (moves == 0, moves, not move.captures, format_move(move, self.variant))
                found.append((rank, Refutation(move, moves)))
        return [refutation for _rank, refutation in sorted(found)]

    def refutes(self, after: Position, answered: Position, goal: Goal) -> int | None:
        """Return Refutation.moves for an answer, or None if it does not refute the move that led to `after`."""
        if goal.moves == 0:
            value = self._known(answered)
            if value.value == "loss":
                return 0 if value.distance is None else value.distance // 2 + 1
            return 0 if value.value == "draw" and goal.kind == "win" else None
        if goal.attacks:
            if self.search.forces(answered, goal.moves - 1, goal.aim):
                return None
            over = outcome(self.variant, answered)
            return 1 if over is not None and over.winner == after.side else 0
        if goal.aim == "mill" and _captured(after, answered):
            return 1
        for moves in range(goal.moves):
            if self.search.suffers(answered, moves, goal.aim):
                return moves + 1
        return None


def _captured(position: Position, after: Position) -> bool:
    """Return whether the move between two positions took a man."""
    return position.men(1 - position.side) != after.men(1 - position.side)
