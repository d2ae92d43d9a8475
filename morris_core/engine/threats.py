"""Mills that a side forces with threats alone: each of its moves threatens one, until no reply can stop it.

Invariant: only moves that the generator allows are counted, and every reply of the other side. A search that runs out
of nodes raises Unfinished, so that nobody takes it for a proof.
"""

from __future__ import annotations

from ..generator import move_generator
from ..position import Move, Position
from ..variants import Variant

MOST_MOVES = 5
"""How many moves of the attacking side the search sees."""
MOST_NODES = 1_500
"""How many positions it looks at. A position takes about a hundredth of a millisecond to generate."""


class Unfinished(Exception):
    """The search has looked at MOST_NODES positions."""


class ThreatSearch:
    """Looks for a sequence of threats that ends with a mill, for variants where only the men on the board matter."""

    def __init__(self, variant: Variant) -> None:
        rules = variant.rules
        self.applies = not (rules.remembers or rules.limits or rules.mill_wins or rules.from_hand)
        self._generator = move_generator(variant)
        self._full = variant.board.full
        self._nodes = 0

    def line(self, position: Position) -> list[Move] | None:
        """Return the shortest sequence by which the side to move forces a mill, against the longest defence, or None.

        Its last move threatens a mill that no reply stops. If a mill can be closed at once, there is none to force.

        Raises:
            Unfinished: It is not known whether there is one.
        """
        side, self._nodes = position.side, 0
        men = position.men(side), position.men(1 - side)
        hands = position.hand(side), position.hand(1 - side)
        if not self.applies or self._closes(*men, hands[0]):
            return None
        for depth in range(1, MOST_MOVES + 1):
            found = self._attack(*men, *hands, depth)
            if found is not None:
                return found
        return None

    def line_after(self, position: Position) -> list[Move] | None:
        """Return how the side that has just moved goes on to force a mill, or None if it doesn't.

        The line begins with the reply and is empty if no reply stops the mill.

        Raises:
            Unfinished: It is not known.
        """
        side, self._nodes = 1 - position.side, 0
        men, hands = (position.men(side), position.men(1 - side)), (position.hand(side), position.hand(1 - side))
        return self._defend(*men, *hands, MOST_MOVES - 1) if self.applies else None

    def closable(self, position: Position, side: int) -> int:
        """Return the points where a side could close a mill if it were to move."""
        return self._closes(position.men(side), position.men(1 - side), position.hand(side))

    def _closes(self, own: int, opponent: int, hand: int) -> int:
        """Return the points where the side could close a mill if it were to move."""
        if not self._generator.completing_points(own) & self._full & ~(own | opponent):
            return 0
        points = 0
        for _, cell, _ in self._generator.candidates(own, opponent, hand, 0, 0)[0]:
            points |= cell
        return points

    def _attack(self, own: int, opponent: int, hand: int, other_hand: int, depth: int) -> list[Move] | None:
        if not depth:
            return None
        for added, cell in self._generator.candidates(own, opponent, hand, 0, 0)[1]:
            placed = int(added == cell)
            found = self._defend(own + added, opponent, hand - placed, other_hand, depth - 1)
            if found is not None:
                return [_move(added, cell), *found]
        return None

    def _defend(self, own: int, opponent: int, hand: int, other_hand: int, depth: int) -> list[Move] | None:
        """Return the longest defence against a threat and how the attack goes on; None if there is no such threat."""
        self._nodes += 1
        if self._nodes > MOST_NODES:
            raise Unfinished
        points = self._closes(own, opponent, hand)
        if not points:
            return None
        closing, quiet = self._generator.candidates(opponent, own, other_hand, 0, 0)
        if closing or not quiet:
            return None
        longest: list[Move] = []
        for added, cell in quiet:
            if points ^ cell or self._closes(own, opponent + added, hand):
                continue  # a mill can still be closed
            if own | opponent + added == self._full:
                return None
            answer = self._attack(own, opponent + added, hand, other_hand - int(added == cell), depth)
            if answer is None:
                return None
            if len(answer) >= len(longest):
                longest = [_move(added, cell), *answer]
        return longest


def _move(added: int, cell: int) -> Move:
    origin = cell - added
    return Move(origin.bit_length() - 1 if origin else None, cell.bit_length() - 1, ())
