"""Analysis: the results of a search, or the values of all moves, as plain data for a page or a script.

Invariant: a value ("win", "draw", "loss") is given only if it is exact; a score alone is an estimate.
"""

from collections import deque
from collections.abc import Iterable
from typing import TypedDict, TypeVar

from ..game import Game
from ..notation import format_move
from ..variants import Variant
from .limits import Info, Value, Values, end_score, mate_distance, ranking, value_of

Thought = TypeVar("Thought")


class MoveReport(TypedDict):
    """One legal move.

    Attributes:
        value: "win", "draw" or "loss" for the side to move, or None unless exact.
        distance: Plies to the end of the game including this move, or None.
        score: Hundredths of a man for the side to move.
        rank: The move's place in the order of moves, from 1.
        replies, threatens: See MoveValue in limits.py.
    """

    move: str
    value: Value | None
    distance: int | None
    exact: bool
    score: int
    rank: int
    replies: tuple[int, int] | None
    threatens: bool


class Report(TypedDict):
    """The analysis of a position, with fields like those of MoveReport.

    Attributes:
        best: The move to play, or None if the game is over.
        depth: Plies completed.
        nodes: Positions entered.
        seconds: Time spent thinking.
        pv: The best line, move by move.
    """

    best: str | None
    value: Value | None
    distance: int | None
    exact: bool
    score: int
    depth: int
    nodes: int
    seconds: float
    pv: list[str]


def last(thoughts: Iterable[Thought]) -> Thought:
    """Exhaust an iterable and return its last item. Raises IndexError if it is empty."""
    return deque(thoughts, maxlen=1)[0]


def report_info(variant: Variant, info: Info) -> Report:
    """Return the result of a search as a report."""
    return {
        "best": format_move(info.best, variant) if info.best else None,
        "value": value_of(info.score) if info.exact else None,
        "distance": mate_distance(info.score) if info.exact else None,
        "exact": info.exact,
        "score": info.score,
        "depth": info.depth,
        "nodes": info.nodes,
        "seconds": round(info.seconds, 3),
        "pv": [format_move(move, variant) for move in info.pv],
    }


def report_values(variant: Variant, values: Values) -> Report:
    """Return the report that follows from the values of all moves, of which there is at least one.

    It is exact if one move is known to win, if all values are known, or if the position's own value is: after the last
    placement of an opening book only that is. Otherwise a move of unknown value may be better than it seems.
    """
    best = values[ranking(values)[0]]
    score, exact = best.score, best.exact and (best.value == "win" or all(move.exact for move in values))
    if not exact and values.worth is not None:
        score, exact = values.worth, True
    info = Info(values.depth, score, best.pv, values.nodes, values.seconds, exact, best.move)
    return report_info(variant, info)


def report_moves(variant: Variant, values: Values) -> list[MoveReport]:
    """Return a report of every legal move, in the order of legal_moves."""
    order = ranking(values)
    return [
        {
            "move": format_move(move.move, variant),
            "value": move.value,
            "distance": move.distance,
            "exact": move.exact,
            "score": move.score,
            "rank": order.index(number) + 1,
            "replies": move.replies,
            "threatens": move.threatens,
        }
        for number, move in enumerate(values)
    ]


def report_lines(variant: Variant, values: Values, most: int) -> list[list[str]]:
    """Return the lines of the best `most` moves, the best first, each move by move."""
    return [[format_move(move, variant) for move in values[number].pv] for number in ranking(values)[:most]]


def report_end(game: Game) -> Report:
    """Return the report of a finished game: no move, and the result for the side that would be to move.

    Raises ValueError if the game is not over.
    """
    over = game.outcome()
    if over is None:
        raise ValueError("The game goes on.")
    report = report_info(game.variant, Info(0, end_score(over, game.position.side), (), 0, 0.0, True, None))
    report["distance"] = 0
    return report
