"""Men slide, a mill lights up and the man taken leaves, one after the other; or nothing moves, if preferred."""

from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from e2e.conftest import Opener
from e2e.playing import ENGINE, Held, click
from e2e.sizes import box

pytestmark = pytest.mark.chromium("only Chromium lets a test slow animations down and read them")

# White, a computer, closes the mill a7-d7-g7 with d6-d7 and takes a man; nobody flies.
CAPTURE = "v=nine-merelles&f=W1W/BWB/1B1/2B3/3/W1B/1W1_w_0_0_-_0_30&w=level12"
MILL_NEXT = "v=nine&m=d6.f4.d2.b4.f6.b6.b2.d7.d3.g1"

# The place and opacity of the man that begins on d6, the mill's bar, and the man that is taken.
LOOK = """() => {
  const at = (element) => {
    const box = element.getBoundingClientRect();
    return [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)];
  };
  const point = (name) => at(document.querySelector(`[data-point="${name}"] .hit`));
  const seen = (selector) =>
    [...document.querySelectorAll(selector)].map((one) => Number(getComputedStyle(one).opacity));
  const leaving = document.querySelector(".man.leaving");
  return {
    moved: window.moved && window.moved.isConnected ? at(window.moved.querySelector(".disc")) : null,
    mill: seen(".mill.closed"),
    leaving: leaving && at(leaving.querySelector(".disc")),
    points: Object.fromEntries(["d6", "d7", "f6", "b6"].map((name) => [name, point(name)])),
    tray: at(document.querySelector("[data-testid=white-taken]")),
    running: document.getAnimations().length,
  };
}"""

# Remembers the element of the man that is drawn where a point is.
REMEMBER = """(name) => {
  const centre = (element) => {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = centre(document.querySelector(`[data-point="${name}"] .hit`));
  const discs = [...document.querySelectorAll(".man .disc")];
  window.moved = discs.find((disc) => Math.hypot(centre(disc)[0] - x, centre(disc)[1] - y) < 5).closest(".man");
}"""


class Motion:
    """The animations of a page, stopped so that a test can look at any moment."""

    def __init__(self, page: Page) -> None:
        """Stop the animations of a page, including those that begin later."""
        self._page = page
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._session.send("Animation.enable")
        self._session.send("Animation.setPlaybackRate", {"playbackRate": 0})

    def go_to(self, milliseconds: float) -> None:
        """Set all animations and transitions to the same time after their start."""
        self._page.evaluate(
            "(time) => { for (const one of document.getAnimations()) { one.currentTime = time; } }", milliseconds
        )

    def go_on(self) -> None:
        """Let them run at full speed again."""
        self._session.send("Animation.setPlaybackRate", {"playbackRate": 1})


def look(page: Page, motion: Motion, milliseconds: float) -> dict[str, Any]:
    motion.go_to(milliseconds)
    seen: dict[str, Any] = page.evaluate(LOOK)
    return seen


def distance(first: list[int], second: list[int]) -> float:
    return float(((first[0] - second[0]) ** 2 + (first[1] - second[1]) ** 2) ** 0.5)


def test_the_parts_of_a_computers_move_are_shown_one_after_another(page: Page, open_board: Opener) -> None:
    held = Held(page, ENGINE)
    open_board(page, CAPTURE)
    page.evaluate(REMEMBER, "d6")
    motion = Motion(page)
    held.let_go()
    expect(page.locator('[data-ply="1"]')).to_contain_text("d6-d7x")
    points = look(page, motion, 0)["points"]
    step = distance(points["d6"], points["d7"])

    half_way = look(page, motion, 220)
    assert 0.2 * step < distance(half_way["moved"], points["d6"]) < 0.8 * step
    assert half_way["mill"] == [0]
    start = half_way["leaving"]

    arrived = look(page, motion, 470)
    assert distance(arrived["moved"], points["d7"]) < 2

    lit = look(page, motion, 900)
    assert lit["mill"][0] > 0.9
    assert lit["leaving"] == start, "there is no breath between the mill and the capture"

    flying = look(page, motion, 1450)
    assert distance(flying["leaving"], start) > 20
    assert distance(flying["leaving"], flying["tray"]) < distance(start, flying["tray"])

    motion.go_to(2500)
    expect(page.locator(".man.leaving")).to_have_count(0)


def test_a_man_moved_by_hand_keeps_its_element_and_slides(page: Page, open_board: Opener) -> None:
    open_board(page, CAPTURE.replace("&w=level12", ""))
    page.evaluate(REMEMBER, "d6")
    click(page, "d6")
    motion = Motion(page)
    click(page, "d7")
    expect(page.locator('.point[data-point="d7"]')).to_have_attribute("data-man", "white")
    points = look(page, motion, 0)["points"]
    seen = look(page, motion, 100)
    assert 2 < distance(seen["moved"], points["d7"]) < distance(points["d6"], points["d7"]) - 2
    seen = look(page, motion, 220)
    assert distance(seen["moved"], points["d7"]) < 2
    motion.go_on()
    # The next press works at once, because nothing waits for the motion.
    click(page, "f6")
    expect(page.locator(".man.leaving")).to_have_count(0)
    expect(page.locator('[data-ply="1"]')).to_have_text("d6-d7xf6")


def test_a_placed_man_comes_from_the_hand(page: Page, open_board: Opener) -> None:
    open_board(page)
    motion = Motion(page)
    click(page, "d6")
    man = page.locator(".man.entering .disc")
    expect(man).to_have_count(1)
    hand = box(page.get_by_test_id("white-hand"))
    motion.go_to(1)  # and it stays there, since the animations are stopped
    begins = box(man)
    assert hand["left"] - 20 < begins["x"] + begins["width"] / 2 < hand["right"] + 20
    assert hand["top"] - 20 < begins["y"] + begins["height"] / 2 < hand["bottom"] + 20
    motion.go_to(1000)
    expect(page.locator(".man.entering")).to_have_count(0)


def test_undo_brings_a_man_back_at_once_although_it_is_still_leaving(page: Page, open_board: Opener) -> None:
    open_board(page, MILL_NEXT)
    click(page, "d1")
    motion = Motion(page)
    click(page, "b4")
    expect(page.locator(".man.leaving")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".man.leaving")).to_have_count(1)  # the man that had closed the mill
    expect(page.locator(".man:not(.leaving)")).to_have_count(10)
    motion.go_to(1000)
    expect(page.locator(".man")).to_have_count(10)


@pytest.mark.parametrize("how", ["setting", "system"])
def test_nothing_moves_with_reduced_motion(new_page: Opener, open_board: Opener, how: str) -> None:
    page = new_page(reduced_motion="reduce" if how == "system" else "no-preference")
    if how == "setting":
        page.add_init_script("localStorage.setItem('morris-settings', JSON.stringify({animation: 'off'}))")
    held = Held(page, ENGINE)
    open_board(page, CAPTURE)
    motion = Motion(page)  # any animation would now stay for ever
    held.let_go()
    expect(page.locator('[data-ply="1"]')).to_contain_text("d6-d7x")
    seen = look(page, motion, 0)
    assert seen["running"] == 0
    assert seen["leaving"] is None
    assert seen["mill"][0] > 0.9
