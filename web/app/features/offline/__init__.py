"""The page and the engine saved on the device, and new versions."""

from __future__ import annotations

from ...kernel.features import AT_BOTTOM, Feature

FEATURE = Feature(
    "offline",
    shows=AT_BOTTOM,
    build="panel:build_offer",
    stored={"offline": "stored:STORED"},
    hooks={
        "finished": "panel:finished",
        "settings_sections": "panel:build",
        "started": "panel:started",
    },
    effects={
        "start": "effects:start",
        "do": "effects:do",
    },
    styles=("offline.css",),
    acts={
        "do": "panel:on_do",
    },
    news={
        "facts": "panel:on_facts",
    },
)
