"""Game: a position with its history. Repetition, quiet plies, undo and redo, resignation, and the result.

The one invariant: the positions are those that the moves lead to from the start; moves that were taken back wait behind
`ply` until a new one replaces them.
"""

from __future__ import annotations

from .entry import explain_illegal
from .errors import IllegalMove, MorrisError
from .notation import format_move, parse_move
from .position import NAMES, Move, Position, start_position
from .rules import Outcome, apply, find_legal, legal_moves, outcome, settle
from .variants import Variant

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")


class Game:
    """A game of one variant.

    >>> from morris_core import Game, find_variant
    >>> game = Game(find_variant("nine"))
    >>> for text in "d6 f4 d2 b4 f6".split():
    ...     _ = game.play(text)
    >>> game.turns()
    ['d6', 'f4', 'd2', 'b4', 'f6']

    variant: what is played. start: the Position it began from. first_ply: plies played before that; first_quiet: how
    many of them in a row were quiet. moves: every turn, undone ones included. ply: how many of them are on the board.
    """

    def __init__(
        self, variant: Variant, start: Position | None = None, first_ply: int = 0, first_quiet: int = 0
    ) -> None:
        self.variant = variant
        self.start = settle(variant, start_position(variant) if start is None else start)
        self.first_ply = first_ply
        self.first_quiet = first_quiet
        self.moves: list[Move] = []
        self.ply = 0
        self.resigned: int | None = None
        self._positions = [self.start]
        self._quiet = [first_quiet]

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._positions[self.ply]

    @property
    def quiet(self) -> int:
        """Plies in a row, up to the position on the board, in which nothing was placed or taken."""
        return self._quiet[self.ply]

    def position_at(self, ply: int) -> Position:
        """Return the position after so many moves, moves that were taken back included; 0 is the start.

        Raises:
            MorrisError: The game has no such ply.
        """
        return self._positions[self._checked(ply)]

    def quiet_at(self, ply: int) -> int:
        """Return the count of quiet plies in a row after so many moves. Raises as position_at does."""
        return self._quiet[self._checked(ply)]

    def _checked(self, ply: int) -> int:
        if not 0 <= ply < len(self._positions):
            raise MorrisError("This game has plies 0 to {last}, not {ply}.", last=len(self._positions) - 1, ply=ply)
        return ply

    def man_at(self, point: int) -> int | None:
        """Return WHITE, BLACK or None for the man on a point of the board. Raises as Position.man_at does."""
        return self.position.man_at(point)

    def copy(self, ply: int | None = None) -> Game:
        """Return a game of its own that begins like this one.

        Args:
            ply: How many moves it has; moves after them and a resignation are left out. None for all of this game,
                moves that were taken back and a resignation included.

        Raises:
            MorrisError: The game has no such ply.

        >>> from morris_core import Game, find_variant
        >>> game = Game(find_variant("nine"))
        >>> _ = game.play("d6"), game.play("f4")
        >>> before = game.copy(1)
        >>> _ = before.play("b4")
        >>> game.turns(), before.turns()
        (['d6', 'f4'], ['d6', 'b4'])
        """
        copy = Game(self.variant, self.start, self.first_ply, self.first_quiet)
        last = len(self.moves) if ply is None else self._checked(ply)
        copy.moves = self.moves[:last]
        copy._positions = self._positions[: last + 1]
        copy._quiet = self._quiet[: last + 1]
        copy.ply = self.ply if ply is None else last
        copy.resigned = self.resigned if ply is None else None
        return copy

    def turns(self) -> list[str]:
        """Return the texts of the turns on the board, the first one first."""
        return [format_move(move, self.variant) for move in self.moves[: self.ply]]

    def legal_moves(self) -> list[Move]:
        """Return every legal turn in board order; none once the game has ended."""
        return [] if self.outcome() else legal_moves(self.variant, self.position)

    def play(self, turn: Move | str) -> Move:
        """Play a turn, given as a Move or as text, and return it as the rules list it. Undone turns are forgotten.

        Raises NotationError for text that is no turn, IllegalMove (with the reason and the legal turns) for one that is
        not legal or comes after the end. The game is unchanged then.
        """
        move = parse_move(turn, self.variant) if isinstance(turn, str) else turn
        over = self.outcome()
        if over:
            raise IllegalMove("The game is over: " + describe(over))
        position = self.position
        legal = find_legal(self.variant, position, move)
        if legal is None:
            raise IllegalMove(
                explain_illegal(self.variant, position, move),
                tuple(format_move(other, self.variant) for other in legal_moves(self.variant, position)),
            )
        after = apply(self.variant, position, legal)
        placed_or_taken = legal.origin is None or legal.captures
        del self.moves[self.ply :]
        del self._positions[self.ply + 1 :]
        del self._quiet[self.ply + 1 :]
        self.moves.append(legal)
        self._positions.append(after)
        self._quiet.append(0 if placed_or_taken else self._quiet[-1] + 1)
        self.ply += 1
        return legal

    def undo(self) -> Move | None:
        """Take back the last turn, or only a resignation; return the turn, or None when there was none to take back."""
        if self.resigned is not None:
            self.resigned = None
            return None
        if self.ply == 0:
            return None
        self.ply -= 1
        return self.moves[self.ply]

    def redo(self) -> Move | None:
        """Play the last turn taken back once more and return it, or None when there is none."""
        if self.ply == len(self.moves) or self.resigned is not None:
            return None
        self.ply += 1
        return self.moves[self.ply - 1]

    def resign(self, side: int) -> None:
        """End the game as lost for `side`; undo() takes it back. Raises IllegalMove when it has ended already."""
        over = self.outcome()
        if over:
            raise IllegalMove("The game is over: " + describe(over))
        self.resigned = side

    def occurrences(self) -> int:
        """Return how often the position on the board has occurred in this game, this time included."""
        position = self.position
        # Placing and capturing cannot be undone by play, so nothing before the last such turn can be the same.
        first = max(0, self.ply - (self.quiet if self.ply else 0))
        return sum(1 for ply in range(first, self.ply + 1) if self._positions[ply] == position)

    def outcome(self) -> Outcome | None:
        """Return how the game ended at the position on the board, or None while it goes on."""
        if self.resigned is not None:
            return Outcome(1 - self.resigned, "resigned")
        rules = self.variant.rules
        decided = outcome(self.variant, self.position)
        if decided:
            return decided
        if rules.repetition and self.occurrences() >= rules.repetition:
            return Outcome(None, "repetition")
        if rules.quiet_limit and self.quiet >= rules.quiet_limit:
            return Outcome(None, "quiet")
        return None

    def result(self) -> str:
        """Return "1-0", "0-1", "1/2-1/2", or "*" while the game goes on."""
        over = self.outcome()
        if over is None:
            return "*"
        return "1/2-1/2" if over.winner is None else RESULTS[over.winner]

    def __eq__(self, other: object) -> bool:
        """Games are equal when variant, start, counts, turns on the board and resignation are."""
        return (
            isinstance(other, Game)
            and self.variant == other.variant
            and self.start == other.start
            and (self.first_ply, self.first_quiet) == (other.first_ply, other.first_quiet)
            and self.moves[: self.ply] == other.moves[: other.ply]
            and self.resigned == other.resigned
        )

    # A game changes with play, so it cannot be a key.
    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        from .fen import format_fen  # which imports this module

        return f"<Game {self.variant.name} at ply {self.ply}: {format_fen(self)}>"


def describe(over: Outcome) -> str:
    """Return an outcome as a sentence: who won and why.

    >>> describe(Outcome(0, "two_men"))
    'White wins: Black has only two men left.'
    """
    reason = over.reason
    if over.winner is None:
        why = {
            "full_board": "the board is full",
            "both_stuck": "neither side can move",
            "repetition": "the same position came up again and again",
            "quiet": "for long nothing was placed or taken",
        }
        return "Draw: " + why[reason] + "."
    winner, loser = NAMES[over.winner], NAMES[1 - over.winner]
    if reason == "row":
        return winner + " wins with a row of three."
    if reason == "two_men":
        return winner + " wins: " + loser + " has only two men left."
    if reason == "no_moves":
        return winner + " wins: " + loser + " cannot move."
    return winner + " wins: " + loser + " resigned."
