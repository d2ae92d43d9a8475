"""Puzzles: the puzzle of the day, the timed run, and hundreds to choose from."""

from __future__ import annotations

from ...kernel.features import Feature
from ...model.translation import _

FEATURE = Feature(
    "puzzles",
    menu=(_("Puzzles"), "M4 8h4.500a2.500 2.500 0 1 1 5 0H18v4a2.500 2.500 0 1 1 0 5v4H4Z"),
    short=_("Puzzles"),
    buttons={"visit": (_("Today's puzzle"), "open", "today")},
    build="dialog:build",
    opened="dialog:opened",
    addresses={
        "puzzles": "dialog:open_link",
        "p": "dialog:open_link",
        "puzzle": "dialog:open_made",
    },
    framed={"p": "dialog:open_framed", "puzzle": "dialog:open_made_framed"},
    hooks={"stored_changed": "dialog:stored_changed"},
    effects={"load": "effects:load"},
    stored={"puzzles": "progress:STORED"},
    files=("puzzles.txt",),
    styles=("puzzles.css",),
    acts={
        "choose": "dialog:on_choose",
        "next": "dialog:on_next",
        "skip": "dialog:on_skip",
        "run": "dialog:on_run",
        "hint": "dialog:on_hint",
        "more": "dialog:on_more",
        "again": "dialog:on_again",
        "copy": "dialog:on_copy",
        "open": "dialog:on_open",
    },
    game_acts={
        "leave": "dialog:on_leave",
    },
    answers={
        "loaded": "dialog:on_loaded",
        "progress": "dialog:on_progress",
        "run-next": "dialog:on_run_next",
        "tick": "dialog:on_tick",
        "answer": "dialog:on_answer",
        "shown": "dialog:on_shown",
        "rest": "dialog:on_rest",
    },
)
