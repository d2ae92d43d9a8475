"""Shapes, the list with variations, and the button for replaced moves."""

from urllib.parse import quote

from e2e.drawn import Place

COMMENT = quote("why [%csl Rd2] [%cal Gd6f4]", safe="")


def replace_a_move(place: Place) -> None:
    place.go("v=nine&m=d6.f4", 2)
    place.press("undo")
    place.point("b4")


LINKS = {f"v=nine&m=d6.f4.d2.b4&t=1.b2.f6&k=4:{COMMENT}": ("shapes", "moves"), replace_a_move: ("hidden-lines",)}
SELECTORS = {
    "shapes": ("#notes .ring", "#notes .arrow"),
    "moves": ("#moves .variation", "#moves .line", "#moves .comment"),
    "hidden-lines": ('#moves [data-intent="tree:all"]',),
}
STYLED = {
    "#notes .ring": ("fill", "stroke"),
    "#notes .arrow": ("fill", "stroke"),
    "#moves .line": ("listStyleType", "display", "borderLeftStyle"),
    "#moves .comment": ("fontStyle",),
}
SHELLS = {"hidden-lines": {"moves": "no move can be taken back there"}}
