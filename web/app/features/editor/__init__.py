"""The editor of positions."""

from __future__ import annotations

from ...kernel.features import Feature
from ...model.translation import _

FEATURE = Feature(
    "editor",
    buttons={"open": (_("Set up a position"), "")},
    build="dialog:build",
    draft="dialog:draft",
    opened="dialog:opened",
    effects={"watch": "effects:watch"},
    acts={
        "other": "dialog:on_other",
        "move": "dialog:on_move",
        "turn": "dialog:on_turn",
        "press": "dialog:on_press",
        "key": "dialog:on_key",
        "hand": "dialog:on_hand",
        "variant": "dialog:on_variant",
        "fen": "dialog:on_fen",
        "tool": "dialog:on_tool",
        "side": "dialog:on_side",
        "clear": "dialog:on_clear",
        "start": "dialog:on_start",
    },
    game_acts={
        "play": "dialog:on_play",
    },
    styles=("editor.css",),
)
