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


def test_settings_chosen_in_two_tabs_count_in_both(page: Page, open_board: Opener) -> None:
    open_board(page)
    other = page.context.new_page()
    open_board(other)
    for tab, choice in ((page, "Dark"), (other, "Slate")):
        tab.bring_to_front()
        tab.get_by_role("button", name="Settings").click()
        tab.get_by_role("radio", name=choice).check(force=True)
        tab.get_by_role("button", name="Done").click()
    for tab in (page, other):
        expect(tab.locator("html")).to_have_attribute("data-theme", "dark")
        expect(tab.locator("html")).to_have_attribute("data-look", "slate")
    assert page.evaluate("JSON.parse(localStorage['morris-settings'])") == {"theme": "dark", "look": "slate"}
