"""Chess clocks."""

from __future__ import annotations

from ...kernel.features import HIDDEN, Feature

FEATURE = Feature(
    "clocks",
    shows=HIDDEN,
    hooks={
        "new_clock": "clock:Clock",
        "read_clock": "clock:read_clock",
        "strip": "clock:build_clock",
    },
    effects={"tick": "effects:tick"},
    styles=("clocks.css",),
    news={"tick": "clock:on_tick"},
)
