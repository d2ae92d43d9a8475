"""Keyboard shortcuts: listed in a dialog, which a key opens."""

from playwright.sync_api import Page, expect

from e2e.conftest import Opener
from e2e.watch import expect_axe_clean


def test_a_dialog_lists_the_keys_and_the_single_ones_can_be_switched_off(page: Page, open_board: Opener) -> None:
    open_board(page)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(dialog).to_contain_text("Flip the board")
    expect_axe_clean(page)
    page.keyboard.press("f")
    dialog.get_by_role("button", name="Settings").click()
    page.get_by_role("switch", name="Keyboard shortcuts").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Escape")
    page.keyboard.press("f")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_test_id("board")).to_have_attribute("data-bottom", "white")
