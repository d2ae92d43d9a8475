"""Back goes back: from whatever lies over the game to the game, and out of the site only from there."""

import re

import pytest
from app.features import table as _table  # noqa: F401 - it fills FEATURES
from app.kernel.features import FEATURES
from playwright.sync_api import Page, expect

from e2e.addresses import expect_address
from e2e.conftest import Opener
from e2e.playing import open_from_menu, play, point, press, reload
from e2e.waiting import until
from morris_core import Game, find_variant

THERE = {one.name for one in FEATURES}


def layer(page: Page) -> int:
    """Return the number of layers over the game that the history knows; -1 while it is about to change."""
    found: int = page.evaluate("() => history.state ?? 0")
    return found


def expect_layer(page: Page, number: int) -> None:
    until(page, lambda: layer(page), lambda found: found == number)


def begin(page: Page, open_board: Opener) -> Game:
    """Open the board, and play three moves."""
    open_board(page)
    page.evaluate("restOfPage")
    game = Game(find_variant("nine"))
    for move in ("d6", "f4", "d2"):
        play(page, game, move)
    expect_address(page, game)
    return game


def test_back_closes_a_dialog_and_the_game_goes_on(page: Page, open_board: Opener) -> None:
    game = begin(page, open_board)
    entries = page.evaluate("history.length")
    for _ in range(3):  # closed on the page, a dialog leaves no entry to go back from
        open_from_menu(page, "settings")
        expect(page.get_by_role("dialog")).to_be_visible()
        expect_layer(page, 1)
        page.get_by_role("button", name="Done").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect_layer(page, 0)
    assert page.evaluate("history.length") <= entries + 1
    open_from_menu(page, "settings")
    expect_layer(page, 1)
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect_layer(page, 0)
    play(page, game, "b4")
    expect_address(page, game)
    # Forward opens no old game.
    page.go_forward()
    expect_layer(page, 0)
    expect_address(page, game)
    expect(page.locator("[data-ply]")).to_have_count(4)


def test_back_after_a_reload_in_a_dialog_and_moves_after_it_shows_the_game_as_it_is(
    page: Page, open_board: Opener
) -> None:
    game = begin(page, open_board)
    open_from_menu(page, "settings")
    expect_layer(page, 1)
    reload(page)
    expect_layer(page, 0)
    expect(page.get_by_role("dialog")).to_have_count(0)
    play(page, game, "b4")
    open_from_menu(page, "settings")
    expect_layer(page, 1)
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect_address(page, game)


@pytest.mark.skipif("puzzles" not in THERE, reason="needs puzzles")
def test_back_leaves_a_puzzle_also_after_a_reload(page: Page, open_board: Opener) -> None:
    game = begin(page, open_board)
    for reloads in (False, True):
        open_from_menu(page, "puzzles")
        page.get_by_role("button", name="Solve today's puzzle").click()
        expect(page.get_by_test_id("puzzle")).to_be_visible()
        expect(page).to_have_url(re.compile("#p="))
        expect_layer(page, 1)
        if reloads:
            reload(page)
            expect(page.get_by_test_id("puzzle")).to_be_visible()
        open_from_menu(page, "settings")
        expect_layer(page, 2)
        page.go_back()
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.get_by_test_id("puzzle")).to_be_visible()
        expect_layer(page, 1)
        page.go_back()
        expect(page.get_by_test_id("puzzle")).to_have_count(0)
        expect_address(page, game)
        expect(point(page, "d6")).to_have_attribute("data-man", "white")
        expect_layer(page, 0)
    # Forward leads to the puzzle again, and Back from there to the game, also in the moment when the puzzle appears.
    page.wait_for_timeout(500)  # nobody goes back and forward within 200 ms
    page.evaluate(
        """() => new Promise(done => {
          new MutationObserver((_changes, observer) => {
            if (!document.querySelector("[data-testid=puzzle]")) return;
            observer.disconnect();
            history.back();
            done();
          }).observe(document.body, { childList: true, subtree: true });
          history.forward();
        })"""
    )
    expect(page.get_by_test_id("puzzle")).to_have_count(0)
    expect_address(page, game)
    expect_layer(page, 0)
    page.wait_for_timeout(500)
    page.go_forward()
    expect(page.get_by_test_id("puzzle")).to_be_visible()
    page.go_back()
    expect(page.get_by_test_id("puzzle")).to_have_count(0)
    expect_address(page, game)


@pytest.mark.skipif("lessons" not in THERE, reason="needs lessons")
def test_back_from_the_link_of_a_lesson_leads_to_the_own_game_first(page: Page, open_board: Opener) -> None:
    begin(page, open_board)
    address = page.url.split("#")[0]
    page.goto("about:blank")
    page.goto(address + "#lessons=first")
    expect(page.get_by_test_id("lesson")).to_be_visible()
    expect_layer(page, 1)
    page.go_back()
    expect(page.get_by_test_id("lesson")).to_have_count(0)
    expect(point(page, "d6")).to_have_attribute("data-man", "white")
    page.go_back()
    expect(page).to_have_url("about:blank")


@pytest.mark.skipif("lessons" not in THERE, reason="needs lessons")
def test_a_lesson_chosen_in_the_list_takes_its_entry(page: Page, open_board: Opener) -> None:
    game = begin(page, open_board)
    entries = page.evaluate("history.length")
    open_from_menu(page, "lessons")
    expect_layer(page, 1)
    page.get_by_role("link", name="Your first game").click()
    expect(page.get_by_test_id("lesson")).to_be_visible()
    expect(page).to_have_url(re.compile("#lessons=first"))
    expect_layer(page, 1)
    assert page.evaluate("history.length") == entries + 1
    page.go_back()
    expect(page.get_by_test_id("lesson")).to_have_count(0)
    expect_address(page, game)
    expect_layer(page, 0)


@pytest.mark.skipif("review" not in THERE, reason="needs the review")
def test_back_closes_a_review_and_an_exercise_in_it(page: Page, open_board: Opener) -> None:
    open_board(page, "v=nine&m=d6.f4.d2.b4.f6.b2.b6xf4")
    page.evaluate("restOfPage")
    press(page, "Review")
    expect(page.get_by_test_id("review-text")).to_be_visible()
    expect_layer(page, 1)
    page.go_back()
    expect(page.get_by_test_id("review-text")).to_have_count(0)
    expect_layer(page, 0)


def test_a_swipe_down_closes_a_sheet(new_page: Opener, open_board: Opener) -> None:
    page = open_board(new_page(viewport={"width": 390, "height": 844}, has_touch=True))
    page.evaluate("restOfPage")
    dialog = page.get_by_role("dialog")
    touch = page.context.new_cdp_session(page)

    def swipe(x: float, y: float, far: int) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for step in range(1, 9):
            moved = [{"x": x, "y": y + far * step / 8}]
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": moved})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def head() -> tuple[float, float]:
        page.wait_for_timeout(300)  # the sheet comes in
        found = dialog.get_by_role("heading").first.bounding_box()
        assert found is not None
        return found["x"] + 40, found["y"] + 20

    open_from_menu(page, "share")
    expect_layer(page, 1)
    x, y = head()
    assert dialog.evaluate("one => one.getBoundingClientRect().bottom") == 844, "a sheet from below"
    swipe(x, y, 200)
    expect(dialog).to_have_count(0)
    expect_layer(page, 0)
    # Not while the contents are scrolled, and not a dialog with an entry that would be lost.
    open_from_menu(page, "settings")
    expect_layer(page, 1)
    x, y = head()
    page.locator(".dialog-body").evaluate("one => one.scrollTo(0, 200)")
    swipe(200, y + 300, 150)
    page.wait_for_timeout(600)  # the contents scroll on
    expect(dialog).to_be_visible()
    swipe(x, y, 200)
    expect(dialog).to_have_count(0)
    open_from_menu(page, "open-game")
    page.get_by_test_id("open-text").fill("1. d6")
    x, y = head()
    swipe(x, y, 300)
    expect(dialog).to_be_visible()
