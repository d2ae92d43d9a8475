"""On paper: the board and every move, no buttons, and dark ink whatever the theme."""

import pytest
from playwright.sync_api import expect

from e2e.conftest import Opener
from e2e.waiting import until
from tests.damaged_links import long_game


@pytest.mark.chromium("Playwright does not emulate paper in Firefox")
def test_the_page_prints_board_and_moves_alone(new_page: Opener, open_board: Opener) -> None:
    game = long_game("nine", 60, seed=0)
    page = open_board(new_page(color_scheme="dark", viewport={"width": 794, "height": 1123}), game.link())
    page.keyboard.press("m")
    page.keyboard.press("t")
    expect(page.locator("#below-status")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.get_by_test_id("board")).to_be_visible()
    for name in ("menu", "tools", "steps", "banner", "below-status"):
        expect(page.locator(f"#{name}")).to_be_hidden()
    rows = page.locator("#moves li")
    expect(rows).to_have_count(30)
    hidden = "list => Math.max(list.scrollHeight - list.clientHeight, list.scrollWidth - list.clientWidth)"
    until(page, lambda: page.locator("#moves").evaluate(hidden), lambda pixels: pixels <= 1)  # the whole list shows
    assert page.locator("body").evaluate("body => getComputedStyle(body).backgroundColor") == "rgb(255, 255, 255)"
