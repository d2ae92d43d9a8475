"""The start of the installed app."""

from __future__ import annotations

from ...model.messages import Effects
from ...model.state import State


def started(state: State) -> Effects:
    """Open what the system has opened the app with."""
    return [("open-game:listen",)]
