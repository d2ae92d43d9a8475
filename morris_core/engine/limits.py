"""What a search is asked for and what it returns: Limit, Info, MoveValue, Values, and the scale of scores.

A score is an integer for the side to move in hundredths of a man. A game won in n plies scores MATE - n, lost in n
plies n - MATE; nothing else comes within MATE_RANGE of MATE, so the score alone shows whether it is a proof.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from ..errors import MorrisError
from ..levels import one_ply
from ..position import Move

Value = Literal["win", "draw", "loss"]
"""What a position is worth for the side to move, where that is proved."""
MATE = one_ply.MATE
"""The score of a game won at once; of one won in n plies it is MATE - n."""
MATE_RANGE = 1_000
WON = MATE - MATE_RANGE
"""Scores above it are won in a known number of plies, those below -WON lost."""
MIN_SCORE = -MATE - 1
"""Less than any score: the best of nothing."""
MAX_DEPTH = 60
"""Plies to which iterative deepening goes at most; keeps the recursion within the stack of a browser."""


class LimitError(MorrisError):
    """A limit by which no search can go."""


class _Limit(NamedTuple):
    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None


class Limit(_Limit):
    """When to stop thinking, whichever comes first; without any, when every depth up to MAX_DEPTH is done.

    A new engine limited by nodes or depth alone always finds the same.

    Args:
        seconds: Time spent thinking, 0 or more; pauses of the caller do not count.
        nodes: Positions entered, 1 or more.
        depth: Plies, 1 or more.

    Raises:
        LimitError: A value is out of range.

    >>> Limit(depth=3)
    Limit(seconds=None, nodes=None, depth=3)
    """

    __slots__ = ()

    def __new__(cls, seconds: float | None = None, nodes: int | None = None, depth: int | None = None) -> Limit:
        # A comparison that is false for "not a number" too.
        if seconds is not None and not seconds >= 0:
            raise LimitError("A search takes 0 seconds or more, not {seconds}.", seconds=seconds)
        if nodes is not None and nodes < 1:
            raise LimitError("A search enters 1 node or more, not {nodes}.", nodes=nodes)
        if depth is not None and depth < 1:
            raise LimitError("A search looks 1 ply ahead or more, not {depth}.", depth=depth)
        return super().__new__(cls, seconds, nodes, depth)


class Info(NamedTuple):
    """What a search knows so far.

    Attributes:
        depth: Plies completed.
        score: For the side to move, in hundredths of a man, or a win or loss in so many plies; see mate_distance.
        pv: The best line, move by move.
        nodes: Positions entered.
        seconds: Time spent thinking.
        exact: Whether the score is a proved win or loss that the draw counts cannot spoil, or comes from a table.
        best: The move to play, None when the game is over.
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
        move: The move.
        score: Hundredths of a man, or a win or loss in so many plies; see mate_distance.
        value: "win", "draw" or "loss" when exact, else None.
        distance: Plies to the end of the game, this move counted, or None.
        exact: Whether the score is proved.
        depth: Plies searched.
        pv: The best line, the move itself first.
    """

    move: Move
    score: int
    value: Value | None
    distance: int | None
    exact: bool
    depth: int
    pv: tuple[Move, ...]


class Values(list[MoveValue]):
    """A MoveValue for every legal move in the order of legal_moves, and how much thinking went into them."""

    def __init__(self, moves: list[MoveValue], depth: int, nodes: int, seconds: float) -> None:
        super().__init__(moves)
        self.depth = depth
        self.nodes = nodes
        self.seconds = seconds


def value_of(score: int) -> Value:
    """Return what a score that is exact is worth."""
    return "win" if score > 0 else "loss" if score < 0 else "draw"


def mate_distance(score: int) -> int | None:
    """Return in how many plies a score says that the game is won or lost, None when it says no such thing.

    >>> mate_distance(MATE - 3), mate_distance(5 - MATE), mate_distance(120)
    (3, 5, None)
    """
    distance = MATE - abs(score)
    return distance if distance < MATE_RANGE else None
