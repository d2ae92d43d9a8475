"""The dialog of a new game, for the seams' test: see tests/seams/world.py."""

from tests.seams.world import handle, in_turn

SCREENS = {
    "a new game with house rules": in_turn(
        ("open", "new-game"),
        ("new-game:switch", {"name": "rule-flying", "value": "0"}),
        ("choose", {"name": "own_name", "value": "Ada"}),
    )
}
ASKED = {"new-game:able": (lambda state: handle(state, "open", "new-game"), [("live", True)], [("live", False)])}
