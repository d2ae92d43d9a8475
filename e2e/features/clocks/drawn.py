"""The clock in each player's strip."""

from e2e.drawn import Place


def begin_with_clocks(place: Place) -> None:
    place.go("v=nine&m=d6", 1)
    place.frame.locator('#menu [data-value="new-game"]').click()
    place.frame.get_by_test_id("clock-and-names").locator("summary").click()
    place.frame.locator('[name="clock"][value="3+2"]').check(force=True)
    place.press("new-game:start")


LINKS = {begin_with_clocks: ("strip",)}
SELECTORS = {"strip": ("#player-top .clock", "#player-bottom .clock")}
STYLED = {"#player-top .clock": ("borderTopStyle", "backgroundColor", "fontWeight")}
NONE = "links hold no clocks, and a frame has no dialog to set them"
SHELLS = {"all": {"none": NONE, "moves": NONE, "full": NONE}}
