"""The proposal of another level after wins or losses in a row."""

from __future__ import annotations

from ...kernel.features import HIDDEN, Feature

FEATURE = Feature(
    "levels",
    shows=HIDDEN,
    hooks={
        "advice": "advice:advise",
        "finished": "advice:finished",
    },
)
