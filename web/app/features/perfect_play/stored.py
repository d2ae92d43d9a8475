"""The stored facts about Perfect play on this device."""

from __future__ import annotations

from ...kernel.stored import Field, Stored, read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

COMING, PAUSED, HERE = "coming", "paused", "here"


def _former(data: Any) -> Any:
    """Return the wish, which was once stored as it is."""
    return {"wish": data} if isinstance(data, str) else data


STORED = Stored(
    "perfect",
    _former,
    here=True,
    wish=Field(
        read_text(10), example=COMING
    ),  # what the player has asked for, or what has been downloaded; "" for none
)
