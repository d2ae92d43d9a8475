"""Settings: chosen in the dialog, and there again after a reload."""

from playwright.sync_api import Page, expect

from e2e.conftest import Opener
from e2e.playing import open_from_menu, reload


def test_a_setting_is_kept_through_a_reload(page: Page, open_board: Opener) -> None:
    open_board(page)
    open_from_menu(page, "settings")
    page.get_by_role("dialog").get_by_role("radio", name="Dark").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("dialog").get_by_role("button", name="Done").click()
    reload(page)
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
