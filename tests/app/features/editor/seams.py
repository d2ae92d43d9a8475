"""The editor of positions, for the seams' test: see tests/seams/world.py."""

from tests.seams.world import in_turn

SCREENS = {
    "an edited position": in_turn(
        ("open", "editor"), ("editor:clear",), ("editor:press", "3"), ("editor:hand", "white-")
    ),
    "a position to play": in_turn(("open", "editor"), ("editor:play",)),
}
