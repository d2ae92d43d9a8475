"""A game against the computer is steered: sides change hands, a spectator pauses it, and it answers a draw offer."""

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Opener
from e2e.playing import QUICK, click, press, status


@pytest.fixture
def page(new_page: Opener) -> Page:
    page = new_page()
    page.add_init_script(QUICK)
    return page


def test_the_computer_declines_in_a_sentence_and_is_not_asked_again_at_once(page: Page, open_board: Opener) -> None:
    open_board(page, "v=nine&m=d6.f4&b=level1")
    press(page, "End game")
    press(page, "Offer a draw")
    text = "The computer declines: it wants to play on until all men are placed."
    expect(status(page)).to_contain_text(text)
    expect(page.locator('[aria-live="polite"]')).to_contain_text(text)
    press(page, "End game")
    expect(page.get_by_role("dialog")).to_contain_text("You can offer another after 10 more moves.")
    expect(page.get_by_role("button", name="Offer a draw")).to_be_disabled()
    press(page, "Keep playing")
    click(page, "d2")
    expect(page.locator("[data-ply]")).to_have_count(4)
