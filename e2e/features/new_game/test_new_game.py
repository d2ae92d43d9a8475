"""The dialog of a new game: a variant is chosen and begun, and the game before it can be brought back."""

from playwright.sync_api import Page, expect

from e2e.conftest import Opener
from e2e.playing import click, expect_moves, open_from_menu


def test_another_variant_is_begun_and_the_game_before_it_comes_back(page: Page, open_board: Opener) -> None:
    open_board(page, "v=nine&m=d6.f4")
    click(page, "d2")  # now it is a game of this browser
    open_from_menu(page, "new-game")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="A friend here").check()
    dialog.locator('input[name="variant"][value="six"]').check()
    dialog.get_by_role("button", name="Start").click()
    expect(page.locator("#title")).to_have_text("Six Men's Morris")
    expect_moves(page, 0)
    page.get_by_role("button", name="Go back to it").click()
    expect(page.locator("#title")).to_have_text("Nine Men's Morris")
    expect_moves(page, 3)
