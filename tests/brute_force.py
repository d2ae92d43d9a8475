"""Who can force a win, found the slow and obvious way: every move and every answer, by the rules alone.

Independent of the engine: nothing is ordered, cut by a score, evaluated or looked up in a table. The only economies
are that a position seen before is not tried again and that one good answer is enough. Draws by repetition or by quiet
moves are left out: a side that wins in the fewest plies comes nearer with every move, and so never to a position twice.
"""

from morris_core import Move, Position, Variant
from morris_core.rules import apply, legal_moves, outcome


class TooMany(Exception):
    """More positions would have to be looked at than was allowed."""


class BruteForce:
    """Answers questions about one variant. positions: how many were looked at; most: how many may be."""

    def __init__(self, variant: Variant, most: int = 10**9) -> None:
        self.variant = variant
        self.most = most
        self.positions = 0
        self._known: dict[tuple[Position, int, int], bool] = {}

    def wins(self, position: Position, side: int, plies: int) -> bool:
        """Return whether `side` can bring the game to a won end within so many plies, whatever the other side plays."""
        key = (position, side, plies)
        if key not in self._known:
            self._known[key] = self._try(position, side, plies)
        return self._known[key]

    def _try(self, position: Position, side: int, plies: int) -> bool:
        self.positions += 1
        if self.positions > self.most:
            raise TooMany
        over = outcome(self.variant, position)
        if over:
            return over.winner == side
        if plies == 0:
            return False
        answers = (
            self.wins(apply(self.variant, position, move), side, plies - 1)
            for move in legal_moves(self.variant, position)
        )
        return any(answers) if position.side == side else all(answers)

    def distance(self, position: Position, most: int) -> int | None:
        """Return in how many plies the side to move can force a win, None when not within `most`."""
        for plies in range(1, most + 1):
            if self.wins(position, position.side, plies):
                return plies
        return None

    def winning(self, position: Position, plies: int) -> list[Move]:
        """Return the moves after which the side to move wins within so many plies, the move counted."""
        return self._moves_to_a_win_of(position, position.side, plies)

    def losing(self, position: Position, plies: int) -> list[Move]:
        """Return the moves after which the other side wins within so many plies, the move counted."""
        return self._moves_to_a_win_of(position, 1 - position.side, plies)

    def _moves_to_a_win_of(self, position: Position, side: int, plies: int) -> list[Move]:
        return [
            move
            for move in legal_moves(self.variant, position)
            if self.wins(apply(self.variant, position, move), side, plies - 1)
        ]
