"""Perfect play: exact values for every position, from a group of files that is downloaded on request."""

from __future__ import annotations

from ...kernel.features import HIDDEN, Feature

FEATURE = Feature(
    "perfect-play",
    needs=("offline",),
    shows=HIDDEN,
    hooks={
        "about_group": "panel:about_group",
        "below_answer": "panel:build_offer",
        "saved_changed": "panel:saved_changed",
        "values_here": "panel:has_values",
    },
    styles=("perfect_play.css",),
)
