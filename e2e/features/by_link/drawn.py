"""The next step of a game by link, and the button in the status that sends a move."""

from e2e.drawn import Place

ARRIVED = "v=nine&m=d6&c=abcdefgh22"


def answer(place: Place) -> None:
    place.go(ARRIVED, 1)
    place.point("f4")


LINKS = {answer: ("banner", "status_button")}
SELECTORS = {
    "banner": ('#banner [data-testid="by-link"]',),
    "status_button": ('#status [data-intent^="by-link:"]',),
}
STYLED = {'#status [data-intent^="by-link:"]': ("backgroundColor", "borderRadius")}
NONE = "a frame only shows links, no game has an agreed part"
SHELLS = {"all": {"none": NONE, "moves": NONE, "full": NONE}}
