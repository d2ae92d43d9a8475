"""Games by link: two people send each other one link."""

from __future__ import annotations

from ...kernel.features import GAME, Feature
from ...model.translation import _

FEATURE = Feature(
    "by-link",
    about=GAME,
    build="dialog:build",
    draft="dialog:draft",
    opened="dialog:opened",
    buttons={"link": (_("Play by link"), ""), "open": (_("Play by link"), "")},
    hooks={
        "arrive": "dialog:arrive",
        "played": "dialog:played",
        "banner": "dialog:build_banner",
        "away_name": "dialog:away_name",
        "waiting": "dialog:waiting",
        "why_wait": "dialog:why_wait",
        "status_button": "dialog:send_button",
        "stored_changed": "dialog:stored_changed",
        "other_lines": "book:other_lines",
    },
    acts={
        "forget": "dialog:on_forget",
        "copy": "dialog:on_copy",
        "sheet": "dialog:on_sheet",
    },
    game_acts={
        "begin": "dialog:on_begin",
        "open": "dialog:on_open",
        "swap": "dialog:on_swap",
        "take": "dialog:on_take",
        "look": "dialog:on_look",
        "stay": "dialog:on_stay",
    },
    answers={
        "begun": "dialog:on_begun",
        "kept": "dialog:on_kept",
    },
    stored={"link-games": "book:STORED"},
    effects={
        "badge": "effects:badge",
    },
    styles=("by-link.css",),
)
