"""The list of saved games, and the file with everything."""

from __future__ import annotations

from ...kernel.features import Feature
from ...model.translation import _

FEATURE = Feature(
    "my-games",
    only_in="page",
    buttons={"open": (_("My games"), "")},
    menu=(_("My games"), "M4.500 9A8 8 0 1 1 4 12.500M4 4v5h5M12 8v4.500l3 2"),
    short=_("Games"),
    build="view:build",
    opened="dialog:opened",
    hooks={"open_backup": "dialog:open_backup", "put_away": "dialog:put_away"},
    effects={
        "list": "effects:list_archive",
        "get": "effects:get_game",
        "get-several": "effects:get_games",
        "put": "effects:put_games",
        "take": "effects:take_game",
        "read-stored": "effects:read_stored",
        "save-file": "effects:save_file",
        "read-file": "effects:read_file",
        "read-part": "effects:read_part",
        "clear": "effects:clear_everything",
    },
    styles=("my_games.css",),
    scripts=("archive.mjs",),
    acts={
        "choose": "dialog:on_choose",
        "more": "dialog:on_more",
        "any": "dialog:on_any",
        "delete": "dialog:on_delete",
        "undo": "dialog:on_undo",
        "export": "files:on_export",
        "file": "importing:on_file",
        "settings": "importing:on_settings",
        "cancel": "importing:on_cancel",
        "import": "importing:on_import",
        "ask": "files:on_ask",
        "erase": "files:on_erase",
    },
    game_acts={
        "open": "dialog:on_open",
        "review": "dialog:on_review",
    },
    answers={
        "recent": "dialog:on_recent",
        "listed": "dialog:on_listed",
        "fresh": "dialog:on_fresh",
        "text": "dialog:on_text",
        "taken": "dialog:on_taken",
        "stored": "dialog:on_stored",
        "export-with": "files:on_export_with",
        "saved": "files:on_saved",
        "read": "importing:on_read",
        "look": "importing:on_look",
        "write": "importing:on_write",
        "written": "importing:on_written",
        "merged": "importing:on_merged",
        "erased": "files:on_erased",
    },
)
