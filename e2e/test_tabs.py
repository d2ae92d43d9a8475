"""No link and no second tab costs the player a game: saving, coming back, and one game in two tabs."""

import pytest
from playwright.sync_api import Page, expect

from e2e.addresses import expect_board
from e2e.conftest import Opener
from e2e.playing import click, play, point
from e2e.waiting import until
from morris_core import Game, find_variant

MOVES = "d6 f4 d2 b4 f6 b2 b6xf4 f4"


def played(page: Page, open_board: Opener, moves: str = MOVES) -> Game:
    """Open the page without a link, and play."""
    open_board(page)
    game = Game(find_variant("nine"))
    for move in moves.split():
        play(page, game, move)
    return game


def in_new_tab(page: Page, open_board: Opener, fragment: str = "") -> Page:
    """Close the page and open the site in another tab of the same browser."""
    other = page.context.new_page()
    page.close()
    return open_board(other, fragment)


def test_the_game_is_there_again_on_the_next_visit(page: Page, open_board: Opener) -> None:
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


def test_a_link_opened_in_a_new_tab_does_not_cost_the_saved_game(page: Page, open_board: Opener) -> None:
    game = played(page, open_board)
    for fragment in ("v=six&m=b4", "v=nine&m=zz", "foo", "v=xx", "v=nine&m=d6&c=abcdefgh22"):
        page = in_new_tab(page, open_board, fragment)
    page = in_new_tab(page, open_board)
    expect_board(page, game)


def test_the_player_is_told_when_the_storage_is_full(page: Page, open_board: Opener) -> None:
    open_board(page)
    page.evaluate("""() => {
      for (let size = 1 << 22; size; size >>= 1)
        try { while (true) localStorage.setItem("x" + Math.random(), "x".repeat(size)) } catch {}
    }""")
    click(page, "d6")
    expect(page.get_by_test_id("not-kept")).to_contain_text("isn't saving this game")
    page.evaluate("localStorage.clear()")
    click(page, "f4")
    expect(page.get_by_test_id("not-kept")).to_have_count(0)


def test_two_tabs_with_one_game_show_the_same_and_either_goes_on(page: Page, open_board: Opener) -> None:
    game = played(page, open_board, "d6 f4")
    other = open_board(page.context.new_page())
    expect(page.get_by_test_id("other-tab")).to_be_visible()
    expect(other.get_by_test_id("other-tab")).to_have_count(0)
    play(other, game, "d2")
    expect_board(page, game)
    play(page, game, "b4")
    expect_board(other, game)
    expect(other.get_by_test_id("other-tab")).to_be_visible()
    expect(page.get_by_test_id("other-tab")).to_have_count(0)
    other.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-ply].undone")).to_have_count(1)
    page.close()
    other.reload()
    game.undo()
    expect_board(other, game)


@pytest.mark.slow
def test_the_computer_answers_once_in_two_tabs(page: Page, open_board: Opener) -> None:
    open_board(page, "v=three&b=level1")
    click(page, "b2")
    expect(page.locator("[data-ply]")).to_have_count(2)
    other = open_board(page.context.new_page())
    expect(other.locator("[data-ply]")).to_have_count(2)
    until(page, lambda: page.url == other.url)
    expect(page.get_by_test_id("other-tab")).to_be_visible()
    page.get_by_test_id("other-tab").get_by_role("button", name="Play here").click()
    expect(other.get_by_test_id("other-tab")).to_be_visible()
    page.locator('[data-point][data-man="none"]').first.click()
    for tab in (page, other):
        expect(tab.locator("[data-ply]")).to_have_count(4)


@pytest.mark.slow
def test_a_tab_that_slept_keeps_both_lines(page: Page, open_board: Opener) -> None:
    game = played(page, open_board, "d6 f4")
    asleep = page.context.new_page()
    asleep.add_init_script("addEventListener('storage', event => event.stopImmediatePropagation())")
    open_board(asleep)
    play(page, game, "d2")
    point(asleep, "b4").click()
    expect(asleep.get_by_test_id("status")).to_contain_text("Both lines are saved")
    later = Game.from_link("v=nine&m=d6.f4.b4")
    for tab in (asleep, page):
        expect_board(tab, later)
        expect(tab.locator("#moves .variation")).to_contain_text("d2")
    page.reload()
    expect_board(page, later)
    expect(page.locator("#moves .variation")).to_contain_text("d2")
