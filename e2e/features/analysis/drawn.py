"""The buttons of hint and analysis, values on the board, and the panel of answers."""

from e2e.drawn import Place


def analyse(place: Place) -> None:
    place.go("v=nine&m=d6.f4", 2)
    place.press("analysis:analyse")
    place.after.append(lambda: place.press("analysis:analyse"))


LINKS = {analyse: ("notes", "answers", "help")}
SELECTORS = {
    "notes": ("#board .value.best rect", "#board .value.best text", "#board .value .dot"),
    "answers": ("#engine .analysis", "#engine .move-values", "#engine .share-bar .black-part"),
    "help": ('#tools [data-intent="analysis:hint"]', '#tools [data-intent="analysis:analyse"]'),
}
STYLED = {
    "#board .value.best rect": ("fill", "stroke"),
    "#board .value .dot": ("fill", "stroke"),
    "#engine .analysis": ("display", "borderTopStyle"),
    "#engine .move-values": ("display", "listStyleType"),
    "#engine .share-bar .black-part": ("borderTopStyle", "backgroundColor"),
}
SHELLS = {
    "notes": {
        "none": "a diagram has no analysis",
        "moves": "only a board with all controls has an analysis",
    }
}
