"""The dialog that chooses who plays a side."""

from __future__ import annotations

from ...kernel.features import GAME, Feature

FEATURE = Feature(
    "players",
    needs=("levels",),
    about=GAME,
    build="dialog:build",
    draft="dialog:draft",
    game_acts={
        "open": "dialog:on_open",
        "set": "dialog:on_set",
    },
)
