"""Moves planned before their time, and moves that are confirmed by a second press."""

from __future__ import annotations

from ...kernel.features import HIDDEN, Feature
from ...model.settings import Setting
from ...model.translation import _

FEATURE = Feature(
    "plan",
    shows=HIDDEN,
    settings=(Setting("confirm", _("Confirm moves"), (("off", _("Never")), ("on", _("Press twice")))),),
    hooks={
        "press_early": "plan:plan",
        "confirm": "plan:confirm",
        "dropped": "plan:dropped",
        "marks": "plan:marks",
        "played": "plan:played",
    },
    styles=("plan.css",),
    only_if={"confirm": ("confirm", "on")},
    answers={
        "play": "plan:on_play",
    },
)
