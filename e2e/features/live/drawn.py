"""The banner with the state of the line."""

from e2e.drawn import Place


def invite(place: Place) -> None:
    place.go("v=nine&m=d6", 1)
    place.frame.locator('#menu [data-value="new-game"]').click()
    place.frame.locator('label:has([name="opponent"][value="live"])').click()
    place.press("new-game:start")
    place.frame.get_by_test_id("live-reply").wait_for()
    place.frame.locator('dialog [data-intent="close"]').last.click()
    place.after.append(lambda: place.frame.locator('#banner [data-intent="live:leave"]').click())


LINKS = {invite: ("banner",)}
SELECTORS = {"banner": ('#banner [data-testid="live"]',)}
STYLED = {'#banner [data-testid="live"]': ("borderTopStyle",)}
NONE = "live games begin in the dialog of a new game, which a frame does not have"
SHELLS = {"all": {"none": NONE, "moves": NONE, "full": NONE}}
