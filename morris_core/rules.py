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
        return "1/2-1/2" if self.winner is None else "0-1" if self.winner else "1-0"


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
    winner = outcome.winner or 0
    return MorrisError(_SENTENCES[outcome.reason][int(reason_only)], winner=NAMES[winner], loser=NAMES[1 - winner])


def over(outcome: Outcome) -> IllegalMove:
    """Return the error of a move or an ending after the end of a game."""
    return IllegalMove("The game is over: {outcome}", outcome=explain(outcome))


def outcome(variant: Variant, position: Position) -> Outcome | None:
    """Return how the position decides the game, or None if the game goes on.

    It checks in this order: a row (if a row wins) or too few men; a full board; a side that cannot move.
    """
    over = _finished(variant, position)
    if over or _pairs(variant, position):
        return over
    if variant.rules.stuck == "loses":
        return Outcome(1 - position.side, "no_moves")
    return Outcome(None, "both_stuck")


def _finished(variant: Variant, position: Position) -> Outcome | None:
    """Return the outcome if a row, too few men or a full board ends the game, or None."""
    mover = 1 - position.side
    if variant.rules.mill_wins:
        for side in (mover, position.side):
            men = position.men(side)
            for mill in variant.board.mills:
                if men & mill == mill:
                    return Outcome(side, "row")
    else:
        for side in (position.side, mover):
            if count(position.men(side)) + position.hand(side) < 3:
                return Outcome(1 - side, "two_men")
    if position.white | position.black == variant.board.full:
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


_recent: list[tuple[Variant, Position, list[tuple[int, int]]]] = []


def _pairs(variant: Variant, position: Position) -> list[tuple[int, int]]:
    """Return the generator's pairs for the side to move, even if the game is over.

    The last result is cached, because playing a move needs it several times.
    """
    if _recent and _recent[0][1] is position and _recent[0][0] is variant:
        return _recent[0][2]
    pairs = pairs_of(variant, position, position.side)
    _recent[:] = [(variant, position, pairs)]
    return pairs


def pairs_of(variant: Variant, position: Position, side: int) -> list[tuple[int, int]]:
    """Return the generator's pairs for a side as if it were to move, even if the game is over.

    Each pair is the men of `side` and of the other side after one of its moves, as masks.
    """
    last = position.last(side)
    return move_generator(variant).successors(
        position.men(side),
        position.men(1 - side),
        position.hand(side),
        position.hand(1 - side),
        1 << last[0] if last else 0,
        1 << last[1] if last else 0,
    )


def legal_moves(variant: Variant, position: Position) -> list[Move]:
    """Return every legal move in board order of origin, destination and captures; none after the end of the game.

    >>> from morris_core import find_variant, start_position
    >>> three = find_variant("three")
    >>> [move.to for move in legal_moves(three, start_position(three))]
    [0, 1, 2, 3, 4, 5, 6, 7, 8]
    """
    if _finished(variant, position):
        return []
    generator = move_generator(variant)
    side = position.side
    own, opponent = position.men(side), position.men(1 - side)
    moves = [
        _move(generator, own, own_after, opponent, opponent_after)
        for own_after, opponent_after in _pairs(variant, position)
    ]
    moves.sort(key=lambda move: (-1 if move.origin is None else move.origin, move.to, move.captures))
    return moves


def _move(generator: MoveGenerator, own: int, own_after: int, opponent: int, opponent_after: int) -> Move:
    """Turn a generator's pair back into the Move it stands for."""
    left = own & ~own_after
    origin = next(bits(left)) if left else None
    to = next(bits(own_after & ~own))
    taken = tuple(bits(opponent & ~opponent_after))
    if len(taken) > 1:
        taken = _capture_order(generator, opponent, taken, ())
    return Move(origin, to, taken)


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
    side = position.side
    own, opponent = position.men(side), position.men(1 - side)
    captures = tuple(move.captures)
    points = (move.to,) + captures + (() if move.origin is None else (move.origin,))
    if min(points) < 0 or max(points) >= len(variant.board.points) or _finished(variant, position):
        return None
    own_after = own | 1 << move.to
    if move.origin is not None:
        own_after ^= 1 << move.origin
    opponent_after = opponent
    for captive in captures:
        opponent_after ^= 1 << captive
    # The two sets of men that a move leads to determine the move.
    if (own_after, opponent_after) not in _pairs(variant, position):
        return None
    legal = _move(move_generator(variant), own, own_after, opponent, opponent_after)
    if (legal.origin, legal.to) != (move.origin, move.to):
        return None
    return legal if legal.captures == captures or is_legal_capture_order(variant, position, captures) else None


def apply(variant: Variant, position: Position, move: Move) -> Position:
    """Return the position after a legal move, settled: if the next side passes, the turn goes back."""
    side = position.side
    own, hand = position.men(side), position.hand(side)
    if move.origin is None:
        hand -= 1
        last = None
    else:
        own ^= 1 << move.origin
        last = (move.origin, move.to) if variant.rules.remembers else None
    own |= 1 << move.to
    opponent = position.men(1 - side)
    for captive in move.captures:
        opponent ^= 1 << captive
    opponent_hand, opponent_last = position.hand(1 - side), position.last(1 - side)
    generator = move_generator(variant)
    opponent_hand -= generator.taken_from_hand(position.men(side), own, position.men(1 - side), opponent_hand)
    if side == WHITE:
        after = Position(own, opponent, hand, opponent_hand, BLACK, last, opponent_last)
    else:
        after = Position(opponent, own, opponent_hand, hand, WHITE, opponent_last, last)
    after.board = variant.board
    return settle(variant, after)


def settle(variant: Variant, position: Position) -> Position:
    """Return the position after the side to move passes, if it has no legal move and the rules make it pass.

    The skipped side's last move is forgotten. The position is returned unchanged if neither side can move (outcome() is
    then a draw) or if the game is decided.
    """
    if variant.rules.stuck != "passes" or _finished(variant, position) or _pairs(variant, position):
        return position
    lasts = [position.white_last, position.black_last]
    lasts[position.side] = None
    men_and_hands = position.white, position.black, position.white_hand, position.black_hand
    passed = Position(*men_and_hands, 1 - position.side, lasts[0], lasts[1]).on(variant.board)
    return passed if _pairs(variant, passed) else position
