"""Perfect play: exact values for every position, downloaded on request."""

from __future__ import annotations

from ...kernel.features import HIDDEN, Feature

FEATURE = Feature(
    "perfect-play",
    needs=("offline",),
    shows=HIDDEN,
    stored={"perfect": "stored:STORED"},
    hooks={
        "below_answer": "panel:build_offer",
        "group_row": "panel:build_row",
        "saved_changed": "panel:saved_changed",
        "settings_sections": "panel:build_section",
        "values_here": "panel:has_values",
    },
    effects={"keep-group": "effects:PerfectPlay"},
    styles=("perfect_play.css",),
    news={
        "facts": "panel:on_facts",
    },
)
