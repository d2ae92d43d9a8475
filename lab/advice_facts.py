"""Test the advice of old books against exact values: `python -m lab.advice_facts EXAM...` writes advice.json.

EXAM are files of questions as lab/match.py describes them: positions of nine men's morris with the exact
value of every move. The shipped opening book gives the value of every position after three men.
"""

import json
import sys
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

from morris_core import Game, find_variant
from morris_core.board import Board, count
from morris_core.engine.opening import shipped_book
from tools.site.facts import ADVICE, Advice, Mills

CORNER, MIDDLE, CROSSING = "corner", "middle", "crossing"


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
    ADVICE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
