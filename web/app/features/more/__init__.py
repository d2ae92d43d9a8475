"""The rest of the menu, in small windows."""

from __future__ import annotations

from ...kernel.features import Feature
from ...model.translation import _

FEATURE = Feature(
    "more",
    menu=(_("More"), "M5 12h.01M12 12h.01M19 12h.01"),
    short=_("More"),
    only_small=True,
    build="dialog:build",
    styles=("more.css",),
)
