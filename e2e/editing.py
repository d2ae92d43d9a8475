"""Steps of journeys in the editor of positions."""

from playwright.sync_api import Page, expect

from e2e.playing import open_from_menu


def open_editor(page: Page) -> None:
    open_from_menu(page, "open-game")
    page.get_by_role("button", name="Set up a position").click()
    expect(page.get_by_test_id("editor-board")).to_be_visible()


def type_position(page: Page, text: str) -> None:
    """Type into the field for the position's text, and leave the field."""
    page.get_by_test_id("editor-fen").click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(text)
    page.keyboard.press("Tab")
