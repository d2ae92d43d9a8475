"""Lessons: positions on the board with a task, a step at a time."""

from __future__ import annotations

from ...kernel.features import Feature
from ...model.translation import _

FEATURE = Feature(
    "lessons",
    menu=(_("Learn"), "M2 9.5 12 5l10 4.500-10 4.500ZM6 11.500V16c3 2.500 9 2.500 12 0v-4.500M22 9.500V15"),
    short=_("Learn"),
    buttons={"begin": (_("Learn to play"), "open", "first")},
    build="dialog:build",
    draft="dialog:draft",
    opened="dialog:opened",
    styles=("lessons.css",),
    hooks={"stored_changed": "dialog:opened"},
    stored={"lessons": "progress:STORED"},
    addresses={
        "lessons": "dialog:open_link",
    },
    acts={
        "next": "dialog:on_next",
        "back": "dialog:on_back",
        "again": "dialog:on_again",
        "show": "dialog:on_show",
        "open": "dialog:on_open",
    },
    game_acts={
        "play": "dialog:on_play",
        "leave": "dialog:on_leave",
    },
    answers={
        "progress": "dialog:on_progress",
        "resume": "dialog:on_resume",
        "answer": "dialog:on_answer",
        "shown": "dialog:on_shown",
    },
)
