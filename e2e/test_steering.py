"""A game against the computer is followed and steered: what it did is said, help is apt, sides change hands."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from e2e.playing import click, hold_engine, point, status

QUICK = "localStorage.setItem('morris-settings', JSON.stringify({animation: 'off'}))"
SET_UP = "v=nine-merelles&f=W1W/BWB/1B1/2B3/3/W1B/1W1_w_0_0_-_0_30"


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    page = new_page()
    page.add_init_script(QUICK)
    return page


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def moves(page: Page, number: int) -> None:
    expect(page.locator("[data-ply]")).to_have_count(number)


def test_what_the_computer_did_is_said_above_whose_turn_it_is(page: Page, open_board: Callable[..., Page]) -> None:
    open_board(page, SET_UP + "&w=level12")
    moves(page, 1)
    expect(status(page)).to_contain_text("White moved d6-d7, closed a mill and took ")
    expect(status(page)).to_contain_text("Your turn: move a man to a neighbouring point")


def test_hint_and_analysis_are_both_answered_in_any_order(page: Page, open_board: Callable[..., Page]) -> None:
    open_board(page, SET_UP)
    press(page, "Hint")
    press(page, "Analyse")
    expect(page.get_by_test_id("hint")).to_contain_text("Try d6-d7x")
    expect(page.get_by_test_id("analysis").get_by_role("listitem").first).to_contain_text("d6-d7x")
    press(page, "Hint")
    expect(page.get_by_test_id("hint")).to_have_count(0)
    press(page, "Hint")
    press(page, "Stop")
    expect(page.get_by_test_id("analysis")).to_have_count(0)
    expect(page.get_by_test_id("hint")).to_contain_text("Try d6-d7x")


def test_with_a_mill_closed_help_says_which_man_to_take(page: Page, open_board: Callable[..., Page]) -> None:
    open_board(page, SET_UP)
    click(page, "d6")
    click(page, "d7")
    press(page, "Hint")
    hint = page.get_by_test_id("hint")
    expect(hint).to_contain_text("Take the man on ")
    press(page, "Analyse")
    expect(page.get_by_test_id("analysis").get_by_role("listitem").first).to_contain_text("d6-d7x")
    click(page, (hint.text_content() or "").split("Take the man on ")[1][:2])
    moves(page, 1)
    expect(hint).to_have_count(0)


def test_the_computer_takes_over_a_side_and_gives_it_back(page: Page, open_board: Callable[..., Page]) -> None:
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


def test_play_the_computer_goes_on_from_a_position_that_was_set_up(page: Page, open_board: Callable[..., Page]) -> None:
    open_board(page, SET_UP)
    press(page, "Play the computer")
    expect(page.get_by_role("radio", name="The position on the board")).to_be_checked()
    page.get_by_role("radio", name="Black moves second").check()
    press(page, "Start")
    moves(page, 1)
    # Level 2 does not always close its mill, but no move of its takes more than one of Black's men away.
    expect(page.locator("[data-point][data-man=white]")).to_have_count(5)
    expect(page.locator("#player-bottom")).to_contain_text("You")
    expect(page.locator("#player-bottom")).to_contain_text("Black")


def test_looking_back_does_not_stop_the_computer(page: Page, open_board: Callable[..., Page]) -> None:
    let_go = hold_engine(page)
    open_board(page, "v=nine&b=level6")
    click(page, "d6")
    press(page, "Previous move")
    expect(status(page)).to_contain_text("Start of the game.")
    let_go()
    moves(page, 2)
    expect(status(page)).to_contain_text("Start of the game.")


def test_who_watches_pauses_and_plays_move_by_move(page: Page, open_board: Callable[..., Page]) -> None:
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


def test_who_watches_sets_the_speed_which_is_kept(page: Page, open_board: Callable[..., Page]) -> None:
    open_board(page, "v=nine&w=1&b=1")
    expect(page.locator('[data-ply="1"]')).to_be_visible()
    press(page, "Faster")
    expect(page.get_by_role("button", name="Faster")).to_be_disabled()
    expect(page.locator("html")).to_have_attribute("data-speed", "fast")
    assert page.evaluate("JSON.parse(localStorage['morris-settings']).speed") == "fast"
    press(page, "Slower")
    press(page, "Slower")
    expect(page.get_by_role("button", name="Slower")).to_be_disabled()
    expect(page.locator("html")).to_have_attribute("data-speed", "slow")
