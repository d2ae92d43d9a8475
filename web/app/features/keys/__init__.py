"""The list of keyboard shortcuts."""

from __future__ import annotations

from ...kernel.features import Feature

FEATURE = Feature(
    "keys",
    needs=("settings",),
    inputs={"?": ""},
    build="dialog:build",
    hooks={"settings_sections": "section:build"},
    styles=("keys.css",),
)
