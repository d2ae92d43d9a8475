"""Whether the computer may help the player with the game on the board."""

from __future__ import annotations

from ..kernel.features import forbidden
from ..model.state import State
from ..model.translation import _


def may_help(state: State) -> bool:
    """Return whether the computer may help. If it may not, say why."""
    if "help" not in forbidden(state):
        return True
    state.ui.say(_("Hints and analysis are off during a live game. You can review the game afterwards."))
    return False
