"""Marks on the board: rings for what can be done, the marks of the last move, and the end of a game."""

import json

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Opener
from e2e.playing import ENGINE, Held, click
from e2e.test_motion import Motion

# White's mill f2-f4-f6 is closed, and both sides move.
IN_MILL = "v=nine&f=WB1/2W/3/B1B1W1/3/2W/1B1_w_0_0_-_0_20"
WHITE_WINS = "v=three&m=a1.b2.b1.c2"

RINGS = """() => [...document.querySelectorAll("#board .point")]
  .filter((point) => getComputedStyle(point.querySelector(".ring")).display !== "none")
  .map((point) => point.dataset.point).sort()"""


def keep(page: Page, **settings: str) -> None:
    """Save these settings before the page is opened."""
    stored = json.dumps(json.dumps(settings))
    page.add_init_script(f"localStorage.setItem('morris-settings', {stored})")


@pytest.mark.parametrize("shown", ["on", "off"])
def test_rings_around_men_that_may_move_can_be_switched_off_in_mills_too(
    page: Page, open_board: Opener, shown: str
) -> None:
    keep(page, targets=shown)
    open_board(page, IN_MILL)
    page.mouse.move(1, 1)
    states = page.locator('#board [data-state~="movable"]')
    assert page.locator('#board [data-state="movable mill"]').count() > 0
    assert len(page.evaluate(RINGS)) == (states.count() if shown == "on" else 0)


def test_only_the_man_picked_up_has_a_ring(page: Page, open_board: Opener) -> None:
    open_board(page, IN_MILL)
    click(page, "f6")
    page.mouse.move(1, 1)
    expect(page.locator('[data-point="f6"][data-state~="selected"]')).to_have_count(1)
    assert page.evaluate(RINGS) == ["f6"]


def test_the_last_move_has_a_golden_ring_with_a_dark_edge(page: Page, open_board: Opener) -> None:
    open_board(page, "v=nine&m=d6.f4")
    ring, edge = page.locator("#board .trace .ring.last"), page.locator("#board .trace .ring-edge.last")
    expect(ring).to_have_css("stroke", "rgb(255, 201, 60)")
    expect(edge).to_have_css("stroke", "rgb(90, 60, 0)")
    widths = [float(one.evaluate("one => parseFloat(getComputedStyle(one).strokeWidth)")) for one in (ring, edge)]
    assert widths[1] > widths[0] + 2, "the edge shows on both sides"


@pytest.mark.chromium("only Chromium lets a test slow animations down and read them")
def test_the_place_of_the_result_is_never_empty(page: Page, open_board: Opener) -> None:
    held = Held(page, ENGINE)
    open_board(page, WHITE_WINS + "&w=level12")
    motion = Motion(page)
    held.let_go()
    expect(page.get_by_test_id("result")).to_have_count(1)
    seen = """() => [".over .before", ".over .result"].map((one) =>
      Number(getComputedStyle(document.querySelector(one)).opacity))"""
    motion.go_to(1000)
    assert page.evaluate(seen) == [1, 0]
    assert page.locator(".over .before").inner_text().startswith("White placed a man on")
    motion.go_to(4000)
    assert page.evaluate(seen) == [0, 1]
    expect(page.locator("#board .ribbon")).to_have_count(0)
    expect(page.locator("#board .man.black.lost")).to_have_count(2)
    assert (
        page.locator("#board .man.black.lost .disc").first.evaluate("disc => getComputedStyle(disc).opacity") == "0.45"
    )
