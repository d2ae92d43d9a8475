"""More: the rest of the menu on a phone."""

from playwright.sync_api import expect

from e2e.conftest import Opener


def test_on_a_phone_the_buttons_without_room_are_under_more(new_page: Opener, open_board: Opener) -> None:
    page = open_board(new_page(viewport={"width": 390, "height": 844}))
    page.get_by_role("button", name="More", exact=True).click()
    dialog = page.get_by_role("dialog")
    button = dialog.get_by_role("button", name="Settings", exact=True)
    button.click()
    expect(dialog.get_by_role("heading", name="Settings", exact=True)).to_be_visible()
