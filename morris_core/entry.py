"""MoveEntry turns the points a player presses into the one legal Move they spell out, or into a reason why there is
none.

Invariant: an entry is immutable. Pressing a point returns a new entry, so to cancel a half-entered move the caller just
discards it, and no other module deals with half-entered moves. Every reason for refusing a move comes from here.
"""

from __future__ import annotations

from collections import namedtuple

from .board import bits
from .errors import IllegalMove
from .generator import move_generator
from .position import NAMES, WHITE, Move, Position
from .rules import legal_moves, may_fly
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
        variant: Variant,
        position: Position,
        origin: int | None = None,
        to: int | None = None,
        captures: tuple[int, ...] = (),
        legal: list[Move] | None = None,
    ) -> None:
        self.variant = variant
        self.position = position
        self.origin = origin
        self.to = to
        self.captures = captures
        # All legal moves of the position: computed once, then passed on from entry to entry.
        self._legal = legal_moves(variant, position) if legal is None else legal

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
        return Position(men[0], men[1], hands[0], hands[1], side, position.white_last, position.black_last).on(
            self.variant.board
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
            return self._refuse(self._why_not_movable(point))
        if position.men(1 - side) & mask:
            return self._refuse(
                IllegalMove("One of {side}'s men is on {point}.", point=self._name(point), side=NAMES[1 - side])
            )
        if point in self.targets():
            return self._put(point)
        return self._refuse(self._why_not_target(point))

    def _put(self, point: int) -> Press:
        choices = [move for move in self._legal if move.origin == self.origin and move.to == point]
        if len(choices) == 1 and not choices[0].captures:
            return Press(self, choices[0], None)
        return Press(self._with(self.origin, point), None, None)

    def _take(self, point: int) -> Press:
        if point not in self.capture_targets():
            return self._refuse(self._why_not_capture(point))
        captures = self.captures + (point,)
        entered = MoveEntry(self.variant, self.position, self.origin, self.to, captures, self._legal)
        for move in self._legal:
            if move.origin == self.origin and move.to == self.to and sorted(move.captures) == sorted(captures):
                return Press(entered, move, None)
        return Press(entered, None, None)

    def _with(self, origin: int | None, to: int | None) -> MoveEntry:
        return MoveEntry(self.variant, self.position, origin, to, (), self._legal)

    def _refuse(self, reason: IllegalMove) -> Press:
        return Press(self, None, reason)

    def _name(self, point: int) -> str:
        return self.variant.board.points[point]

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

    def _why_not_movable(self, point: int) -> IllegalMove:
        position = self.position
        name = self._name(point)
        if position.hand(position.side) and not self.variant.rules.moving_while_placing:
            return IllegalMove(
                "Your man on {point} can't move until all your men are placed. Choose an empty point.", point=name
            )
        empty = self.variant.board.full & ~(position.white | position.black)
        if not empty & (self.variant.board.full if self._flies() else self.variant.board.neighbours[point]):
            return IllegalMove("Your man on {point} can't move: there's no empty point next to it.", point=name)
        last = position.last(position.side)
        # The man has an empty neighbour, so only the last move can hold it back: either it was moved there, or it
        # opened a mill that may not be closed yet.
        return self._why_held(point, None) or self._held_mill(self._name(last[0] if last else point))

    def _flies(self) -> bool:
        return may_fly(self.variant, self.position, self.position.side)

    def _why_not_target(self, point: int) -> IllegalMove:
        position = self.position
        side = position.side
        name = self._name(point)
        if self.origin is None and not position.hand(side):
            return IllegalMove("All your men are placed. Choose one of them to move.")
        if self.origin is None:
            return self._why_held(None, point) or self._held_mill(name)
        if not self._flies() and not self.variant.board.neighbours[self.origin] >> point & 1:
            return IllegalMove(
                "{point} is not next to {origin} along a line.", point=name, origin=self._name(self.origin)
            )
        return self._why_held(self.origin, point) or self._held_mill(name)

    def _why_held(self, origin: int | None, to: int | None) -> IllegalMove | None:
        """Return the refusal of the rule that forbids the man on `origin` to go to `to`, or None.

        If `origin` is None, a man is placed; if `to` is None, the question is about every point it could reach.
        """
        position, board = self.position, self.variant.board
        side = position.side
        last = position.last(side)
        ends = (1 << last[0], 1 << last[1]) if last else (0, 0)
        mask = 0 if origin is None else 1 << origin
        targets = board.full & ~(position.white | position.black) if to is None else 1 << to
        if origin is not None and not self._flies():
            targets &= board.neighbours[origin]
        for forbidden, refusal in self.variant.rules.limits:
            if targets & forbidden(board, position.men(side), position.hand(side), mask, *ends):
                point = to if origin is None else origin
                return IllegalMove(
                    refusal,
                    point="" if point is None else self._name(point),
                    to="" if to is None else self._name(to),
                    origin=self._name(last[0]) if last else "",
                )
        return None

    def _held_mill(self, name: str) -> IllegalMove:
        return IllegalMove(
            "Your last move opened the mill at {point}. You may not close it again right away.", point=name
        )

    def _why_not_capture(self, point: int) -> IllegalMove:
        mask = 1 << point
        men, _ = self._opponent()
        if men & mask:
            template = "The man on {point} is in a mill, so it's safe. Take one that isn't."
        elif self._own_after() & mask:
            template = "The man on {point} is your own. Take one of {side}'s men."
        else:
            template = "{point} is empty. Take one of {side}'s men."
        return IllegalMove(template, point=self._name(point), side=NAMES[1 - self.position.side])


def explain_illegal(variant: Variant, position: Position, move: Move) -> IllegalMove:
    """Return the reason why a move is not legal, by pressing its points in turn until one is refused."""
    points = variant.board.points
    side, hand = NAMES[position.side], position.hand(position.side)
    named = (move.to,) + tuple(move.captures) + (() if move.origin is None else (move.origin,))
    if any(not 0 <= point < len(points) for point in named):
        return IllegalMove(
            "That move uses a point that isn't on the board. Points are numbered 0 to {last}.",
            last=len(points) - 1,
        )
    if move.origin is None:
        if not hand:
            return IllegalMove("{side} has no men left to place. Choose one to move.", side=side)
    elif not position.men(position.side) >> move.origin & 1:
        return IllegalMove("{side} has no man on {point}.", side=side, point=points[move.origin])
    elif hand and not variant.rules.moving_while_placing:
        return IllegalMove("{side} still has men to place, so no man may move yet.", side=side)
    if (position.white | position.black) >> move.to & 1:
        return IllegalMove("{point} is not empty.", point=points[move.to])
    entry = MoveEntry(variant, position)
    pressed = [move.to] if move.origin is None else [move.origin, move.to]
    done = None
    for point in pressed + list(move.captures):
        if done is not None:
            if done.captures:
                return IllegalMove("That move takes too many men.")
            return _why_nothing_captured(variant, position, done)
        entry, done, reason = entry.press(point)
        if reason is not None:
            return reason
    if done is None and entry.capturing:
        names = ", ".join([points[point] for point in entry.capture_targets()])
        return IllegalMove("That move closes a mill, so it must say which man it takes: {names}.", names=names)
    return IllegalMove("That move isn't legal.")


def _why_nothing_captured(variant: Variant, position: Position, move: Move) -> IllegalMove:
    """Return the reason why a legal move without captures captures nothing."""
    if not MoveEntry(variant, position, move.origin, move.to).closes_mill():
        return IllegalMove("That move doesn't close a mill, so it can't take a man.")
    if variant.rules.mill_wins:
        return IllegalMove("In this game a row wins at once. No men are taken.")
    other = NAMES[1 - position.side]
    if not position.men(1 - position.side):
        return IllegalMove("{side} has no men on the board to take.", side=other)
    return IllegalMove("All of {side}'s men are safe in mills, so none can be taken.", side=other)
