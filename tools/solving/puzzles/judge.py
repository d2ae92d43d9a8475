"""Judge moves by a puzzle's goal: which are right, and what refutes each of the others. Proofs, no estimates.

Goals: "win" and "hold" without a number are proved by the exact tables; with a number of moves, and for "mill" and
"stop" always, by exhaustive search.
"""

from typing import Literal, NamedTuple

from morris_core import Move, Position, Variant
from morris_core.notation import format_move
from morris_core.rules import apply, legal_moves, outcome
from morris_core.tablebase.probe import Answer, Tablebase, shipped_tables

from .search import Aim, Search

Kind = Literal["win", "hold", "mill", "stop"]


class NotInTables(Exception):
    """The tables do not hold a position that they are to judge."""


class Goal(NamedTuple):
    """What the side to move is asked for.

    Attributes:
        kind: "win": to win; "hold": not to lose; "mill": to close a mill; "stop": to let the other close none.
        moves: Within how many moves of the side that attacks, or 0 for however many, which the tables prove.
    """

    kind: Kind
    moves: int

    @property
    def attacks(self) -> bool:
        """Whether the side to move is the one that attacks."""
        return self.kind in ("win", "mill")

    @property
    def aim(self) -> Aim:
        """What is forced or prevented."""
        return "win" if self.kind in ("win", "hold") else "mill"

    def after_a_move(self) -> "Goal":
        """Return what is asked for after a right move and its answer."""
        return Goal(self.kind, self.moves - 1) if self.moves and self.attacks else self


class Refutation(NamedTuple):
    """What is wrong with a move.

    Attributes:
        answer: The move of the other side that shows it; None where the game is over, or nothing was reached by the
            last move allowed.
        moves: In how many of its moves, `answer` counted, the other side wins (or closes a mill, for "stop"); 0 where
            it only holds out.
    """

    answer: Move | None
    moves: int


class Judge:
    """Judges the moves of one variant.

    Args:
        variant: The variant.
        most: How many positions a search may look at for one question.
        tables: The exact tables.
    """

    def __init__(self, variant: Variant, most: int = 1 << 60, tables: Tablebase | None = None) -> None:
        self.variant = variant
        self.tables = tables or shipped_tables()
        self.search = Search(variant, most)

    def value(self, position: Position) -> Answer | None:
        """Return the exact value of a position by the tables, None where they do not hold it."""
        over = outcome(self.variant, position)
        if over is not None:
            return Answer("draw" if over.winner is None else "win" if over.winner == position.side else "loss", 0)
        return self.tables.probe(self.variant, position)

    def _known(self, position: Position) -> Answer:
        value = self.value(position)
        if value is None:
            raise NotInTables
        return value

    def right_moves(self, position: Position, goal: Goal, most: int = 1000) -> list[Move]:
        """Return the moves that reach a goal, in board order; the first `most` of them.

        Raises:
            NotInTables: The goal is to be proved by tables that do not hold the position.
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
        """Return whether the move from a position to the one after it reaches a goal. Raises as right_moves does."""
        if goal.moves == 0:
            value = self._known(after).value
            return value == "loss" or (goal.kind == "hold" and value == "draw")
        if not goal.attacks:
            return not self.search.forces(after, goal.moves, goal.aim)
        if goal.aim == "mill" and _captured(position, after):
            return True
        return self.search.suffers(after, goal.moves - 1, goal.aim)

    def refutations(self, position: Position, after: Position, goal: Goal) -> list[Refutation]:
        """Return what refutes the wrong move that led from a position to the one after it, the best first."""
        if outcome(self.variant, after) is not None or (goal.attacks and goal.moves == 1):
            return [Refutation(None, 0)]
        found = []
        for move in legal_moves(self.variant, after):
            moves = self.refutes(after, apply(self.variant, after, move), goal)
            if moves is not None:
                # A win that is near says more than one that is far, and a mill more than a quiet move.
                rank = (moves == 0, moves, not move.captures, format_move(move, self.variant))
                found.append((rank, Refutation(move, moves)))
        return [refutation for _rank, refutation in sorted(found)]

    def refutes(self, after: Position, answered: Position, goal: Goal) -> int | None:
        """Return whether an answer shows that a move has missed its goal.

        Args:
            after: The position after the move.
            answered: The position after the answer to it.
            goal: The goal that stood when the move was made.

        Returns:
            In how many moves, the answer counted, the side that answers wins (or closes its mill, for "stop"); 0 where
            it only holds out; None where the answer shows nothing.
        """
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
