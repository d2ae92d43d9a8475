"""The panel that greets whoever comes back."""

from e2e.drawn import Place
from e2e.features.visit.test_visit import old_game
from e2e.playing import READY

FORGET = "for (const key of Object.keys(localStorage)) if (key.startsWith('morris-game.')) delete localStorage[key];"


def come_back(place: Place) -> None:
    place.page.evaluate(FORGET)
    place.page.evaluate(old_game("v=nine&m=d6.f4&b=level1"))
    place.page.goto(place.page.url.split("#")[0])
    place.page.locator(READY).wait_for()
    place.after.append(lambda: place.page.evaluate(FORGET))


LINKS = {come_back: ("banner",)}
SELECTORS = {"banner": ('#banner [data-testid="visit"] .panel-title',)}
STYLED: dict[str, tuple[str, ...]] = {}
NONE = "a frame saves no games to come back to"
SHELLS = {"all": {"none": NONE, "moves": NONE, "full": NONE}}
