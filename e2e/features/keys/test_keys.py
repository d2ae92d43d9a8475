"""Keyboard shortcuts: listed in a dialog, which a key opens."""

from playwright.sync_api import Page, expect

from e2e.conftest import Opener


def test_a_key_opens_the_list_of_keys(page: Page, open_board: Opener) -> None:
    open_board(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Keyboard shortcuts")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.keyboard.press("f")
    expect(page.get_by_test_id("board")).to_have_attribute("data-bottom", "black")
