"""What is saved on the device: the page, the engine, Perfect play."""

from __future__ import annotations

from ...kernel.features import HIDDEN, Feature

FEATURE = Feature(
    "offline",
    shows=HIDDEN,
    hooks={
        "offer": "panel:build_offer",
    },
    acts={
        "do": "panel:on_do",
    },
    news={
        "facts": "panel:on_facts",
    },
)
