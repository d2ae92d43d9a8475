"""The rules of the game on the board."""

from __future__ import annotations

from ...kernel.features import Feature
from ...model.translation import _

FEATURE = Feature(
    "rules",
    only_in="page",
    menu=(_("Rules"), "M12 7c-2-2-5-2.5-8-2v13c3-.5 6 0 8 2 2-2 5-2.5 8-2V5c-3-.5-6 0-8 2ZM12 7v13"),
    build="dialog:build",
    styles=("rules.css",),
)
