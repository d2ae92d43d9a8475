"""A game against the computer is steered: sides change hands, who watches pauses it, and it answers a draw offer."""

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Opener
from e2e.playing import click, hold_engine, point, status

QUICK = "localStorage.setItem('morris-settings', JSON.stringify({animation: 'off'}))"


@pytest.fixture
def page(new_page: Opener) -> Page:
    page = new_page()
    page.add_init_script(QUICK)
    return page


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def moves(page: Page, number: int) -> None:
    expect(page.locator("[data-ply]")).to_have_count(number)


def test_the_computer_takes_over_a_side_and_gives_it_back(page: Page, open_board: Opener) -> None:
    open_board(page, "v=nine&m=d6.f4.d2")
    page.get_by_title("Choose who plays Black").click()
    page.get_by_role("radio", name="Computer levels").check()
    page.get_by_role("radio", name="2 Beginner").check()
    press(page, "Play on")
    moves(page, 4)
    expect(status(page)).to_contain_text("Your turn: place a man")
    page.get_by_title("Choose who plays Black").click()
    page.get_by_role("radio", name="A person").check()
    press(page, "Play on")
    expect(page.locator('[data-point]:not([data-man="none"])')).to_have_count(4)
    # The computer has placed its man on one of these at most.
    one, other, *_ = [name for name in ("a1", "g1", "b2") if point(page, name).get_attribute("data-man") == "none"]
    click(page, one)
    moves(page, 5)
    click(page, other)
    moves(page, 6)


def test_looking_back_does_not_stop_the_computer(page: Page, open_board: Opener) -> None:
    let_go = hold_engine(page)
    open_board(page, "v=nine&b=level6")
    click(page, "d6")
    press(page, "Previous move")
    expect(status(page)).to_contain_text("Start of the game.")
    let_go()
    moves(page, 2)
    expect(status(page)).to_contain_text("Start of the game.")


def test_who_watches_pauses_and_plays_move_by_move(page: Page, open_board: Opener) -> None:
    open_board(page, "v=nine&w=level1&b=level1")
    expect(page.locator('[data-ply="1"]')).to_be_visible()
    press(page, "Pause")
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    expect(page.get_by_role("button", name="Finish")).to_have_count(0)
    expect(page.locator("html")).not_to_have_attribute("data-engine", "thinking")
    there = page.locator("[data-ply]").count()
    press(page, "One move")
    moves(page, there + 1)
    expect(status(page)).to_contain_text("The computer is paused.")


def test_the_computer_declines_in_a_sentence_and_is_not_asked_again_at_once(page: Page, open_board: Opener) -> None:
    open_board(page, "v=nine&m=d6.f4&b=level1")
    press(page, "Finish")
    press(page, "Offer a draw")
    text = "The computer declines: it wants to play on until all men are placed."
    expect(status(page)).to_contain_text(text)
    expect(page.locator('[aria-live="polite"]')).to_contain_text(text)
    press(page, "Finish")
    expect(page.get_by_role("dialog")).to_contain_text("You can offer another after 10 more moves.")
    expect(page.get_by_role("button", name="Offer a draw")).to_be_disabled()
    press(page, "Keep playing")
    click(page, "d2")
    expect(page.locator("[data-ply]")).to_have_count(4)
