"""Things to print: rules, a board and men, a position or game, worksheets of puzzles, the table of a tournament."""

from __future__ import annotations

from ...kernel.features import Feature
from ...model.translation import _

FEATURE = Feature(
    "paper",
    needs=("puzzles",),
    buttons={"print": (_("Print"), "open")},
    only_in="page",
    build="dialog:build",
    draft="dialog:draft",
    effects={"fit": "effects:fit", "print": "effects:print_now"},
    acts={
        "open": "dialog:on_open",
        "set": "dialog:on_set",
    },
    answers={
        "loaded": "dialog:on_loaded",
    },
)
