"""The question before a move that loses a man."""

from __future__ import annotations

from ...kernel.features import POSITION, Feature
from ...model.settings import Setting
from ...model.translation import _

FEATURE = Feature(
    "coach",
    about=POSITION,
    settings=(Setting("coach", _("Warn before a move that loses a man"), (("off", _("Never")), ("on", _("Ask")))),),
    build="dialog:build",
    draft="dialog:draft",
    hooks={
        "before_move": "dialog:warn",
    },
    only_if={"before_move": ("coach", "on")},
    game_acts={
        "play": "dialog:on_play",
        "back": "dialog:on_back",
    },
)
