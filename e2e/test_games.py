"""Beginning games, links, and what the browser keeps from one visit to the next."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from e2e.playing import click, point


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
