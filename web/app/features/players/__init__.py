"""The dialog that chooses who plays a side."""

from __future__ import annotations

from ...kernel.features import GAME, Feature
from ...model.translation import _

FEATURE = Feature(
    "players",
    about=GAME,
    buttons={"player": (_("Choose who plays {side}"), "open")},
    build="dialog:build",
    draft="dialog:draft",
    game_acts={
        "open": "dialog:on_open",
        "set": "dialog:on_set",
    },
)
