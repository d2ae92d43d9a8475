"""The list of keyboard shortcuts."""

from __future__ import annotations

from ...kernel.features import Feature
from ...model.settings import Setting
from ...model.translation import _

FEATURE = Feature(
    "keys",
    needs=("settings",),
    settings=(Setting("shortcuts", _("Keyboard shortcuts")),),
    inputs={"?": ""},
    build="dialog:build",
    hooks={"settings_sections": "section:build"},
    styles=("keys.css",),
)
