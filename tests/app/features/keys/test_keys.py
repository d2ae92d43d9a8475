"""The list of keys names every key that the page listens to."""

from __future__ import annotations

from app.features.keys.dialog import GROUPS, _is_there
from app.kernel.features import FEATURES
from app.view import panels


def test_every_key_is_listed() -> None:
    listed = [name for _, rows in GROUPS for names, _ in rows for name in names]
    for key in ["f"] + [tool.key for one in FEATURES for tool in one.tools if tool.key]:
        assert key.upper() in listed
    for key in [key for one in FEATURES for key in one.inputs if len(key) == 1]:
        assert key.upper() in listed
    for key in panels.WITH_CONTROL:
        assert ("Ctrl+Shift+" if key.isupper() else "Ctrl+") + key.upper() in listed
    for key in ("←", "→", "Home", "End", "Space"):
        assert key in listed
    assert len(panels.STEP_KEYS) == 4


def test_keys_of_more_than_one_letter_are_always_there() -> None:
    for name in ("Home", "End", "Escape", "Enter", "Ctrl+Z"):
        assert _is_there((name,)), name
