"""Variations, their menu, comments, symbols, and the player's own arrows."""

from __future__ import annotations

from ...kernel.features import GAME, Feature
from ...model.translation import _

FEATURE = Feature(
    "tree",
    about=GAME,
    buttons={"hidden-lines": (_("Show replaced moves"), "all")},
    inputs={
        "draw": "draw",
        "erase": "erase",
    },
    build="menu:build",
    styles=("variations.css",),
    effects={"watch": "effects:watch"},
    hooks={
        "started": "gestures:started",
        "moves": "variations:build",
        "speak_line": "variations:speak",
        "shapes": "variations:shapes_on",
    },
    board_acts={
        "go": "variations:on_go",
        "draw": "variations:on_draw",
        "erase": "variations:on_erase",
        "sign": "variations:on_sign",
        "key": "variations:on_key",
        "comment": "variations:on_comment",
        "copy": "menu:on_copy",
    },
    game_acts={
        "menu": "menu:on_menu",
        "demote": "variations:on_demote",
        "promote": "variations:on_promote",
        "raise": "variations:on_raise",
        "delete": "variations:on_delete",
        "bring-back": "variations:on_bring_back",
        "all": "variations:on_all",
    },
)
