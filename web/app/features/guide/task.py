"""A task: the moves that are right in a position. What has been entered goes in, what to press next comes out."""

from __future__ import annotations

from morris_core.notation import parse_move

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from morris_core import Move, MoveEntry, Variant


class Task:
    """The moves that are right in a position.

    Args:
        variant: What is played.
        right: The right moves as text, such as "d2", "a1-a4" or "a1-a4xd6".

    Raises:
        NotationError: A text is no move on the variant's board.

    >>> from morris_core import MoveEntry, find_variant, start_position
    >>> nine = find_variant("nine")
    >>> task, entry = Task(nine, ["d2", "f4"]), MoveEntry(nine, start_position(nine))
    >>> [nine.board.points[point] for point in task.next_points(entry)]
    ['f4', 'd2']
    """

    def __init__(self, variant: Variant, right: Iterable[str]) -> None:
        self.moves = [parse_move(text, variant) for text in right]

    def is_right(self, move: Move) -> bool:
        """Return whether a move is one of the right ones; in which order it takes two men does not matter."""
        return any(_same(move, right) for right in self.moves)

    def may_become_right(self, entry: MoveEntry) -> bool:
        """Return whether what has been entered is the beginning of a right move."""
        return entry.empty or bool(self._left(entry))

    def next_points(self, entry: MoveEntry) -> list[int]:
        """Return the points to press next, in the order of the board's points."""
        found = set()
        for move in self._left(entry):
            if entry.to is not None:
                found |= set(move.captures) - set(entry.captures)
            elif entry.origin is None and move.origin is not None:
                found.add(move.origin)
            else:
                found.add(move.to)
        return sorted(found)

    def _left(self, entry: MoveEntry) -> list[Move]:
        """Return the right moves that begin with what has been entered."""
        return [
            move
            for move in self.moves
            if (entry.empty or entry.origin == move.origin)
            and entry.to in (None, move.to)
            and set(entry.captures) <= set(move.captures)
        ]


def _same(move: Move, other: Move) -> bool:
    return move.origin == other.origin and move.to == other.to and sorted(move.captures) == sorted(other.captures)
