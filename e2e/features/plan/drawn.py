"""The points of a move that is planned while the computer thinks."""

from playwright.sync_api import expect

from e2e.drawn import Place
from e2e.playing import ENGINE, Held


def plan_a_move(place: Place) -> None:
    held = Held(place.page, ENGINE)
    place.go("v=nine&m=d6&b=level3", 1)
    expect(place.frame.locator('[data-state~="target"]')).to_have_count(0)  # it is the computer's turn
    place.point("f4")
    place.after.append(held.let_go)


LINKS = {plan_a_move: ("marks",)}
SELECTORS = {"marks": ('#board .point[data-state~="planned"] .focus',)}
STYLED = {'#board .point[data-state~="planned"] .focus': ("stroke", "strokeDasharray", "fill")}
SHELLS = {"all": {"none": "a diagram has no computer to wait for"}}
