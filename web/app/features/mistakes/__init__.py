"""Exercises on the mistakes in saved games."""

from __future__ import annotations

from ...kernel.features import Feature
from ...model.translation import _

FEATURE = Feature(
    "mistakes",
    only_in="page",
    needs=(
        "my-games",
        "review",
    ),
    buttons={"from-own-games": (_("Learn from your mistakes"), "")},
    build="dialog:build",
    opened="dialog:opened",
    hooks={
        "exercises_left": "collection:exercises_left",
        "stored_changed": "dialog:stored_changed",
    },
    stored={"mistakes": "collection:STORED"},
    acts={
        "check": "dialog:on_check",
        "stop": "dialog:on_stop",
        "next": "dialog:on_next",
        "solution": "dialog:on_solution",
    },
    game_acts={
        "leave": "dialog:on_leave",
    },
    answers={
        "read": "dialog:on_read",
        "text": "dialog:on_text",
        "shown": "dialog:on_shown",
    },
)
