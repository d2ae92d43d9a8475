"""A game in somebody's article: a record, prose beside the board, a reader's way back to the author's game."""

from __future__ import annotations

from ...kernel.features import HIDDEN, Feature

FEATURE = Feature(
    "article",
    shows=HIDDEN,
    framed={"article": "article:opened"},
    only_in="frame",
    hooks={"banner": "article:banner", "forbids": "article:forbids"},
    effects={"dress": "effects:dress"},
    board_acts={
        "back": "article:on_back",
        "play": "article:on_play",
    },
    answers={
        "tick": "article:on_tick",
    },
)
