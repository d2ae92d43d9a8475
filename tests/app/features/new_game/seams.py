"""The dialog of a new game, for the seams' test: see tests/seams/world.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.app.playing import there
from tests.seams.world import handle, in_turn

if TYPE_CHECKING:
    from app.model.messages import Effects
    from app.model.state import State

SCREENS = {
    "a new game with house rules": in_turn(
        ("open", "new-game"),
        ("new-game:switch", {"name": "rule-flying", "value": "0"}),
        ("choose", {"name": "own_name", "value": "Ada"}),
    )
}


def ask(state: State) -> Effects:
    """Open the dialog, which asks each way to play elsewhere. If there is none, nobody else asks."""
    effects = handle(state, "open", "new-game")
    return effects if there("live") else [("able", state.ask("new-game:able"))]


def ask_language(state: State) -> Effects:
    handle(state, "open", "new-game")
    return [("new-game:language", state.ask("new-game:language"))]


ASKED = {
    "new-game:able": (ask, [("live", True, "")], [("live", False, "It needs https.")]),
    "new-game:language": (ask_language, ["en-ZA"], ["xx"]),
}
