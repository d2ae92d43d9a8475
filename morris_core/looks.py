"""The looks of the page's board in light colours, as style/colours.css and style/looks.css have them."""

from __future__ import annotations

_BOARD = ("wood-1", "wood-2", "wood-edge", "line", "goal", "take", "mark-edge", "mill", "mill-edge", "rim-ink")
_MEN = ("white-1", "white-2", "white-edge", "black-1", "black-2", "black-edge")
NAMES = _BOARD + _MEN
"""The names of a look's colours, as the style sheets have them."""

LOOKS = {
    "wood": "#e9cf9f #d8b47b #8f6433 #4a3018 #0d5c6b #b3261e #fffdf6 #ffc93c #5a3c00 #3d2610 "
    "#fffefa #e6dcc6 #6f5f44 #55504b #1d1a18 #0c0a09",
    "slate": "#64727d #55636d #2d373f #f2f6f8 #bdf3ff #ff9f8c #10161a #ffe08a #2a1f00 #f2f6f8 "
    "#fdfdfb #dde1e2 #5d6a73 #363d43 #101316 #c3d0d8",
    "parchment": "#f7edd3 #ead9b0 #7c4a24 #6b2f1a #0d5c6b #a3211a #fffdf6 #ffcf4a #6b3d00 #5a2a15 "
    "#fffefa #efe6d2 #76603c #5c2c22 #2b100c #2b100c",
    "plain": "#f3f4f5 #f3f4f5 #71787e #3d444a #00647a #b3261e #fff #ffc93c #5a3c00 #2c3237 "
    "#fff #f1f2f3 #596067 #34393d #1b1e21 #101214",
    "contrast": "#fff #fff #000 #000 #003a8c #a00000 #fff #ffd400 #000 #000 #fff #fff #000 #000 #000 #000",
}
"""The colours of each look, in the order of NAMES."""
