"""The proposal of another level, for the seams' test: see tests/seams/world.py."""

from tests.app.playing import game_data

WON = game_data("v=three&m=a3.a1.b3.b1.c3&b=level1", 5)
NEWS = {"finished after some": [[], [("a", WON), ("b", WON)], [("a", None), ("b", 3), ("c", {})]]}
