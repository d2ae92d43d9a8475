"""morris_core and the reference agree along random games: every variant, and random combinations of house rules.

This small run is the same in every interpreter; tests/test_reference_deep.py searches for more in `make test-all`.
"""

import random

from morris_core import VARIANTS
from tests.core.compare import compare_game
from tests.core.support import amount, random_board, random_variant, sample
from tests.reference_rules import NamedMove

GAMES, PLIES = amount(60, 10), amount(100, 40)


def eager(moves: "list[NamedMove]") -> int:
    """Choose at random, but usually a move that takes the most men: leads to few men and late phases."""
    most = max(len(move[2]) for move in moves)
    allowed = [index for index, move in enumerate(moves) if len(move[2]) == most or not random.randrange(9)]
    return allowed[random.randrange(len(allowed))]


def shy(moves: "list[NamedMove]") -> int:
    """Choose at random, but hardly ever a capture: leads to crowded and full boards, and sides that cannot move."""
    least = min(len(move[2]) for move in moves)
    allowed = [index for index, move in enumerate(moves) if len(move[2]) == least or not random.randrange(99)]
    return allowed[random.randrange(len(allowed))]


def test_every_variant_agrees_with_the_reference() -> None:
    for name in sample(sorted(VARIANTS)):
        for choose in (eager, shy):
            random.seed(1)
            compare_game(VARIANTS[name], choose, PLIES)


def test_random_house_rules_agree_with_the_reference() -> None:
    random.seed(2)
    for _ in range(GAMES):
        compare_game(random_variant(random), random.choice((eager, shy)), PLIES)


def test_random_boards_agree_with_the_reference() -> None:
    random.seed(3)
    for _ in range(GAMES):
        board = random_board(random, random.randint(6, 32))
        compare_game(random_variant(random, board), random.choice((eager, shy)), PLIES)
