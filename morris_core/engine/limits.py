"""Requests to a search and its results: Limit, Info, MoveValue, Values, and the scale of scores.

A score is an integer for the side to move in hundredths of a man. A game won in n plies scores MATE - n, lost in n
plies n - MATE. Nothing else comes within MATE_RANGE of MATE, so the score alone shows whether it is a proof.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from ..errors import MorrisError
from ..levels import one_ply
from ..position import WHITE, Move
from ..rules import Outcome

Value = Literal["win", "draw", "loss"]
"""The proven value of a position for the side to move."""
MATE = one_ply.MATE
"""The score of a game won at once; of one won in n plies it is MATE - n."""
MATE_RANGE = 1_000
WON = MATE - MATE_RANGE
"""Scores above it are won in a known number of plies; scores below -WON are lost."""
MIN_SCORE = -MATE - 1
"""Less than any score."""
MAX_DEPTH = 60
"""The greatest depth of iterative deepening; keeps the recursion within a browser's stack."""


class LimitError(MorrisError):
    """A limit that no search can follow."""


class _Limit(NamedTuple):
    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None


class Limit(_Limit):
    """When to stop thinking, whichever comes first; with no limit, after every depth up to MAX_DEPTH.

    A new engine limited only by nodes or depth always finds the same.

    Args:
        seconds: Time spent thinking, 0 or more; the caller's pauses do not count.
        nodes: Positions entered, 1 or more.
        depth: Plies, 1 or more.

    Raises:
        LimitError: A value is out of range.

    >>> Limit(depth=3)
    Limit(seconds=None, nodes=None, depth=3)
    """

    __slots__ = ()

    def __new__(cls, seconds: float | None = None, nodes: int | None = None, depth: int | None = None) -> Limit:
        # Written as `not seconds >= 0` because it must reject NaN as well.
        if seconds is not None and not seconds >= 0:
            raise LimitError("A search takes 0 seconds or more, not {seconds}.", seconds=seconds)
        for value in (nodes, depth):
            if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
                raise LimitError("A limit of nodes or plies must be a whole number, not {value}.", value=str(value))
        if nodes is not None and nodes < 1:
            raise LimitError("A search enters 1 node or more, not {nodes}.", nodes=nodes)
        if depth is not None and depth < 1:
            raise LimitError("A search looks 1 ply ahead or more, not {depth}.", depth=depth)
        return super().__new__(cls, seconds, nodes, depth)


class Clocks(NamedTuple):
    """The time that both sides have left, in seconds, in place of a Limit: the engine decides how much of it to use.

    >>> Clocks(60, 10).limit(0), Clocks(60, 10, 0, 2).limit(1)
    (Limit(seconds=2.4, nodes=None, depth=None), Limit(seconds=2.0, nodes=None, depth=None))
    """

    white: float
    black: float
    white_increment: float = 0.0
    black_increment: float = 0.0

    def limit(self, side: int) -> Limit:
        """Return a limit for the next move of a side, which leaves it time for about 25 more."""
        left, more = (self.white, self.white_increment) if side == WHITE else (self.black, self.black_increment)
        return Limit(max(0.0, min(left / 25 + 0.8 * more, 0.8 * left)))


class Info(NamedTuple):
    """The result of a search so far.

    Attributes:
        depth: Plies completed.
        score: For the side to move, in hundredths of a man, or a win or loss in a number of plies; see mate_distance.
        pv: The best line, move by move.
        nodes: Positions entered.
        seconds: Time spent thinking.
        exact: Whether the score comes from a table or is a proven win or loss that no draw by repetition or quiet moves
            can prevent.
        best: The move to play, or None if the game is over.
    """

    depth: int
    score: int
    pv: tuple[Move, ...]
    nodes: int
    seconds: float
    exact: bool
    best: Move | None


class MoveValue(NamedTuple):
    """The value of one legal move for the side to move.

    Attributes:
        score: Hundredths of a man, or a win or loss in a number of plies; see mate_distance.
        exact: Whether the score is proven.
        depth: Plies searched.
        pv: The best line, from this move on.
        replies: How many of the replies to a known draw or loss give value away, and how many there are; None if that
            is not known.
        estimate: The score of a search for a known draw, only to order draws.
        threatens: Whether the move threatens a mill and `replies` counts only those that meet that.
    """

    move: Move
    score: int
    exact: bool
    depth: int
    pv: tuple[Move, ...]
    replies: tuple[int, int] | None = None
    estimate: int = 0
    threatens: bool = False

    @property
    def value(self) -> Value | None:
        """The proven value for the side to move, or None."""
        return value_of(self.score) if self.exact else None

    @property
    def distance(self) -> int | None:
        """Plies to the end of the game, including this move, or None if that is not known."""
        return mate_distance(self.score) if self.exact else None


def ranking(values: Sequence[MoveValue]) -> list[int]:
    """Return the indices of moves, the best first.

    If scores are equal, proven moves come first, then those after which more of the replies give value away, then
    those with the better estimate.
    """

    def rank(number: int) -> tuple[int, bool, float, int]:
        move = values[number]
        wrong, replies = move.replies or (0, 1)
        return -move.score, not move.exact, -wrong / replies, -move.estimate

    return sorted(range(len(values)), key=rank)


class Values(list[MoveValue]):
    """A MoveValue for every legal move in the order of legal_moves, with the effort of the search.

    Attributes:
        worth: The proven score of the position itself, or None. It may be known where those of the moves are not.
    """

    def __init__(
        self, moves: list[MoveValue], depth: int, nodes: int, seconds: float, worth: int | None = None
    ) -> None:
        super().__init__(moves)
        self.worth = worth
        self.depth = depth
        self.nodes = nodes
        self.seconds = seconds


def best_lines(values: Values, number: int) -> list[Info]:
    """Return the best moves with their lines, the best first."""
    best = [values[index] for index in ranking(values)[:number]]
    effort = values.nodes, values.seconds
    return [Info(one.depth, one.score, one.pv or (one.move,), *effort, one.exact, one.move) for one in best]


def value_of(score: int) -> Value:
    """Return the value that an exact score stands for."""
    return "win" if score > 0 else "loss" if score < 0 else "draw"


def end_score(outcome: Outcome, side: int) -> int:
    """Return the score of a finished game for a side.

    >>> end_score(Outcome(0, "row"), 1)
    -100000
    """
    return 0 if outcome.winner is None else MATE if outcome.winner == side else -MATE


def mate_distance(score: int) -> int | None:
    """Return in how many plies a score says that the game is won or lost, or None if it does not.

    >>> mate_distance(MATE - 3), mate_distance(5 - MATE), mate_distance(120)
    (3, 5, None)
    """
    distance = MATE - abs(score)
    return distance if distance < MATE_RANGE else None
