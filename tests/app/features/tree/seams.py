"""Variations and notes, for the seams' test: see tests/seams/world.py."""

from tests.seams.world import in_turn

SCREENS = {
    "the menu of a move": in_turn(("open", "tree")),
    "a comment": in_turn(("tree:comment", {"name": "comment", "value": "mine"})),
    "a game with all lines": in_turn(("tree:sign", "1"), ("tree:all",)),
}
