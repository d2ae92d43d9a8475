"""MoveEntry turns the points a player presses into the one legal Move they spell out, or into a reason why there is
none.

Invariant: an entry is immutable. Pressing a point returns a new entry, so to cancel a half-entered move the caller just
discards it, and no other module deals with half-entered moves.
"""

from __future__ import annotations

from collections import namedtuple

from .board import bits
from .errors import IllegalMove
from .generator import move_generator
from .named import find_variant
from .position import WHITE, Move, Position
from .rules import legal_moves
from .variants import Variant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple

    class Press(NamedTuple):
        """The result of pressing a point.

        Attributes:
            entry: The points entered so far.
            move: The complete move, or None.
            reason: The error to show or raise if the point was refused, or None.
        """

        entry: MoveEntry
        move: Move | None
        reason: IllegalMove | None
else:
    Press = namedtuple("Press", ("entry", "move", "reason"))


class MoveEntry:
    """A move that the player to move is entering.

    Args:
        position: The position before the move.
        origin: The man picked up, or None.
        to: Its destination, or None if that is still open.
        captures: The men captured so far.

    >>> from morris_core import find_variant, start_position
    >>> nine = find_variant("nine")
    >>> pressed = MoveEntry(nine, start_position(nine)).press(nine.board.index["d6"])
    >>> pressed.move == Move(None, nine.board.index["d6"], ()), pressed.reason
    (True, None)
    """

    def __init__(
        self,
        variant: Variant | str,
        position: Position,
        origin: int | None = None,
        to: int | None = None,
        captures: tuple[int, ...] = (),
        legal: list[Move] | None = None,
    ) -> None:
        self.variant = variant = find_variant(variant)
        self.position = position
        self.origin = origin
        self.to = to
        self.captures = captures
        # All legal moves of the position: computed once, then passed on from entry to entry.
        self._legal = legal_moves(variant, position) if legal is None else legal

    def _values(self) -> tuple[object, ...]:
        return self.variant, self.position, self.origin, self.to, self.captures

    def __repr__(self) -> str:
        return "<MoveEntry " + repr(self._values()) + ">"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MoveEntry) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    @property
    def empty(self) -> bool:
        """Whether nothing has been entered yet."""
        return self.origin is None and self.to is None

    @property
    def capturing(self) -> bool:
        """Whether a mill is closed and the next point to press is a man to take."""
        return self.to is not None

    def movable(self) -> list[int]:
        """Return the men that may be picked up."""
        if self.capturing:
            return []
        return sorted({move.origin for move in self._legal if move.origin is not None})

    def targets(self) -> list[int]:
        """Return the points where the man in hand, or the one picked up, may go."""
        if self.capturing:
            return []
        return sorted({move.to for move in self._legal if move.origin == self.origin})

    def capture_targets(self) -> list[int]:
        """Return the men that may be captured next."""
        if not self.capturing:
            return []
        return list(bits(move_generator(self.variant).capturable(*self._opponent())))

    def closes_mill(self) -> list[int]:
        """Return the points of the mills that the move entered so far has closed."""
        if self.to is None:
            return []
        return self.variant.board.points_of(self.variant.board.mills_through(self.to, self._own_after()))

    def preview(self) -> Position:
        """Return the position after the part of the move that is entered, with the same side to move.

        A man that is only picked up stays on its point.
        """
        position = self.position
        side = position.side
        if self.to is None:
            return position
        own, (opponent, _) = self._own_after(), self._opponent()
        hands = [position.white_hand, position.black_hand]
        hands[side] -= self.origin is None
        men = (own, opponent) if side == WHITE else (opponent, own)
        return Position(
            men[0], men[1], hands[0], hands[1], side, position.white_last, position.black_last, position.board
        )

    def press(self, point: int) -> Press:
        """Press a point: pick up a man, put it down (or back, by pressing its point again), or capture a man."""
        if self.capturing:
            return self._take(point)
        mask = 1 << point
        position = self.position
        side = position.side
        if position.men(side) & mask:
            if point == self.origin:
                return Press(self._with(None, None), None, None)
            if point in self.movable():
                return Press(self._with(point, None), None, None)
        elif point in self.targets():
            return self._put(point)
        from .refusals import why_not_pressed  # imported here because most presses are part of a move

        return Press(self, None, why_not_pressed(self.variant, position, self.origin, point))

    def _put(self, point: int) -> Press:
        choices = [move for move in self._legal if move.origin == self.origin and move.to == point]
        if len(choices) == 1 and not choices[0].captures:
            return Press(self, choices[0], None)
        return Press(self._with(self.origin, point), None, None)

    def _take(self, point: int) -> Press:
        if point not in self.capture_targets():
            from .refusals import why_not_taken

            men = self._opponent()[0], self._own_after()
            return Press(self, None, why_not_taken(self.variant, self.position.side, point, men))
        captures = self.captures + (point,)
        entered = MoveEntry(self.variant, self.position, self.origin, self.to, captures, self._legal)
        for move in self._legal:
            if move.origin == self.origin and move.to == self.to and sorted(move.captures) == sorted(captures):
                return Press(entered, move, None)
        return Press(entered, None, None)

    def _with(self, origin: int | None, to: int | None) -> MoveEntry:
        return MoveEntry(self.variant, self.position, origin, to, (), self._legal)

    def _own_after(self) -> int:
        own = self.position.men(self.position.side)
        if self.origin is not None:
            own ^= 1 << self.origin
        return own if self.to is None else own | 1 << self.to

    def _opponent(self) -> tuple[int, int]:
        """Return the opponent's men without those captured so far, and how many it has in hand."""
        other = 1 - self.position.side
        men = self.position.men(other)
        for captive in self.captures:
            men ^= 1 << captive
        return men, self.position.hand(other)
