"""The settings dialog."""

from __future__ import annotations

from ...kernel.features import Feature
from ...model.translation import _

FEATURE = Feature(
    "settings",
    menu=(_("Settings"), "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5"),
    build="dialog:build",
    opened="dialog:opened",
    effects={"load-looks": "effects:load_looks"},
)
