"""The dialog that opens a game from a text."""

from playwright.sync_api import Page, expect

from e2e.conftest import Opener
from e2e.playing import expect_moves, open_from_menu, point


def test_a_pasted_record_comes_on_the_board_and_what_is_none_is_explained(page: Page, open_board: Opener) -> None:
    open_board(page)
    open_from_menu(page, "open-game")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").first.fill("1. d6 f4 2. d6")
    dialog.get_by_role("button", name="Open", exact=True).click()
    expect(dialog).to_contain_text("d6 is not empty")
    dialog.get_by_role("textbox").first.fill("1. d6 f4 2. d2")
    dialog.get_by_role("button", name="Open", exact=True).click()
    expect(dialog).to_have_count(0)
    expect_moves(page, 3)
    expect(point(page, "d2")).to_have_attribute("data-man", "white")
