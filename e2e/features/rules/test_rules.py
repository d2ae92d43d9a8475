"""The rules of the game on the board, in a dialog."""

from playwright.sync_api import Page, expect

from e2e.conftest import Opener
from e2e.playing import open_from_menu


def test_the_rules_are_those_of_the_game_on_the_board(page: Page, open_board: Opener) -> None:
    open_board(page, "v=six")
    open_from_menu(page, "rules")
    expect(page.get_by_role("dialog")).to_contain_text("six")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
