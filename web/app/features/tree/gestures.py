"""The start of the gestures on the list of moves and on the board (effects.py)."""

from __future__ import annotations

from ...model.messages import Effects
from ...model.state import State


def started(state: State) -> Effects:
    """Watch the wheel, the arrow keys and the menu of a move, but not in another page's frame."""
    return [("tree:watch",)] if state.ui.address else []
