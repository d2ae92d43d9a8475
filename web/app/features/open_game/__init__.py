"""The dialog that opens a game from a text, a link or a file."""

from __future__ import annotations

from ...kernel.features import Feature
from ...model.translation import _

FEATURE = Feature(
    "open-game",
    menu=(_("Open"), "M4 19V6a1 1 0 0 1 1-1h5l2 2.500h6a1 1 0 0 1 1 1V11M4 19l2.500-8H21l-2.500 8Z"),
    inputs={"drop-file": "file"},
    hooks={"started": "app:started"},
    effects={"listen": "effects:listen", "paste": "effects:paste"},
    build="dialog:build",
    draft="dialog:draft",
    opened="dialog:opened",
    acts={
        "typed": "dialog:on_typed",
        "search": "dialog:on_search",
    },
    game_acts={
        "paste": "dialog:on_paste",
        "file": "dialog:on_file",
        "shared": "dialog:on_shared",
        "open": "dialog:on_open",
        "import": "dialog:on_import",
        "choose": "dialog:on_choose",
    },
    answers={
        "text": "dialog:on_text",
        "pasted": "dialog:on_pasted",
    },
    styles=("open-game.css",),
)
