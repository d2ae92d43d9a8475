"""The style sheet of all looks, for their pictures."""

from __future__ import annotations

from js import window

from ...model.messages import Dispatch


def load_looks(_dispatch: Dispatch) -> None:
    """Load it (boot/early.js loads it at the start if a look is selected)."""
    window.morrisLooks()
