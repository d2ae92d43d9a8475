"""Game: a position with its history. It owns repetition, quiet plies, undo and redo, the ways players end a game
themselves, and the result.

Invariant: the positions are those that the moves lead to from the start. Moves that were taken back stay in `line`
after `ply` until a new move replaces them.
"""

from __future__ import annotations

from .errors import IllegalMove, MorrisError
from .fen import format_position, looks_like_sanmill_fen, parse_start
from .link_text import LinkText, write_link
from .named import find_variant
from .notation import format_move, parse_move
from .position import Move, Position, start_position
from .rules import Outcome, apply, find_legal, legal_moves, outcome, over, quiet_limit, settle
from .script import Script
from .variants import Variant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from .board import Board
    from .legal import LegalMoves
    from .rules import Result
    from .sanmill import Dialect


class Game:
    """A game of one variant.

    Args:
        variant: The variant or its name.
        start: The starting position, or None for the empty board.
        first_ply: How many plies were played before the start. Texts hold at most 999 998.
        first_quiet: How many plies in a row were quiet (no placement, no capture) up to the start.
            Texts hold at most 999 999.

    Raises:
        PositionError: The start isn't a position of the board, or a number is negative.

    Attributes:
        line: Every move, including moves that were taken back.
        ply: How many moves of the line are on the board.
        ended: How the players ended the game themselves (resigning, agreeing to a draw, running out of time), or None
            if only the moves decide.

    >>> from morris_core import Game
    >>> game = Game()
    >>> for text in "d6 f4 d2 b4 f6".split():
    ...     _ = game.play(text)
    >>> game
    <Game nine at ply 5: 3/1WW/3/1B2B1/3/1W1/3 b 6 7 - 0 6>
    >>> game.move_texts()
    ['d6', 'f4', 'd2', 'b4', 'f6']
    """

    def __init__(
        self, variant: Variant | str = "nine", start: Position | None = None, first_ply: int = 0, first_quiet: int = 0
    ) -> None:
        self.variant = variant = find_variant(variant)
        if start is None:
            start = start_position(variant)
        elif not start.fits(variant.board) or first_ply < 0 or first_quiet < 0:
            from .senseless import refuse_start  # imported here because few games are refused

            refuse_start(variant.board, start, first_ply, first_quiet)
        self.start = settle(variant, start)
        self.first_ply = first_ply
        self.first_quiet = first_quiet
        self.line: list[Move] = []
        self.ply = 0
        self.ended: Outcome | None = None
        self._positions = [self.start]
        self._quiet = [first_quiet]

    @classmethod
    def from_fen(cls, text: str, variant: Variant | str = "nine") -> Game:
        """Return a game that begins at a position given as text, ours or Sanmill's, with its counts of plies.

        Raises:
            NotationError: The text is damaged; the message names the field.
            PositionError: The position cannot occur in the variant.

        >>> from morris_core import Game
        >>> Game.from_fen("3/3/3/6/3/3/W2 b 8 9").legal_moves()[0]
        Move(origin=None, to=0, captures=())
        """
        variant = find_variant(variant)
        if looks_like_sanmill_fen(text):
            from .sanmill import parse_sanmill_start  # imported here because hardly any text is Sanmill's

            return cls(variant, *parse_sanmill_start(text, variant))
        return cls(variant, *parse_start(text, variant))

    @classmethod
    def from_link(cls, text: str) -> Game:
        """Return the game of a link, given as an address or as its fragment alone.

        Raises:
            LinkError: Some part of the link cannot be read or played. Link.read returns the rest.

        >>> from morris_core import Game
        >>> Game.from_link("https://example.org/#v=six&m=c5.a1").move_texts()
        ['c5', 'a1']
        """
        script = LinkText(text)
        game = cls.from_script(script)
        problem = script.problem()
        if problem:
            raise problem
        return game

    @classmethod
    def from_record(cls, text: str, variant: Variant | str | None = None) -> Game:
        """Return the first game of a text of records.

        Args:
            text: One record, or several.
            variant: The variant, or its name, to use if the record names none and its points are on the board;
                otherwise it is nine men's morris, or the first of VARIANTS that has the points.

        Raises:
            NotationError: The text is damaged. Every message names the line and the move.
            RulesError: A variant or house rule is unknown.
            PositionError: The starting position cannot occur.
            IllegalMove: A move cannot be played; `legal` holds the legal moves.

        >>> from morris_core import Game
        >>> Game.from_record("1. D6 f4 2. d2 1-0").resigned
        1
        """
        from .record_text import first_game  # imported here because a page that shows a board reads no records

        return cls.from_script(first_game(text, variant))

    @classmethod
    def from_script(cls, script: Script) -> Game:
        """Return the game of a script's main line. What cannot be played is up to the script."""
        game = cls(script.variant, script.start, script.first_ply, script.first_quiet)
        moves = script.lines[0][1]
        for number in range(len(moves) + 1):
            try:
                if number:
                    game.play(moves[number - 1])
            except MorrisError as error:
                if script.refuse_move(number, error, game.outcome()):
                    return cls.from_script(script)
                break
            if number in script.passes and not (number and game.position.side == game.position_at(number - 1).side):
                script.refuse_pass(number)
        game.ply = script.head
        game.ended = script.conclude(game.outcome())
        return game

    def script(self) -> Script:
        """Return the game as data, without moves that were taken back."""
        script = Script(self.variant, self.start, self.first_ply, self.first_quiet)
        script.lines = [(0, self.move_texts())]
        script.head = self.ply
        script.sides = [position.side for position in self._positions[: self.ply + 1]]
        if self.ended is not None:
            script.ends = {self.ply: self.ended}
        return script

    def fen(self, ply: int | None = None) -> str:
        """Return a position of the game as text.

        Args:
            ply: The number of moves before it, which may include moves taken back; None for the position on the board.

        Raises:
            MorrisError: The game has no such ply.
        """
        ply = self.ply if ply is None else ply
        return format_position(self.variant, self.position_at(ply), self.quiet_at(ply), self.first_ply + ply + 1)

    def sanmill_fen(self, ply: int | None = None, dialect: Dialect = "squares") -> str:
        """Return a position of the game as Sanmill writes it.

        Args:
            ply: As for fen.
            dialect: "squares" for the older one, "nodes" for the newer one.

        Raises:
            PositionError: The board is not the one with three squares.
        """
        from .sanmill import write_sanmill_fen

        is_over = ply in (None, self.ply) and self.outcome() is not None
        ply = self.ply if ply is None else ply
        place = self.position_at(ply), self.quiet_at(ply), self.first_ply + ply
        return write_sanmill_fen(self.variant, *place, is_over, dialect)

    def link(self) -> str:
        """Return the moves on the board as the fragment of a link, without `#`.

        Raises:
            RulesError: The game's board is none of BOARDS, so no link can name it.

        >>> from morris_core import Game, find_variant
        >>> game = Game(find_variant("nine").with_rules(mill_hold=True))
        >>> _ = game.play("d6"), game.play("f4")
        >>> game.link()
        'v=nine&r=mill_hold:1&m=d6.f4'
        """
        return write_link(self.script())

    def record(self) -> str:
        """Return the moves on the board as a record that ends with a newline.

        Raises:
            RulesError: The game's board is none of BOARDS, so no record can name it.

        >>> from morris_core import Game
        >>> game = Game("six")
        >>> _ = game.play("c5"), game.play("a1"), game.play("c2")
        >>> print(game.record())
        [Variant "six"]
        [Result "*"]
        <BLANKLINE>
        1. c5 a1 2. c2 *
        <BLANKLINE>
        """
        from .record_text import write_record

        return write_record(self.script(), self.result())

    @property
    def resigned(self) -> int | None:
        """The side that resigned, or None."""
        return self._lost_by("resigned")

    @property
    def out_of_time(self) -> int | None:
        """The side that ran out of time, or None."""
        return self._lost_by("time")

    @property
    def agreed(self) -> bool:
        """Whether the players agreed to a draw."""
        return self.ended is not None and self.ended.winner is None

    def _lost_by(self, reason: str) -> int | None:
        ended = self.ended
        return None if ended is None or ended.winner is None or ended.reason != reason else 1 - ended.winner

    @property
    def moves(self) -> list[Move]:
        """The moves on the board in order."""
        return self.line[: self.ply]

    @property
    def undone(self) -> list[Move]:
        """The moves that were taken back, in the order in which redo() plays them."""
        return self.line[self.ply :]

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._positions[self.ply]

    @property
    def quiet(self) -> int:
        """How many plies in a row, up to the position on the board, were quiet."""
        return self._quiet[self.ply]

    def position_at(self, ply: int) -> Position:
        """Return the position after `ply` moves, which may include moves taken back; 0 is the start.

        Raises:
            MorrisError: The game has no such ply.
        """
        return self._positions[self._check_ply(ply)]

    def quiet_at(self, ply: int) -> int:
        """Return how many plies in a row were quiet after `ply` moves. Raises as position_at does."""
        return self._quiet[self._check_ply(ply)]

    def _check_ply(self, ply: int) -> int:
        if not 0 <= ply < len(self._positions):
            raise MorrisError(
                "This game has no ply {ply}. Its plies run from 0 to {last}.", last=len(self._positions) - 1, ply=ply
            )
        return ply

    def man_at(self, point: int | str) -> int | None:
        """Return WHITE or BLACK for the man on a point, given by name or index, or None if the point is empty.

        WHITE is 0, so compare with `is None`, `== WHITE`, `== BLACK`.

        Raises:
            MorrisError: The board has no such point.

        >>> from morris_core import WHITE, Game, find_variant
        >>> game = Game(find_variant("nine"))
        >>> _ = game.play("d6")
        >>> game.man_at("d6") == WHITE, game.man_at("a1") is None
        (True, True)
        """
        board = self.variant.board
        return self.position.man_at(board.point(point))

    def copy(self, ply: int | None = None) -> Game:
        """Return an independent copy of this game.

        Args:
            ply: Copy only this many moves, and not how the players ended the game. None copies everything, including
                moves that were taken back.

        Raises:
            MorrisError: The game has no such ply.

        >>> from morris_core import Game, find_variant
        >>> game = Game(find_variant("nine"))
        >>> _ = game.play("d6"), game.play("f4")
        >>> before = game.copy(1)
        >>> _ = before.play("b4")
        >>> game.move_texts(), before.move_texts()
        (['d6', 'f4'], ['d6', 'b4'])
        """
        copy = Game(self.variant, self.start, self.first_ply, self.first_quiet)
        last = len(self.line) if ply is None else self._check_ply(ply)
        copy.line = self.line[:last]
        copy._positions = self._positions[: last + 1]
        copy._quiet = self._quiet[: last + 1]
        copy.ply = self.ply if ply is None else last
        copy.ended = self.ended if ply is None else None
        return copy

    def __copy__(self) -> Game:
        return self.copy()

    def move_text(self, move: Move) -> str:
        """Return a move as text, such as "d6-d7xa1"."""
        return format_move(move, self.variant)

    def move_texts(self) -> list[str]:
        """Return the moves on the board as texts."""
        return [format_move(move, self.variant) for move in self.moves]

    def parse_move(self, text: str) -> Move:
        """Return the move that a text describes; it need not be legal.

        Raises:
            NotationError: The text is not a move.
        """
        return parse_move(text, self.variant)

    def legal_moves(self) -> LegalMoves:
        """Return the legal moves in board order; none after the end of the game.

        >>> from morris_core import Game
        >>> moves = Game().legal_moves()
        >>> len(moves), "d6" in moves, moves[0] in moves
        (24, True, True)
        """
        from .legal import LegalMoves  # imported here because a page that shows a board lists no moves

        return LegalMoves(self.variant, self.position, [] if self.outcome() else None)

    def is_legal(self, move: Move | str) -> bool:
        """Return whether a move, or the move of a text, is legal.

        Raises:
            NotationError: The text is not a move.
        """
        requested = self.parse_move(move) if isinstance(move, str) else move
        return not self.outcome() and find_legal(self.variant, self.position, requested) is not None

    def peek(self) -> Move | None:
        """Return the last move on the board, or None if there is none."""
        return self.line[self.ply - 1] if self.ply else None

    def play(self, move: Move | str) -> Move:
        """Play a move and forget moves that were taken back.

        Args:
            move: The move or its text.

        Returns:
            The move as legal_moves lists it; its captures may be in another order.

        Raises:
            NotationError: The text is not a move.
            IllegalMove: The move is not legal, or the game is over. The message gives the reason, and `legal` holds the
                texts of the legal moves. The game is unchanged.
        """
        requested = parse_move(move, self.variant) if isinstance(move, str) else move
        self._refuse_after_the_end()
        position = self.position
        legal = find_legal(self.variant, position, requested)
        if legal is None:
            from .illegal import explain_illegal  # imported here because a program's moves are hardly ever refused

            reason = explain_illegal(self.variant, position, requested)
            texts = [format_move(other, self.variant) for other in legal_moves(self.variant, position)]
            raise IllegalMove(reason.template, tuple(texts), **reason.values)
        self.push(legal)
        return legal

    def push(self, move: Move) -> None:
        """Play a move of legal_moves() without checking it, in less than half the time. Another move damages the game.

        >>> from morris_core import Game
        >>> game = Game("three")
        >>> for move in game.legal_moves():
        ...     game.push(move)
        ...     _ = game.undo()
        """
        position = self.position
        after = apply(self.variant, position, move)
        placed_or_captured = move.captures or position[2:4] != after[2:4]  # the men in hand
        if self.ply < len(self.line):
            del self.line[self.ply :]
            del self._positions[self.ply + 1 :]
            del self._quiet[self.ply + 1 :]
        self.line.append(move)
        self._positions.append(after)
        self._quiet.append(0 if placed_or_captured else self._quiet[-1] + 1)
        self.ply += 1

    def _refuse_after_the_end(self) -> None:
        ended = self.outcome()
        if ended:
            raise over(ended)

    def undo(self) -> Move | None:
        """Take back the last move, or only the way the players ended the game, such as a resignation.

        Returns:
            The move taken back, or None.
        """
        if self.ended is not None:
            self.ended = None
            return None
        if self.ply == 0:
            return None
        self.ply -= 1
        return self.line[self.ply]

    def redo(self) -> Move | None:
        """Play the move that was taken back last again, and return it; return None if there is none."""
        if self.ply == len(self.line) or self.ended is not None:
            return None
        self.ply += 1
        return self.line[self.ply - 1]

    def resign(self, side: int) -> None:
        """End the game as a loss for `side` (WHITE or BLACK); undo() reverts it.

        Raises:
            IllegalMove: The game is already over.
        """
        self._lose(side, "resigned")

    def agree_draw(self) -> None:
        """End the game as an agreed draw; undo() reverts it.

        Raises:
            IllegalMove: The game is already over.
        """
        self._refuse_after_the_end()
        self.ended = Outcome(None, "agreed")

    def lose_on_time(self, side: int) -> None:
        """End the game as a loss for `side` (WHITE or BLACK), which ran out of time; undo() reverts it.

        Raises:
            IllegalMove: The game is already over.
        """
        self._lose(side, "time")

    def _lose(self, side: int, reason: Literal["resigned", "time"]) -> None:
        self._refuse_after_the_end()
        if side not in (0, 1):
            raise MorrisError("A side is WHITE (0) or BLACK (1), not {side}.", side=side)
        self.ended = Outcome(1 - side, reason)

    def occurrences(self) -> int:
        """Return how often the position on the board has occurred in this game, including now."""
        position = self.position
        # Placements and captures are irreversible, so no position before the last one can be the same.
        first = max(0, self.ply - (self.quiet if self.ply else 0))
        return self._positions[first : self.ply + 1].count(position)

    def outcome(self) -> Outcome | None:
        """Return how the game ended at the position on the board, or None if it goes on."""
        if self.ended is not None:
            return self.ended
        rules = self.variant.rules
        decided = outcome(self.variant, self.position)
        if decided:
            return decided
        if rules.repetition and self.occurrences() >= rules.repetition:
            return Outcome(None, "repetition")
        limit = quiet_limit(self.variant, self.position)
        if limit and self.quiet >= limit:
            return Outcome(None, "quiet")
        return None

    def result(self) -> Result:
        """Return "1-0", "0-1", "1/2-1/2", or "*" if the game goes on."""
        ended = self.outcome()
        return "*" if ended is None else ended.result

    def __eq__(self, other: object) -> bool:
        """Compare the variant, the start, its counts, the moves on the board and how the players ended the game."""
        return (
            isinstance(other, Game)
            and self.variant == other.variant
            and self.start == other.start
            and (self.first_ply, self.first_quiet) == (other.first_ply, other.first_quiet)
            and self.moves == other.moves
            and self.ended == other.ended
        )

    # Games are mutable, so they are not hashable.
    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Game {self.variant.name} at ply {self.ply}: {self.fen()}>"

    def __str__(self) -> str:
        return str(self.position)

    def _repr_svg_(self) -> str:
        from .svg import board

        return board(self, size=360)

    def picture(self) -> tuple[Board, str, tuple[int, ...], Move | None, Outcome | None]:
        """Return what svg.board draws: the board, the title, the men, the last move, and how the game ended."""
        return self.variant.board, self.variant.title, self.position[:4], self.peek(), self.outcome()
