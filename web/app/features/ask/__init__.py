"""Questions about the board, and the box for typed moves."""

from __future__ import annotations

from ...kernel.features import BELOW_STATUS, Feature
from ...model.settings import Setting
from ...model.translation import _

FEATURE = Feature(
    "ask",
    shows=BELOW_STATUS,
    inputs={
        "m": "men",
        "o": "options",
        "r": "last",
        "t": "field",
    },
    settings=(Setting("typing", _("Box for typing moves"), (("off", _("Hidden")), ("on", _("Shown")))),),
    build="questions:build",
    hooks={
        "started": "questions:started",
        "told": "questions:told",
    },
    only_if={"started": ("typing", "on")},
    styles=("ask.css",),
    acts={
        "last": "questions:on_last",
        "options": "questions:on_options",
        "men": "questions:on_men",
        "field": "questions:on_field",
        "hide": "questions:on_hide",
        "type": "questions:on_type",
        "play": "questions:on_play",
    },
)
