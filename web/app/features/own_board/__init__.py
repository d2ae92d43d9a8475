"""Boards that the player draws, and a gallery of them."""

from __future__ import annotations

from ...kernel.features import Feature
from ...model.translation import _

FEATURE = Feature(
    "own-board",
    needs=("new-game",),
    buttons={"games": (_("Draw a board"), "")},
    build="dialog:build",
    draft="dialog:draft",
    opened="dialog:opened",
    hooks={
        "answered": "dialog:answered",
        "stored_changed": "dialog:stored_changed",
        "urgent_question": "dialog:question",
    },
    effects={"watch": "effects:watch"},
    stored={"own-boards": "gallery:STORED"},
    acts={
        "press": "dialog:on_press",
        "join": "dialog:on_join",
        "key": "dialog:on_key",
        "size": "dialog:on_size",
        "clear": "dialog:on_clear",
        "undo": "dialog:on_undo",
        "solve": "dialog:on_solve",
        "save": "dialog:on_save",
        "load": "dialog:on_load",
        "delete": "dialog:on_delete",
    },
    game_acts={
        "play": "dialog:on_play",
    },
    answers={
        "read": "dialog:on_read",
    },
    styles=("own_board.css",),
)
