"""Finding a game on a phone: by a name with a mistake, by a country, and the game of the visitor's own."""

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Opener


def test_a_game_is_found_on_a_phone_by_typing_part_of_a_name(page: Page, open_board: Opener) -> None:
    open_board(page)
    page.get_by_role("button", name="New game").first.click()
    page.set_viewport_size({"width": 360, "height": 640})
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="A friend here").check()
    dialog.get_by_test_id("more-games").locator("summary").click()
    search = dialog.get_by_role("searchbox", name="Search")
    cards = dialog.locator('.option:has(input[name="variant"])')
    search.press_sequentially("shisma")
    expect(cards).to_have_count(1)
    search.fill("nine hols")
    expect(cards.first).to_contain_text("Nine Holes")
    search.fill("xyzzy")
    expect(dialog.get_by_text("No game found.")).to_be_visible()
    search.fill("kenya")
    expect(search).to_be_focused()
    cards.get_by_role("radio").check()
    dialog.get_by_role("button", name="Start").click()
    expect(page.locator("#title")).to_have_text("Shisima")
    # All men stand on the board, and the middle of the wheel is reached from either side.
    expect(page.locator('[data-man="white"]')).to_have_count(3)
    page.locator('[data-point="d1"]').click()
    page.locator('[data-point="d4"]').click()
    expect(page.locator('[data-point="d4"]')).to_have_attribute("data-man", "white")


@pytest.mark.cold
def test_the_game_of_the_visitors_country_is_among_the_first(page: Page, open_board: Opener) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'language', { get: () => 'en-ZA' })")
    open_board(page)
    page.get_by_role("button", name="New game").first.click()
    games = page.get_by_role("dialog").get_by_role("group", name="Which game").locator(".option")
    expect(games).to_have_count(4)
    expect(games.last).to_contain_text("Morabaraba")
