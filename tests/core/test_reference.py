"""morris_core and the reference agree along random games: every variant, and random combinations of house rules.

A thin run that is the same in every interpreter; tests/test_reference_deep.py goes on where hypothesis runs.
"""

import random

from morris_core import BOARDS, OPTIONS, VARIANTS, Rules, Variant
from tests.core.compare import compare_game
from tests.core.support import SPEED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tests.reference_rules import Turn

GAMES, PLIES = {"fast": (60, 120), "middling": (30, 100), "slow": (8, 60)}[SPEED]


def eager(turns: "list[Turn]") -> int:
    """Choose at random, but a capture more often than not, so that games come to their late phases."""
    taking = [place for place, turn in enumerate(turns) if turn[2]]
    if taking and random.randrange(3):
        return taking[random.randrange(len(taking))]
    return random.randrange(len(turns))


def random_variant() -> Variant:
    """Return a board and rules at random, with men that fit on it."""
    board = BOARDS[sorted(BOARDS)[random.randrange(len(BOARDS))]]
    options: dict[str, object] = {"men": 3 + random.randrange(min(12, len(board.points) // 2) - 2)}
    for option in OPTIONS:
        if option.name != "men" and option.values:
            options[option.name] = option.values[random.randrange(len(option.values))]
    options["mill_wins"] = not random.randrange(5)
    options["repetition"] = (0, 2, 3)[random.randrange(3)]
    options["quiet_limit"] = (0, 10, 100)[random.randrange(3)]
    return Variant("random", "Random", board, Rules(**options), "")


def test_every_variant_agrees_with_the_reference() -> None:
    for name in VARIANTS:
        random.seed(1)
        compare_game(VARIANTS[name], eager, PLIES, every_successor=SPEED == "fast")


def test_random_house_rules_agree_with_the_reference() -> None:
    random.seed(2)
    for _ in range(GAMES):
        compare_game(random_variant(), eager, PLIES)
