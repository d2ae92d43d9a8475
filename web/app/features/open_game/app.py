"""The start of the installed app."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...model.messages import Effects
    from ...model.state import State


def started(state: State) -> Effects:
    """Open what the system has opened the app with."""
    return [("open-game:listen",)]
