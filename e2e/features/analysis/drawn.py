"""The buttons of hint and analysis, values on the board, and the panel of answers."""

from e2e.drawn import Place


def analyse(place: Place) -> None:
    place.go("v=nine&m=d6.f4", 2)
    place.press("analysis:analyse")
    place.after.append(lambda: place.press("analysis:analyse"))


LINKS = {"v=nine&m=d6": ("help",), analyse: ("notes", "answers")}
SELECTORS = {
    "notes": ("#board .advice.also",),
    "answers": ("#engine .panel-title", "#engine .move-values ol", "#engine .worth-badge"),
    "help": ('#tools [data-intent="analysis:hint"]', '#tools [data-intent="analysis:analyse"]'),
}
STYLED = {
    "#board .advice.also": ("opacity",),
    "#engine .panel-title": ("display",),
    "#engine .move-values ol": ("display", "listStyleType"),
    "#engine .worth-badge": ("borderTopStyle", "backgroundImage"),
}
SHELLS = {
    "notes": {
        "none": "a diagram has no analysis",
        "moves": "only a board with all controls has an analysis",
    }
}
