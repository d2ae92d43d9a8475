"""A game is reviewed by touch on a phone, by mouse on a desktop, and by keyboard alone with announcements."""

import json

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.conftest import Opener
from e2e.playing import QUICK, by_keyboard, focus_by_keyboard, point, press
from tools.sources import ROOT

PHONE, TABLET, DESKTOP = (390, 844), (820, 1180), (1440, 900)
# Black's 3. b2 lets White close a mill that b6 would have blocked.
MILL = "v=nine&m=d6.f4.d2.b4.f6.b2.b6xf4"
WHY = "3. b2 let White close the mill b6-d6-f6 and take f4; {better} would have stopped it."
HIDDEN, TOLD = WHY.format(better="…"), WHY.format(better="b6")
# A whole game of six men's morris, whose positions all have exact values. Black is the computer.
SIX = json.loads((ROOT / "tests/data/review_games.json").read_text(encoding="utf-8"))[6]["link"] + "&b=level3"


@pytest.fixture
def open_game(new_page: Opener, open_board: Opener) -> Opener:
    """Return a function that opens a game on a screen (width, height)."""

    def open_page(size: tuple[int, int], fragment: str, **options: str) -> Page:
        page = new_page(viewport={"width": size[0], "height": size[1]}, **options)
        page.add_init_script(QUICK)
        return open_board(page, fragment)

    return open_page


def panel(page: Page) -> Locator:
    return page.get_by_test_id("review")


def review(page: Page) -> None:
    """Open the review and wait until it is done."""
    page.locator('#tools [data-intent="review:open"]').click()
    expect(page.locator(".graph")).to_be_visible(timeout=90_000)


def test_after_a_game_one_press_leads_to_its_review_with_exact_values(open_game: Opener) -> None:
    page = open_game(PHONE, SIX)
    result = page.get_by_test_id("result")
    for name in ("Rematch", "Review", "Play level 4"):
        expect(result.get_by_role("button", name=name, exact=True)).to_be_visible()
    result.get_by_role("button", name="Review", exact=True).click()
    expect(panel(page).get_by_role("progressbar")).to_be_visible()
    expect(page.locator(".graph")).to_be_visible(timeout=90_000)
    expect(page.locator("#live")).to_contain_text("The review is done. Accuracy: White 93%, Black 63%.")
    expect(panel(page)).to_contain_text("This game is solved, so every value is exact.")
    expect(panel(page)).to_contain_text("A proven win for White.")
    press(page, "White's 8. d3-d4xe3: Blunder")
    expect(page.get_by_test_id("review-text")).to_contain_text(
        "White had a won game; now it's a draw. Both are proven."
    )


def test_a_game_is_reviewed_by_the_keyboard_alone(open_game: Opener) -> None:
    page = open_game(DESKTOP, MILL)
    live = page.locator("#live")
    focus_by_keyboard(page, page.locator('#tools [data-intent="review:open"]'))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Review")).to_be_focused()
    expect(live).to_have_text(
        "The review is done. Accuracy: White 100%, Black 69%. There is one turning point.", timeout=90_000
    )
    slider = page.get_by_role("slider", name="Position in the game")
    focus_by_keyboard(page, slider)
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_attribute("aria-valuetext", "Black's 3. b2: Blunder. A proven win for White.")
    expect(live).to_contain_text("Black's 3. b2: Blunder. " + HIDDEN)
    page.keyboard.press("Home")
    expect(slider).to_have_attribute("aria-valuetext", "The start")
    expect(slider).to_be_focused()
    focus_by_keyboard(page, page.get_by_role("button", name="Next turning point"))
    page.keyboard.press("Enter")
    expect(live).to_contain_text("Black's 3. b2: Blunder. " + HIDDEN)
    focus_by_keyboard(page, page.get_by_role("button", name="Black's 3. b2: Blunder"))
    page.keyboard.press("Enter")
    expect(live).to_contain_text(HIDDEN)
    focus_by_keyboard(page, page.get_by_role("button", name="Show it"))
    page.keyboard.press("Enter")
    expect(live).to_contain_text("Better: b6.")
    focus_by_keyboard(page, page.get_by_role("button", name="Find the better move"))
    page.keyboard.press("Enter")
    expect(live).to_have_text("Find a better move than 3. b2")
    by_keyboard(page, "b2")
    expect(live).to_have_text("b2 was the mistake. Look for a better move.")
    expect(point(page, "b2")).to_have_attribute("data-man", "black")
    expect(point(page, "b2")).to_have_attribute("data-man", "none")
    by_keyboard(page, "b6")
    expect(live).to_contain_text("b6 is right. " + TOLD)
    focus_by_keyboard(page, page.get_by_role("button", name="Back to the review"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Review")).to_be_focused()
    expect(live).to_contain_text(TOLD)
    focus_by_keyboard(page, page.get_by_role("button", name="Close the review"))
    page.keyboard.press("Enter")
    expect(panel(page)).to_have_count(0)
    expect(page.locator('#tools [data-intent="review:open"]')).to_be_focused()
