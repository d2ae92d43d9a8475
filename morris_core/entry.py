"""MoveEntry: points pressed one after another -> the one legal Move they spell, or a reason why not.

May import rules, generator, position, variants, board. Keeps to the MicroPython subset. The one invariant: an entry
never changes; pressing a point gives a new entry, so a half-entered turn can be dropped by forgetting it, and nothing
outside knows of half turns.
"""

from __future__ import annotations

from collections import namedtuple

from .board import bits, count
from .generator import turn_generator
from .position import NAMES, Move, Position
from .rules import legal_moves
from .variants import Variant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple

    class Press(NamedTuple):
        """What pressing a point did. entry: what is entered now; move: the whole turn if it is complete, else None;
        reason: why the point was refused, else empty."""

        entry: MoveEntry
        move: Move | None
        reason: str
else:
    Press = namedtuple("Press", ("entry", "move", "reason"))


class MoveEntry:
    """A turn being entered at one position, by the player whose turn it is.

    origin: the man picked up, or None; to: where it went, or None as long as that is open; captures: men taken so far.

    >>> from morris_core import find_variant, start_position
    >>> nine = find_variant("nine")
    >>> pressed = MoveEntry(nine, start_position(nine)).press(nine.board.index["d6"])
    >>> pressed.move == Move(None, nine.board.index["d6"], ()), pressed.reason
    (True, '')
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
        # All legal turns of the position, worked out once and handed on from entry to entry.
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
        """Return the points where the man in hand may be put, or the one picked up may go."""
        if self.capturing:
            return []
        return sorted({move.to for move in self._legal if move.origin == self.origin})

    def capture_targets(self) -> list[int]:
        """Return the men that may be taken next."""
        if not self.capturing:
            return []
        return list(bits(turn_generator(self.variant).capture_targets(*self._opponent())))

    def closes_mill(self) -> list[int]:
        """Return the points of the mills that the turn entered so far has closed."""
        if self.to is None:
            return []
        own = self._own_after()
        closed = 0
        for others in self.variant.board.mills_at[self.to]:
            if own & others == others:
                closed |= others | 1 << self.to
        return list(bits(closed))

    def press(self, point: int) -> Press:
        """Press a point: pick up a man, put it down (or back, by pressing it again), or take a man of the opponent."""
        if self.capturing:
            return self._take(point)
        mask = 1 << point
        position = self.position
        side = position.side
        if position.men(side) & mask:
            if point == self.origin:
                return Press(self._with(None, None), None, "")
            if point in self.movable():
                return Press(self._with(point, None), None, "")
            return self._refuse(self._why_not_movable(point))
        if position.men(1 - side) & mask:
            return self._refuse(self._name(point) + " holds one of " + NAMES[1 - side] + "'s men.")
        if point in self.targets():
            return self._put(point)
        return self._refuse(self._why_not_target(point))

    def _put(self, point: int) -> Press:
        choices = [move for move in self._legal if move.origin == self.origin and move.to == point]
        if len(choices) == 1 and not choices[0].captures:
            return Press(self, choices[0], "")
        return Press(self._with(self.origin, point), None, "")

    def _take(self, point: int) -> Press:
        if point not in self.capture_targets():
            return self._refuse(self._why_not_capture(point))
        captures = self.captures + (point,)
        entered = MoveEntry(self.variant, self.position, self.origin, self.to, captures, self._legal)
        for move in self._legal:
            if move.origin == self.origin and move.to == self.to and sorted(move.captures) == sorted(captures):
                return Press(entered, move, "")
        return Press(entered, None, "")

    def _with(self, origin: int | None, to: int | None) -> MoveEntry:
        return MoveEntry(self.variant, self.position, origin, to, (), self._legal)

    def _refuse(self, reason: str) -> Press:
        return Press(self, None, reason)

    def _name(self, point: int) -> str:
        return self.variant.board.points[point]

    def _own_after(self) -> int:
        own = self.position.men(self.position.side)
        if self.origin is not None:
            own ^= 1 << self.origin
        return own if self.to is None else own | 1 << self.to

    def _opponent(self) -> tuple[int, int]:
        """Return the opponent's men, less those taken so far, and his hand."""
        other = 1 - self.position.side
        men = self.position.men(other)
        for captive in self.captures:
            men ^= 1 << captive
        return men, self.position.hand(other)

    def _why_not_movable(self, point: int) -> str:
        position = self.position
        name = self._name(point)
        if position.hand(position.side) and not self.variant.rules.moving_while_placing:
            return "Your man on " + name + " stays until all your men are placed: choose an empty point."
        empty = self.variant.board.full & ~(position.white | position.black)
        if not empty & (self.variant.board.full if self._flies() else self.variant.board.neighbours[point]):
            return "Your man on " + name + " cannot move: no empty point is next to it."
        last = position.last(position.side)
        # With somewhere to go, only the last move can hold it back: its own, or the mill that was opened.
        return self._why_held(point, None) or self._held_mill_reason(self._name(last[0] if last else point))

    def _flies(self) -> bool:
        """Return whether the side to move may fly."""
        side = self.position.side
        return not self.position.hand(side) and count(self.position.men(side)) == self.variant.rules.flying

    def _why_not_target(self, point: int) -> str:
        position = self.position
        side = position.side
        name = self._name(point)
        if self.origin is None and not position.hand(side):
            return "Your men are all placed: choose one of them to move."
        if self.origin is None:
            return self._held_mill_reason(name)
        if not self._flies() and not self.variant.board.neighbours[self.origin] >> point & 1:
            return name + " is not next to " + self._name(self.origin) + " along a line."
        return self._why_held(self.origin, point) or self._held_mill_reason(name)

    def _why_held(self, origin: int, to: int | None) -> str:
        """Return why the man on `origin` may not go to `to` (None: anywhere) by no_return, or nothing."""
        last = self.position.last(self.position.side)
        if self.variant.rules.no_return and last and last[1] == origin and to in (None, last[0]):
            return (
                f"The man on {self._name(origin)} came from {self._name(last[0])} with your last turn "
                "and may not go straight back."
            )
        return ""

    def _held_mill_reason(self, name: str) -> str:
        return "The mill at " + name + " was opened by your last turn; it may not be closed again at once."

    def _why_not_capture(self, point: int) -> str:
        mask = 1 << point
        name = self._name(point)
        side = self.position.side
        men, _ = self._opponent()
        if not men & mask:
            what = "is one of your own men" if self._own_after() & mask else "is empty"
            return name + " " + what + ": take one of " + NAMES[1 - side] + "'s men."
        return name + " stands in a mill and is safe: take a man that is in none."


def explain_illegal(variant: Variant, position: Position, move: Move) -> str:
    """Return why a turn is not legal, by pressing its points one after another until one is refused."""
    points = variant.board.points
    side, hand = NAMES[position.side], position.hand(position.side)
    named = (move.to,) + tuple(move.captures) + (() if move.origin is None else (move.origin,))
    if any(not 0 <= point < len(points) for point in named):
        return f"That turn names a point that is not on the board; its points are numbered 0 to {len(points) - 1}."
    if move.origin is None:
        if not hand:
            return side + " has no men left to place: choose one to move."
    elif not position.men(position.side) >> move.origin & 1:
        return side + " has no man on " + points[move.origin] + "."
    elif hand and not variant.rules.moving_while_placing:
        return side + " still has men to place, so no man may move yet."
    if (position.white | position.black) >> move.to & 1:
        return points[move.to] + " is not empty."
    entry = MoveEntry(variant, position)
    pressed = [move.to] if move.origin is None else [move.origin, move.to]
    done = None
    for point in pressed + list(move.captures):
        if done is not None:
            return "That turn takes too many men." if done.captures else _why_nothing_taken(variant, position, done)
        entry, done, reason = entry.press(point)
        if reason:
            return reason
    if done is None and entry.capturing:
        names = ", ".join(points[point] for point in entry.capture_targets())
        return "That turn closes a mill, so it has to say which man it takes: " + names + "."
    return "That turn is not legal."


def _why_nothing_taken(variant: Variant, position: Position, move: Move) -> str:
    """Return why a legal turn that takes nothing takes nothing."""
    if not MoveEntry(variant, position, move.origin, move.to).closes_mill():
        return "No mill is closed by that turn, so nothing may be taken."
    if variant.rules.mill_wins:
        return "A row wins this game at once: nothing is taken."
    other = NAMES[1 - position.side]
    if not position.men(1 - position.side):
        return other + " has no man on the board to take."
    return "All of " + other + "'s men stand in mills and are safe, so nothing may be taken."
