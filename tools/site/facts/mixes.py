"""Mixes of board, men and house rules: which of them are the same game, and the values of those that are solved.

tools/site/atlas_page.py shows them.
"""

import json
from pathlib import Path
from typing import Any

from morris_core import Game
from morris_core.variants import OPTION, OPTIONS, Variant
from tools.site.facts import ATLAS

WHOLE = ("three", "three-diagonal", "two-ring", "two-ring-cross")
"""The boards on which every mix is solved; on others, only games of the variant table."""
MEN = range(3, 9)
DRAW_COUNTS = ("repetition", "quiet_limit", "three_limit")
"""The house rules on which no value depends."""

Entry = dict[str, Any]


def normal(variant: Variant) -> Variant:
    """Return the same game with the rules that cannot change anything at their usual values.

    - Of three men, a mill leaves the opponent with two, so any mill wins.
    - If a mill wins, nothing is captured. Then more than three men stay more than three, and never fly.
    - Two mills that a move closes have five men.
    """
    rules = variant.rules
    changes: dict[str, object] = {}
    if rules.men == 3:
        changes["mill_wins"] = True
    if changes or rules.mill_wins:
        changes["capture"] = OPTION["capture"].default
        if rules.men > 3:
            changes["flying"] = 0
    if changes or rules.men < 5 or rules.mill_wins:
        changes["double_mill"] = 1
    return variant.with_options(changes)


def identity(variant: Variant) -> tuple[object, ...]:
    """Return what the values of a game depend on."""
    game = normal(variant)
    names = [option.name for option in OPTIONS if option.name not in DRAW_COUNTS]
    return game.board.name, *(getattr(game.rules, name) for name in names)


def link_of(variant: Variant) -> str:
    """Return the link to a game, which names it in the file."""
    return Game(variant).link()


def read_atlas(path: Path = ATLAS) -> dict[str, Entry]:
    """Return the solved games by their links, or nothing if there is no file yet."""
    return json.loads(path.read_text(encoding="utf-8"))["games"] if path.exists() else {}
