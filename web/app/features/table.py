"""The one list of features, in the order of their buttons. The rest of the page names none of them.

A feature is a folder here. Its `__init__.py` declares it; the build joins the declarations into this module, since many
small modules take the page's start longer to read than one.
"""

from __future__ import annotations

import sys

from ..kernel.features import FEATURES
from ..model.settings import SETTINGS

NAMES = (
    "new_game",
    "lessons",
    "puzzles",
    "puzzle_maker",
    "rules",
    "my_games",
    "mistakes",
    "open_game",
    "share",
    "settings",
    "more",
    "end_game",
    "players",
    "editor",
    "own_board",
    "by_link",
    "live",
    "tree",
    "notes",
    "review",
    "analysis",
    "openings",
    "clocks",
    "levels",
    "visit",
    "ask",
    "coach",
    "plan",
    "keys",
    "perfect_play",
    "offline",
    "paper",
    "article",
)

for _name in NAMES:
    __import__("app.features." + _name)
    FEATURES.append(sys.modules["app.features." + _name].FEATURE)
for _feature in FEATURES:
    SETTINGS.extend(_feature.settings)
