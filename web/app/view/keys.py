"""Keyboard shortcuts that work everywhere except in fields and dialogs; features/dialogs/keys.py lists them for
players."""

from __future__ import annotations

STEPS = {"ArrowLeft": "previous", "ArrowRight": "next", "Home": "first", "End": "last"}
# Each presses the button below the board with this intent, if it is there and enabled.
BUTTONS = {"f": "flip", "h": "hint", "l": "analyse"}
# The same with Control or Command.
WITH_CONTROL = {"z": "undo", "y": "redo", "Z": "redo"}
# Each is an intent and its value. The letters stand for men, options, repeat and type.
INTENTS = {
    "?": ("open", "keys"),
    "m": ("ask:men",),
    "o": ("ask:options",),
    "r": ("ask:last",),
    "t": ("ask:field",),
}
PLAY_BEST = " "
