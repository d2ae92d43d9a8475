"""Sides change hands: the computer takes over a side of a game, and gives it back."""

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Opener
from e2e.playing import QUICK, click, expect_moves, point, press, status


@pytest.fixture
def page(new_page: Opener) -> Page:
    page = new_page()
    page.add_init_script(QUICK)
    return page


def test_the_computer_takes_over_a_side_and_gives_it_back(page: Page, open_board: Opener) -> None:
    open_board(page, "v=nine&m=d6.f4.d2")
    page.get_by_title("Choose who plays Black").click()
    page.get_by_role("radio", name="Computer levels").check()
    page.get_by_role("radio", name="2 Beginner").check()
    press(page, "Play on")
    expect_moves(page, 4)
    expect(status(page)).to_contain_text("Your turn: place a man")
    page.get_by_title("Choose who plays Black").click()
    page.get_by_role("radio", name="A person").check()
    press(page, "Play on")
    expect(page.locator('[data-point]:not([data-man="none"])')).to_have_count(4)
    # The computer's man is on at most one of these.
    one, other, *_ = [name for name in ("a1", "g1", "b2") if point(page, name).get_attribute("data-man") == "none"]
    click(page, one)
    expect_moves(page, 5)
    click(page, other)
    expect_moves(page, 6)
