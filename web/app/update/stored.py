"""Stored data of the page and of its features: which there is, and news of it."""

from __future__ import annotations

from ..kernel.features import FEATURES
from ..kernel.stored import Data, Stored
from ..model.messages import Effects
from ..model.settings import STORED as SETTINGS
from ..model.settings import chosen_settings
from ..model.state import State


def declared() -> list[Stored]:
    """Return all declarations of stored data besides games, in the order of features."""
    found = [SETTINGS]
    for one in FEATURES:
        for key in one.stored:
            found.append(one.resolve(one.stored[key]))
    return found


def stored_changed(state: State, key: str | None = None) -> Effects:
    """Tell who has loaded the stored data of a key that it has changed elsewhere: in another tab, or by an import.
    Without a key, any of it may have changed."""
    effects: Effects = []
    if key == SETTINGS.key:
        effects.append(("read-stored", SETTINGS, state.ask("settings")))
    for one in FEATURES:
        told = one.hooks.get("stored_changed", "")
        if told and one.has_loaded(told) and (key is None or key in one.stored):
            effects += one.resolve(told)(state)
    return effects or [("only",)]


def on_settings(state: State, data: Data) -> None:
    """Use the settings as they are stored now."""
    state.settings.update(chosen_settings(data))
