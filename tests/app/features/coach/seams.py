"""The coach, for the seams' test: see tests/seams/world.py."""

from __future__ import annotations

from app.model.state import State

from tests.app.playing import press
from tests.seams.kernel import load
from tests.seams.world import handle


def asks(state: State) -> None:
    """Press a move after which the computer closes a mill."""
    handle(state, "setting", {"name": "coach", "value": "on"})
    load(state, "v=nine&m=d6.f4.d2.b4.f6.b2.g1.a7&b=level4")
    press(state, "a1")
    handle(state, "setting", {"name": "coach", "value": "off"})


SCREENS = {"the coach's question": asks}
