"""Damaged texts where a saved game should be."""

from __future__ import annotations

import json
from typing import Any

from tests.app.playing import game_data

DEEP = "[" * 3000 + "]" * 3000
# Texts that no visit has written, or that are cut off.
DAMAGED_TEXTS = (
    ["", "{", "[", "null", "7", "-1e999", "NaN", '"text"', "\x00", "\ud83d", "[1, null, {}]", '{"link": 3}']
    + ['{"link": "v=nine&m=d6", "undone": ' + value + "}" for value in ("3", '{"f4": 1}', "[" + DEEP + "]")]
    + ['{"link": "v=nine&m=d6", "undone": ["f4", 1e999, null, ["f4"]]}']
    + ['{"link": "v=nine&m=d6", "undone": [' + '"d2",' * 9000 + '"d2"]}']
    + ['{"link": ' + DEEP + "}", '{"link": "' + "x" * 300000 + '"}', DEEP, "[" * 200000]
)
DAMAGED_VALUES: tuple[Any, ...] = (None, True, -1, 0.5, 1e999, float("nan"), "", "x" * 20000, [], {}, [[]], 10**30)


def damaged(whole: dict[str, Any], values: tuple[Any, ...]) -> list[str]:
    """Return the data as texts, each with one value wrong or missing."""
    found = []
    for name in whole:
        found += [dict(whole, **{name: value}) for value in values]
        found.append({other: whole[other] for other in whole if other != name})
    return [json.dumps(data).replace("inf", "1e999").replace("nan", "NaN") for data in found]


def damaged_games() -> list[str]:
    values = DAMAGED_VALUES + (["f4", 7], ["zz"], "v=nine&m=zz", "&", "v=chess")
    return damaged(game_data("v=nine&m=d6", 5, tree={"m": "f4"}), values)
