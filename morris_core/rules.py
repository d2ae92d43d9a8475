"""The rules: legal moves, the position after a move, and how a position decides the game.

Invariant: a position that `apply` returns is settled: its side to move has a legal move, or the game is decided. Draws
by repetition and by quiet plies need the history and belong to Game.
"""

from __future__ import annotations

from collections import namedtuple

from .board import bits, count
from .errors import IllegalMove, MorrisError
from .generator import MoveGenerator, move_generator
from .position import BLACK, NAMES, WHITE, Move, Position
from .variants import Variant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, NamedTuple

    from .generator import Closing, Quiet

    Reason = Literal[
        "row", "two_men", "full_board", "no_moves", "both_stuck", "repetition", "quiet", "resigned", "agreed", "time"
    ]
    Result = Literal["1-0", "0-1", "1/2-1/2", "*"]

    class _Outcome(NamedTuple):
        winner: int | None
        reason: Reason
else:
    _Outcome = namedtuple("Outcome", ("winner", "reason"))

# First the reasons that follow from the position, in this order; then those that need the history or the players.
_FROM_POSITION: tuple[Reason, ...] = ("row", "two_men", "full_board", "no_moves", "both_stuck")
_FROM_HISTORY: tuple[Reason, ...] = ("repetition", "quiet", "resigned", "agreed", "time")
REASONS = _FROM_POSITION + _FROM_HISTORY
RESULTS: tuple[Result, ...] = ("1-0", "0-1", "1/2-1/2", "*")

# How a game ended, by reason: the whole sentence, and the one to follow a sentence that names the winner.
_SENTENCES = {
    "row": ("{winner} wins with a row of three.", "A row of three."),
    "two_men": ("{winner} wins: {loser} has only two men left.", "{loser} has only two men left."),
    "no_moves": ("{winner} wins: {loser} can't move.", "{loser} can't move."),
    "resigned": ("{winner} wins: {loser} resigned.", "{loser} resigned."),
    "time": ("{winner} wins: {loser} ran out of time.", "{loser} ran out of time."),
    "full_board": ("Draw: the board is full.", "The board is full."),
    "both_stuck": ("Draw: neither side can move.", "Neither side can move."),
    "repetition": (
        "Draw: the same position came up too often.",
        "The same position came up too often.",
    ),
    "quiet": ("Draw: no man was placed or taken for too long.", "No man was placed or taken for too long."),
    "agreed": ("Draw: both sides agreed.", "Both sides agreed to a draw."),
}


class Outcome(_Outcome):
    """How a game ended.

    WHITE is 0, so use `outcome.is_draw`, or compare: `outcome.winner == WHITE`.

    Attributes:
        winner: WHITE, BLACK, or None for a draw.
        reason: One of REASONS.

    >>> outcome = Outcome(WHITE, "two_men")
    >>> outcome.is_draw, outcome.result
    (False, '1-0')
    """

    @property
    def is_draw(self) -> bool:
        """Whether nobody won."""
        return self.winner is None

    @property
    def result(self) -> Result:
        """The result as records write it: "1-0", "0-1" or "1/2-1/2"."""
        return "1/2-1/2" if self.winner is None else "1-0" if self.winner == WHITE else "0-1"


def explain(outcome: Outcome, reason_only: bool = False) -> MorrisError:
    """Return how a game ended as a sentence, with its template and values.

    Args:
        outcome: How it ended.
        reason_only: Whether to leave out the winner.

    >>> print(explain(Outcome(WHITE, "two_men")))
    White wins: Black has only two men left.
    >>> explain(Outcome(WHITE, "two_men"), reason_only=True).template
    '{loser} has only two men left.'
    """
    winner = WHITE if outcome.winner is None else outcome.winner
    return MorrisError(_SENTENCES[outcome.reason][int(reason_only)], winner=NAMES[winner], loser=NAMES[1 - winner])


def over(outcome: Outcome) -> IllegalMove:
    """Return the error of a move or an ending after the end of a game."""
    return IllegalMove("The game is over: {outcome}", outcome=explain(outcome))


def outcome(variant: Variant, position: Position) -> Outcome | None:
    """Return how the position decides the game, or None if the game goes on.

    It checks in this order: a row (if a row wins) or too few men; a full board; a side that cannot move.
    """
    over = finished(variant, position)
    if over or _can_move(variant, position):
        return over
    if variant.rules.stuck == "loses":
        return Outcome(1 - position.side, "no_moves")
    return Outcome(None, "both_stuck")


def finished(variant: Variant, position: Position) -> Outcome | None:
    """Return the outcome if a row, too few men or a full board ends the game, or None."""
    white, black, white_hand, black_hand, side = position[:5]
    if variant.rules.mill_wins:
        # The side that has just moved is asked first.
        for men, owner in ((black, BLACK), (white, WHITE)) if side == WHITE else ((white, WHITE), (black, BLACK)):
            for mill in variant.board.mills:
                if men & mill == mill:
                    return Outcome(owner, "row")
    else:
        few_white, few_black = count(white) + white_hand < 3, count(black) + black_hand < 3
        if few_white or few_black:
            beaten = side if few_white and few_black else WHITE if few_white else BLACK
            return Outcome(1 - beaten, "two_men")
    if white | black == variant.board.full:
        return Outcome(None, "full_board")
    return None


def quiet_limit(variant: Variant, position: Position) -> int:
    """Return after how many quiet plies in a row the game is a draw with these men, 0 for never."""
    rules = variant.rules
    limit: int = rules.quiet_limit
    if rules.three_limit and count(position.white) + position.white_hand == 3:
        if count(position.black) + position.black_hand == 3:
            limit = min(limit or rules.three_limit, rules.three_limit)
    return limit


def _arguments(position: Position, side: int) -> tuple[int, int, int, int, int, int]:
    """Return the arguments of MoveGenerator.successors for a side."""
    white, black, white_hand, black_hand, _side, white_last, black_last, _board = position
    last = white_last if side == WHITE else black_last
    origin, to = (1 << last[0], 1 << last[1]) if last else (0, 0)
    if side == WHITE:
        return white, black, white_hand, black_hand, origin, to
    return black, white, black_hand, white_hand, origin, to


def _can_move(variant: Variant, position: Position) -> bool:
    own, opponent, hand, _, origin, to = _arguments(position, position.side)
    return move_generator(variant).can_move(own, opponent, hand, origin, to)


_recent: list[tuple[Variant, Position, tuple[list[Closing], list[Quiet]]]] = []


def candidates(variant: Variant, position: Position) -> tuple[list[Closing], list[Quiet]]:
    """Return MoveGenerator.candidates for the side to move.

    The last result is kept, because whoever plays a move has often listed the moves before.
    """
    if _recent and _recent[0][1] is position and _recent[0][0] is variant:
        return _recent[0][2]
    own, opponent, hand, _, origin, to = _arguments(position, position.side)
    found = move_generator(variant).candidates(own, opponent, hand, origin, to)
    _recent[:] = [(variant, position, found)]
    return found


def pairs_of(variant: Variant, position: Position, side: int) -> list[tuple[int, int]]:
    """Return the generator's pairs for a side as if it were to move, even if the game is over.

    Each pair is the men of `side` and of the other side after one of its moves, as masks.
    """
    return move_generator(variant).successors(*_arguments(position, side))


def legal_moves(variant: Variant, position: Position) -> list[Move]:
    """Return every legal move in board order of origin, destination and captures; none after the end of the game.

    >>> from morris_core import find_variant, start_position
    >>> three = find_variant("three")
    >>> [move.to for move in legal_moves(three, start_position(three))]
    [0, 1, 2, 3, 4, 5, 6, 7, 8]
    """
    if finished(variant, position):
        return []
    generator = move_generator(variant)
    closing, quiet = candidates(variant, position)
    found = [generator.move(step) for step in quiet]
    captures: dict[int, list[tuple[int, ...]]] = {}
    for added, cell, closed in closing:
        rank, move = generator.move((added, cell))
        if closed not in captures:
            captures[closed] = _captures(generator, position, closed)
        for taken in captures[closed]:
            found.append((rank, Move(move.origin, move.to, taken)))
    found.sort()
    return [move for _, move in found]


def _captures(generator: MoveGenerator, position: Position, closed: int) -> list[tuple[int, ...]]:
    """Return the captures of moves that close `closed` mills, each set of men in its first legal order."""
    men, hand = position.men(1 - position.side), position.hand(1 - position.side)
    found = []
    for left in generator.after_captures(men, hand, closed):
        taken = tuple(bits(men ^ left))
        found.append(_capture_order(generator, men, taken, ()) if len(taken) > 1 else taken)
    return found


def _capture_order(
    generator: MoveGenerator, men: int, captives: tuple[int, ...], done: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the first order, by board order, in which the men may be captured one by one, or () if there is none."""
    if not captives:
        return done
    # Enough men are left, or the generator would not capture so many.
    targets = generator.capturable(men, generator.rules.men)
    for captive in captives:
        if targets >> captive & 1:
            rest = tuple(other for other in captives if other != captive)
            order = _capture_order(generator, men ^ 1 << captive, rest, done + (captive,))
            if order:
                return order
    return ()


def is_legal_capture_order(variant: Variant, position: Position, captures: tuple[int, ...]) -> bool:
    """Return whether the opponent's men may be captured one by one in this order (their number is not checked)."""
    generator = move_generator(variant)
    men, hand = position.men(1 - position.side), position.hand(1 - position.side)
    for captive in captures:
        if not generator.capturable(men, hand) >> captive & 1:
            return False
        men ^= 1 << captive
    return True


def may_fly(variant: Variant, position: Position, side: int) -> bool:
    """Return whether a side's men may move to any empty point: all are placed, and few enough are left."""
    return not position.hand(side) and count(position.men(side)) == variant.rules.flying


def find_legal(variant: Variant, position: Position, move: Move) -> Move | None:
    """Return the legal move that equals `move` apart from the order of captures, or None if there is none."""
    captures = tuple(move.captures)
    points = (move.to,) + captures + (() if move.origin is None else (move.origin,))
    if min(points) < 0 or max(points) >= len(variant.board.points) or finished(variant, position):
        return None
    cell = 1 << move.to
    added = cell if move.origin is None else cell - (1 << move.origin)
    closing, quiet = candidates(variant, position)
    if (added, cell) in quiet:
        return None if captures else Move(move.origin, move.to, ())
    for other in closing:
        if other[:2] == (added, cell):
            for taken in _captures(move_generator(variant), position, other[2]):
                if sorted(taken) == sorted(captures):
                    if taken == captures or is_legal_capture_order(variant, position, captures):
                        return Move(move.origin, move.to, taken)
    return None


def apply(variant: Variant, position: Position, move: Move) -> Position:
    """Return the position after a legal move, settled: if the next side passes, the turn goes back."""
    white, black, white_hand, black_hand, side, white_last, black_last, board = position
    origin, to, captures = move
    rules = variant.rules
    # The masks that the move adds to its side's men and takes from the other side's.
    added = 1 << to
    placed = 1
    last = None
    if origin is not None:
        added -= 1 << origin
        placed = 0
        if rules.remembers:
            last = (origin, to)
    taken = 0
    for captive in captures:
        taken |= 1 << captive
    from_hand = 0
    if rules.from_hand:
        own, opponent, _, opponent_hand, _, _ = _arguments(position, side)
        from_hand = move_generator(variant).taken_from_hand(own, own + added, opponent, opponent_hand)
    if side == WHITE:
        after = Position(
            white + added, black ^ taken, white_hand - placed, black_hand - from_hand, BLACK, last, black_last, board
        )
    else:
        after = Position(
            white ^ taken, black + added, white_hand - from_hand, black_hand - placed, WHITE, white_last, last, board
        )
    return after if rules.stuck == "loses" else settle(variant, after)


def settle(variant: Variant, position: Position) -> Position:
    """Return the position after the side to move passes, if it has no legal move and the rules make it pass.

    The skipped side's last move is forgotten. The position is returned unchanged if neither side can move (outcome() is
    then a draw) or if the game is decided.
    """
    if variant.rules.stuck != "passes" or finished(variant, position) or _can_move(variant, position):
        return position
    lasts = [position.white_last, position.black_last]
    lasts[position.side] = None
    passed = Position(*position[:4], 1 - position.side, lasts[0], lasts[1], position.board)
    return passed if _can_move(variant, passed) else position
