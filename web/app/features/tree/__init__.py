"""Variations, comments, symbols, and the player's own arrows."""

from __future__ import annotations

from ...kernel.features import GAME, Feature
from ...model.translation import _

FEATURE = Feature(
    "tree",
    about=GAME,
    buttons={"hidden-lines": (_("Show replaced moves"), "all"), "notes": (_("Notes"), "")},
    inputs={
        "draw": "draw",
        "erase": "erase",
    },
    build="variations:build",
    draft="variations:draft",
    styles=("variations.css",),
    hooks={
        "moves": "variations:build_variations",
        "speak_line": "variations:speak_variation",
        "shapes": "variations:build_shapes",
    },
    board_acts={
        "go": "variations:on_go",
        "draw": "variations:on_draw",
        "erase": "variations:on_erase",
    },
    game_acts={
        "sign": "variations:on_sign",
        "comment": "variations:on_comment",
        "demote": "variations:on_demote",
        "promote": "variations:on_promote",
        "raise": "variations:on_raise",
        "delete": "variations:on_delete",
        "bring-back": "variations:on_bring_back",
        "all": "variations:on_all",
    },
)
