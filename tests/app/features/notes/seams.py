"""Notes beside the board, for the seams' test: see tests/seams/world.py."""

from tests.seams.world import in_turn

SCREENS = {"notes": in_turn(("notes:open", None))}
