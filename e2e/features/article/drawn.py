"""The way back from a reader's own moves, which only an embedded board has where no move can be taken back."""

from e2e.drawn import Place


def own_move(place: Place) -> None:
    place.go("v=nine&m=d6.f4.d2", 3)
    if place.shell == "moves":
        place.point("a1")


LINKS = {own_move: ("banner",)}
SELECTORS = {"banner": ('[data-testid="own-moves"]',)}
STYLED = {'[data-testid="own-moves"]': ("backgroundColor",)}
ELSEWHERE = "there is no author's game, or moves can be taken back"
SHELLS = {"all": dict.fromkeys(("page", "dark", "phone", "arabic", "full"), ELSEWHERE)}
