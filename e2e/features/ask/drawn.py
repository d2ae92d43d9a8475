"""The answer to a question, and the box for typed moves."""

from e2e.drawn import Place


def ask(place: Place) -> None:
    place.go("v=nine&m=d6.f4", 2)
    place.key("t")
    place.frame.locator("#typed-move").wait_for()
    place.press("ask:men")
    place.after.append(lambda: place.press("ask:hide"))


LINKS = {ask: ("below-status", "told")}
SELECTORS = {
    "below-status": ("#below-status .typed", "#below-status .questions"),
    "told": ("#below-status .told",),
}
STYLED = {
    "#below-status .typed": ("display",),
    "#below-status .questions": ("display",),
    "#below-status .told": ("borderTopStyle", "backgroundColor"),
}
