"""The dialog of a new game, for the seams' test: see tests/seams/world.py."""

from __future__ import annotations

from app.model.messages import Effects
from app.model.state import State

from tests.seams.world import handle, in_turn

SCREENS = {
    "a new game with house rules": in_turn(
        ("open", "new-game"),
        ("new-game:switch", {"name": "rule-flying", "value": "0"}),
        ("choose", {"name": "own_name", "value": "Ada"}),
    )
}


def ask_language(state: State) -> Effects:
    handle(state, "open", "new-game")
    return [("new-game:language", state.ask("new-game:language"))]


ASKED = {
    "new-game:language": (ask_language, ["en-ZA"], ["xx"]),
}
