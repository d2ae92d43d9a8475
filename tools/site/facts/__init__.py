"""The measured facts on the pages "Solved" and "Atlas": files that were computed once, and what is in them.

docs/data-files.md says how each file was made.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, TypedDict

FOLDER = Path(__file__).parent
SOLVED, TRAPS, ADVICE, ATLAS = (FOLDER / f"{name}.json" for name in ("solved", "traps", "advice", "atlas"))
KNOWN = FOLDER / "known.json"
"""Published numbers of positions, by variant; "4v3" is four men of the side to move against three."""

Shares = dict[str, list[int]]
"""Positions won, drawn and lost for the side to move, by the men of both sides, such as "4-3"."""


class Longest(TypedDict):
    """The longest win of the side to move, with the plies to the end of the game. Without men in hand it is White."""

    fen: str
    plies: int


class Facts(TypedDict):
    """The facts about a game in solved.json.

    Attributes:
        start: the value and the distance of the empty board, or None if the table does not have it.
        first: by point the value and the distance of each first placement, which counts as a ply, for White.
        longest: the longest win without men in hand, or None without distances.
        longest_placing: the longest win with men in hand, or None if the table has none or no distances.
        shares: how many positions are won, drawn and lost; mirror images count each.
        whole_shares: published numbers for all men, or None; mirror images count once.
    """

    start: list[str | int | None] | None
    first: dict[str, list[str | int | None]]
    longest: Longest | None
    longest_placing: Longest | None
    shares: Shares
    whole_shares: Shares | None


class Traps(TypedDict):
    """The traps after a number of placements, by that number in traps.json.

    Attributes:
        drawn: the drawn positions among those that were looked at.
        traps: those of them in which a reply loses.
        percent: the share of losing replies in percent, on average over the drawn positions.
        worst: the position with the largest share of losing replies, as FEN, and its losing replies and all replies;
            None without a trap.
    """

    drawn: int
    traps: int
    percent: float
    worst: tuple[str, int, int] | None


class Mills(TypedDict):
    """How often it is right to close a mill.

    Attributes:
        closable: the positions in which a mill can be closed.
        mistakes: those of them in which every move that closes one gives value away.
        wrong_man: those in which some of these moves do and others do not, so it matters which man they take.
    """

    closable: int
    mistakes: int
    wrong_man: int


class Advice(TypedDict):
    """The contents of advice.json.

    Attributes:
        mills: how often it is right to close a mill.
        openings: by the kinds of White's first two points [ways, lost for White], with Black's first man anywhere. Each
            order and each mirror image counts.
    """

    mills: Mills
    openings: dict[str, list[int]]


@cache
def read(path: Path) -> Any:
    """Return the contents of a file of facts."""
    return json.loads(path.read_text(encoding="utf-8"))
