"""The advice after two wins in a row."""

from playwright.sync_api import expect

from e2e.drawn import Place

# In three men's morris three in a row win. White closes the top line next.
WON = (("v=three&m=c3.a1.b3.b1&b=level1", "a3"), ("v=three&m=a3.c1.b3.b1&b=level1", "c3"))


def win_twice(place: Place) -> None:
    for link, point in WON:
        place.go(link, 4)
        place.point(point)
        expect(place.frame.get_by_test_id("result")).to_be_visible()


LINKS = {win_twice: ("advice",)}
SELECTORS = {"advice": ('#status [data-testid="advice"]',)}
STYLED: dict[str, tuple[str, ...]] = {}
NONE = "a frame saves no games, so none are won in a row"
SHELLS = {"all": {"none": NONE, "moves": NONE, "full": NONE}}
