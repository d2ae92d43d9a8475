"""Notes on a move, written beside the board: a comment and a symbol."""

from __future__ import annotations

from ...kernel.features import WRITING, Feature
from ...model.translation import _

FEATURE = Feature(
    "notes",
    needs=("tree",),
    shows=WRITING,
    buttons={"notes": (_("Notes"), "open")},
    inputs={"n": "open"},
    build="notes:build",
    styles=("notes.css",),
    hooks={"settle": "notes:settle", "over": "notes:over"},
    board_acts={"open": "notes:on_open"},
)
