"""A visit after a while: the game that one left, today's puzzle and the next level."""

from __future__ import annotations

from ...kernel.features import HIDDEN, Feature

FEATURE = Feature(
    "visit",
    only_in="page",
    needs=("levels",),
    shows=HIDDEN,
    hooks={
        "started": "visit:started",
        "banner": "visit:banner",
    },
    acts={
        "close": "visit:on_close",
    },
    game_acts={
        "play": "visit:on_play",
    },
    answers={
        "games": "visit:on_games",
    },
)
