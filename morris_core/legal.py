"""The legal moves of a game, which are only listed when somebody looks at them, and the positions after them."""

from __future__ import annotations

from .generator import move_generator
from .named import find_variant
from .notation import parse_move
from .position import Move, Position
from .rules import apply, candidates, find_legal, finished, legal_moves
from .variants import Variant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


class LegalMoves:
    """The legal moves of a position, in board order. Counting and asking for one list none.

    Args:
        variant: The variant.
        position: The position.
        moves: The moves, if they are known already.

    >>> from morris_core import Game
    >>> moves = Game("six").legal_moves()
    >>> len(moves), moves.count(), "a1" in moves, "a1xd2" in moves
    (16, 16, True, False)
    >>> moves[0], [move.to for move in moves][:3]
    (Move(origin=None, to=0, captures=()), [0, 1, 2])
    """

    def __init__(self, variant: Variant, position: Position, moves: list[Move] | None = None) -> None:
        self._variant = variant
        self._position = position
        self._moves = moves

    def _list(self) -> list[Move]:
        if self._moves is None:
            self._moves = legal_moves(self._variant, self._position)
        return self._moves

    def __iter__(self) -> Iterator[Move]:
        return iter(self._list())

    def __len__(self) -> int:
        if self._moves is not None or finished(self._variant, self._position):
            return len(self._moves or ())
        closing, quiet = candidates(self._variant, self._position)
        other = 1 - self._position.side
        men, hand = self._position.men(other), self._position.hand(other)
        after_captures = move_generator(self._variant).after_captures
        left = {closed: len(after_captures(men, hand, closed)) for closed in {move[2] for move in closing}}
        return len(quiet) + sum([left[move[2]] for move in closing])

    def count(self) -> int:
        """Return how many moves there are."""
        return len(self)

    def __contains__(self, move: object) -> bool:
        """Return whether a move, or the move of a text, is legal; its captures may be in any legal order.

        Raises:
            NotationError: The text is not a move.
        """
        if isinstance(move, str):
            move = parse_move(move, self._variant)
        if not isinstance(move, Move):
            return False
        if self._moves is not None and not self._moves:
            return False
        return find_legal(self._variant, self._position, move) is not None

    def __getitem__(self, place: int) -> Move:
        return self._list()[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (LegalMoves, list)) and self._list() == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return "<LegalMoves " + repr(self._list()) + ">"


def successors(variant: Variant | str, position: Position) -> Iterator[tuple[Move, Position]]:
    """Yield every legal move with the position after it, in the order of legal_moves.

    >>> from morris_core import start_position
    >>> [after.white for _, after in successors("three", start_position("three"))][:4]
    [1, 2, 4, 8]
    """
    variant = find_variant(variant)
    for move in legal_moves(variant, position):
        yield move, apply(variant, position, move)
