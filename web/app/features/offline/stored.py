"""The stored facts about the files on this device."""

from __future__ import annotations

from typing import Any

from ...kernel.fields import read_texts
from ...kernel.stored import Field, Stored, refuse

MOST_GROUPS = 40


def _read_flag(value: Any) -> Any:
    if not isinstance(value, bool):
        refuse("not a flag")
    return value


STORED = Stored(
    "offline",
    here=True,
    off=Field(_read_flag, example=True),  # whether the player has removed everything
    left_out=Field(read_texts(bool, MOST_GROUPS), example=["languages"]),  # the groups that the player has removed
    # the groups whose download the player wants, until it is complete
    wanted=Field(read_texts(bool, MOST_GROUPS), example=["perfect"]),
    asked=Field(_read_flag, example=True),  # whether the browser has been asked not to delete the files
)
