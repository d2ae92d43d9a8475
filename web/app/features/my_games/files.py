"""The file with everything: saving it, and deleting everything. importing.py reads one; file_view.py draws both."""

from __future__ import annotations

import json

from ...model.messages import Effects, Fields
from ...model.saved import is_empty
from ...model.state import State
from ...model.translation import _, number_of
from . import transfer
from .memory import Memory

NO_FILE = _("Couldn't create the file: you're offline.")


def on_export(state: State, _value: object) -> Effects:
    """Save everything as a file: first, read the current data."""
    memory = state.of(Memory)
    memory.clear_messages()
    return [("list-games", state.ask("my-games:fresh")), ("my-games:read-stored", state.ask("my-games:export-with"))]


def on_export_with(state: State, answer: Fields) -> Effects | None:
    """Handle the stored data besides games."""
    memory = state.of(Memory)
    if answer["trouble"]:
        memory.problem = NO_FILE
        return None
    games = [(id, json.dumps(data)) for id, data in memory.recent.items() if data is not None and not is_empty(data)]
    name = "morris-" + str(answer["now"])[:10] + ".json"
    head = transfer.file_head(answer["stored"], answer.get("damaged", {}), answer["now"])
    return [("my-games:save-file", name, head, games, state.ask("my-games:saved"))]


def on_saved(state: State, answer: Fields) -> None:
    """Handle the finished file. It may lack the archive's games, or could not be made."""
    memory = state.of(Memory)
    if "count" not in answer:
        memory.problem = NO_FILE
        return
    if answer["trouble"] not in ("", "none"):
        memory.problem = _("The older games couldn't be read, so they may be missing from the file.")
    memory.said = number_of(
        "The file with {number} game, your settings and your progress is in your downloads.",
        "The file with {number} games, your settings and your progress is in your downloads.",
        answer["count"],
    )


def on_ask(state: State, value: str) -> Effects:
    """Ask whether to delete everything, or stop asking. `value` is "yes" or "no"."""
    memory = state.of(Memory)
    memory.asked = value == "yes"
    memory.clear_messages()
    return [("focus", '[data-intent="my-games:ask"]')]


def on_erase(state: State, _value: object) -> Effects | None:
    """Delete everything and restart the page."""
    if not state.of(Memory).asked:
        return None
    return [("my-games:clear", state.ask("my-games:erased"))]


def on_erased(state: State, trouble: str) -> None:
    """Say that some data could not be deleted."""
    memory = state.of(Memory)
    memory.asked = False
    memory.problem = _("Couldn't delete the older games. You can delete them in your browser's settings, as site data.")
