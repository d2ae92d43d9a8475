"""Find forced wins the slow and obvious way: try every move and every reply, by the rules alone.

This shares nothing with the engine: no move ordering, no cut-offs by score, no evaluation, no tables. It only avoids
trying a position twice, and stops at the first reply that is good enough. It ignores draws by repetition or by quiet
moves, because a side that wins in the fewest plies comes closer with every move and never repeats a position.
"""

from morris_core import Move, Position, Variant
from morris_core.rules import apply, legal_moves, outcome


class TooMany(Exception):
    """The search would need more positions than its limit allows."""


class BruteForce:
    """Forced wins in one variant.

    Attributes:
        positions: The number of positions tried so far.
        most: The limit on `positions`.
    """

    def __init__(self, variant: Variant, most: int = 10**9) -> None:
        self.variant = variant
        self.most = most
        self.positions = 0
        self._results: dict[tuple[Position, int, int], bool] = {}

    def wins(self, position: Position, side: int, plies: int) -> bool:
        """Return whether `side` can bring the game to a won end within `plies`, whatever the other side plays."""
        key = (position, side, plies)
        if key not in self._results:
            self._results[key] = self._try(position, side, plies)
        return self._results[key]

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
        """Return the number of plies the side to move needs to force a win, or None if more than `most`."""
        for plies in range(1, most + 1):
            if self.wins(position, position.side, plies):
                return plies
        return None

    def winning(self, position: Position, plies: int) -> list[Move]:
        """Return the moves with which the side to move wins within `plies`, this move included."""
        return self._moves_to_a_win_of(position, position.side, plies)

    def losing(self, position: Position, plies: int) -> list[Move]:
        """Return the moves with which the side to move loses within `plies`, this move included."""
        return self._moves_to_a_win_of(position, 1 - position.side, plies)

    def _moves_to_a_win_of(self, position: Position, side: int, plies: int) -> list[Move]:
        return [
            move
            for move in legal_moves(self.variant, position)
            if self.wins(apply(self.variant, position, move), side, plies - 1)
        ]
