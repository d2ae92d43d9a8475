"""Puzzles that players make from a position, prove, share and keep."""

from __future__ import annotations

from ...kernel.features import Feature
from ...model.translation import _

FEATURE = Feature(
    "puzzle-maker",
    needs=("puzzles",),
    only_in="page",
    buttons={"link": (_("Make a puzzle"), "make"), "made": (_("Your own puzzles"), "")},
    build="dialog:build",
    styles=("puzzle-maker.css",),
    opened="dialog:opened",
    hooks={"question": "dialog:question", "answered": "dialog:answered"},
    stored={"own-puzzles": "making:STORED"},
    acts={
        "make": "dialog:on_make",
        "copy": "dialog:on_copy",
        "picture": "dialog:on_picture",
        "save": "dialog:on_save",
        "delete": "dialog:on_delete",
    },
    answers={
        "read": "dialog:on_read",
    },
)
