"""Test the advice of old books against exact values: `python -m tools.solving.advice_facts EXAM...` writes advice.json.

EXAM are files of questions as tools/measure/match.py describes them: positions of nine men's morris with the exact
value of every move. The shipped opening book gives the value of every position after three men.
"""

import json
import sys
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import TypedDict

from morris_core import Game, find_variant
from morris_core.board import Board, count
from morris_core.engine.opening import shipped_book
from tools.sources import ROOT

TARGET = ROOT / "tools/solving/advice.json"
CORNER, MIDDLE, CROSSING = "corner", "middle", "crossing"


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


def measured_mills(questions: list[dict[str, object]]) -> Mills:
    """Return how often it is right to close a mill.

    >>> measured_mills([{"value": "win", "moves": {"a1xd1": "draw", "a1xg1": "win", "d6": "loss"}}])
    {'closable': 1, 'mistakes': 0, 'wrong_man': 1}
    """
    found = Mills(closable=0, mistakes=0, wrong_man=0)
    for question in questions:
        moves = question["moves"]
        assert isinstance(moves, dict)
        closing = [value for move, value in moves.items() if "x" in move]
        if not closing:
            continue
        right = closing.count(question["value"])
        found["closable"] += 1
        found["mistakes"] += right == 0
        found["wrong_man"] += 0 < right < len(closing)
    return found


def kind_of(board: Board, point: int) -> str:
    """Return the kind of a point, by its number of neighbours."""
    return {2: CORNER, 3: MIDDLE, 4: CROSSING}[count(board.neighbours[point])]


def openings() -> Iterator[tuple[str, bool]]:
    """Yield (kinds of White's points, whether White has lost) for every way to place the first three men."""
    variant, book = find_variant("nine"), shipped_book()
    assert book is not None, "the opening book is missing"
    for points in permutations(range(len(variant.board.points)), 3):
        game = Game(variant)
        for point in points:
            game.play(variant.board.points[point])
        answer = book.probe(variant, game.position)
        assert answer is not None
        kinds = sorted(kind_of(variant.board, point) for point in (points[0], points[2]))
        yield " ".join(kinds), answer.value == "win"


def measured_openings() -> dict[str, list[int]]:
    """Return the counts of Advice.openings."""
    found: dict[str, list[int]] = {}
    for kinds, lost in openings():
        counts = found.setdefault(kinds, [0, 0])
        counts[0] += 1
        counts[1] += lost
    return dict(sorted(found.items()))


def main(exams: list[str]) -> None:
    """Write advice.json from files of questions."""
    questions = [json.loads(line) for path in exams for line in Path(path).read_text(encoding="utf-8").splitlines()]
    found = Advice(mills=measured_mills(questions), openings=measured_openings())
    TARGET.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
