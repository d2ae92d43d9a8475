"""Beginning games, links, and what the browser keeps from one visit to the next."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from e2e.addresses import expect_fragment
from e2e.playing import click, point, status


def test_a_new_game_of_another_kind(page: Page, open_board: Callable[..., Page]) -> None:
    open_board(page)
    page.get_by_role("button", name="New game").click()
    page.get_by_role("radio", name="Six Men's Morris").check()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("[data-point]")).to_have_count(16)
    expect(page.get_by_test_id("white-hand")).to_have_attribute("data-count", "6")
    expect_fragment(page, "v=six")


def test_a_game_under_way_is_not_thrown_away_unasked(page: Page, open_board: Callable[..., Page]) -> None:
    open_board(page, "v=nine&m=d6.f4")
    page.get_by_role("button", name="New game", exact=True).click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_role("button", name="Keep playing").click()
    expect(page.locator("[data-ply]")).to_have_count(2)
    page.get_by_role("button", name="New game", exact=True).click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_role("button", name="Start new game").click()
    expect(page.locator("[data-ply]")).to_have_count(0)


def test_escape_closes_a_dialog_and_gives_the_focus_back(page: Page, open_board: Callable[..., Page]) -> None:
    open_board(page)
    button = page.get_by_role("button", name="New game")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(button).to_be_focused()


def test_the_game_is_there_again_on_the_next_visit(page: Page, open_board: Callable[..., Page], root: str) -> None:
    open_board(page)
    click(page, "d6")
    click(page, "f4")
    page.get_by_role("button", name="Undo").click()
    expect(point(page, "f4")).to_have_attribute("data-man", "none")
    page.goto("about:blank")
    open_board(page)
    expect(point(page, "d6")).to_have_attribute("data-man", "white")
    page.get_by_role("button", name="Redo").click()
    expect(point(page, "f4")).to_have_attribute("data-man", "black")
    page.goto("about:blank")
    open_board(page, "v=six&m=a1")
    expect(page.locator("[data-ply]")).to_have_count(1)


def test_play_goes_on_where_storage_is_forbidden(page: Page, open_board: Callable[..., Page]) -> None:
    page.add_init_script("Object.defineProperty(window, 'localStorage', {get() { throw new Error('forbidden') }})")
    open_board(page)
    click(page, "d6")
    expect(point(page, "d6")).to_have_attribute("data-man", "white")


def test_a_link_that_comes_later_is_followed(page: Page, open_board: Callable[..., Page]) -> None:
    open_board(page, "v=nine&m=d6")
    page.evaluate("location.hash = 'v=three&m=a1.b2'")
    expect(page.locator("[data-point]")).to_have_count(9)
    expect(page.locator("[data-ply]")).to_have_count(2)


def test_a_damaged_link_gives_a_game_and_says_what_was_wrong(page: Page, open_board: Callable[..., Page]) -> None:
    open_board(page, "v=nine&m=d6.f4.d6")
    expect(status(page)).to_contain_text("Move 3 in this link, 'd6', can't be played.")
    expect(page.locator("[data-ply]")).to_have_count(2)
    click(page, "d2")
    expect(status(page)).to_have_text("Black: place a man")
    page.goto("about:blank")
    open_board(page, "v=chess&%zz=%F0&m=e4")
    expect(status(page)).to_contain_text("chess")
    click(page, "d6")
    expect(point(page, "d6")).to_have_attribute("data-man", "white")


def test_sharing_shows_the_link(page: Page, open_board: Callable[..., Page]) -> None:
    open_board(page, "v=nine&m=d6")
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_test_id("share-link")).to_have_value(re.compile("#v=nine&m=d6$"))


def test_settings_are_kept(page: Page, open_board: Callable[..., Page]) -> None:
    open_board(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Dark").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("switch", name="Show coordinates").uncheck()
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".coordinates")).to_be_hidden()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator(".coordinates")).to_be_hidden()
