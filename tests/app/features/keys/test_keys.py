"""The list of keys names every key that the page listens to."""

from __future__ import annotations

from app.features.keys.dialog import GROUPS
from app.view import panels


def test_every_key_is_listed() -> None:
    listed = [name for _, rows in GROUPS for names, _ in rows for name in names]
    for key in panels.BUTTONS:
        assert key.upper() in listed
    for key in panels.INTENTS:
        assert key.upper() in listed
    for key in panels.WITH_CONTROL:
        assert ("Ctrl+Shift+" if key.isupper() else "Ctrl+") + key.upper() in listed
    for key in ("←", "→", "Home", "End", "Space"):
        assert key in listed
    assert len(panels.STEPS) == 4
