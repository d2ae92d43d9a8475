"""The panel for notes."""

from e2e.drawn import Place


def write(place: Place) -> None:
    place.go("v=nine&m=d6.f4", 2)
    place.key("n")
    place.after.append(lambda: place.key("n"))


LINKS = {write: ("writing",)}
SELECTORS = {"writing": ("#writing .panel-title", "#writing .signs", "#writing textarea")}
STYLED = {
    "#writing .panel-title": ("display",),
    "#writing .signs": ("display",),
}
