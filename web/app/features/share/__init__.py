"""The dialog that shares the game: a link, a QR code, pictures, a film, texts, an embedded board."""

from __future__ import annotations

from ...kernel.features import GAME, Feature
from ...model.translation import _

FEATURE = Feature(
    "share",
    about=GAME,
    menu=(_("Share"), "M12 15V3M8 7l4-4 4 4M5 12v7a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-7"),
    build="dialog:build",
    draft="dialog:draft",
    opened="dialog:opened",
    acts={
        "copy": "dialog:on_copy",
        "sheet": "dialog:on_sheet",
        "qr": "dialog:on_qr",
        "save": "dialog:on_save",
        "save-film": "dialog:on_save_film",
    },
    answers={
        "colours": "dialog:on_colours",
        "qr-drawn": "qr:on_drawn",
        "film": "dialog:on_film",
    },
    effects={
        "save-png": "effects:save_png",
        "save-film": "effects:save_film",
        "draw-qr": "effects:draw_qr",
        "read-colours": "effects:read_colours",
    },
    scripts=("film.mjs", "qr.mjs"),
    styles=("share.css",),
)
