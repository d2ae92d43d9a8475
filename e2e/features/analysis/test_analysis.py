"""Analysis: lines that can be pressed and stepped through, the bar beside the board, and the keys of the page."""

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.conftest import Opener
from e2e.playing import QUICK, expect_moves, point
from e2e.waiting import until
from e2e.watch import expect_axe_clean

# White is to move and closes a mill at once.
MILL = "v=nine&m=d6.f4.d2.b4.f6.b6.b2.d7.d3.g1"


@pytest.fixture
def page(new_page: Opener) -> Page:
    page = new_page()
    page.add_init_script(QUICK)
    return page


def analysed(page: Page) -> Locator:
    """Press the key for analysis, and return the moves and values once they are there."""
    page.keyboard.press("l")
    rows = page.get_by_role("group", name="Moves and their values").get_by_role("button")
    expect(rows.first).to_be_visible()
    return rows


def test_a_line_is_pressed_up_to_a_move_and_stepped_through(page: Page, open_board: Opener) -> None:
    open_board(page, MILL)
    analysed(page)
    second = page.locator(".lines button").nth(1)

    def point_at_it() -> bool:
        second.hover()  # until the pointer is on it, the line may still move away
        return second.get_attribute("tabindex") == "0"

    until(page, point_at_it)
    line = second.get_attribute("data-line") or ""
    assert line.count(".") == 1
    expect(page.locator("#notes .advice:not(.before)")).to_have_count(1)
    expect(page.locator("#notes .advice.before")).to_have_count(1)
    second.click()
    expect_moves(page, 12)
    expect(page.locator("#moves [aria-current]")).to_have_text(line.split(".")[1])
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#moves [aria-current]")).to_have_text(line.split(".")[0])


@pytest.mark.slow
def test_space_plays_the_best_move_and_goes_to_a_button_that_has_the_focus(page: Page, open_board: Opener) -> None:
    open_board(page, MILL)
    page.get_by_role("button", name="Analyse").click()
    best = page.locator(".move-values button").first
    expect(best).to_contain_text("x")
    page.keyboard.press("Space")  # the button pressed with the mouse still has the focus
    expect_moves(page, 11)
    # Several moves close a mill, and by now the analysis may prefer another of them.
    expect(page.locator("#moves [aria-current]")).to_contain_text("x")
    expect(page.get_by_test_id("analysis")).to_be_visible()
    page.keyboard.press("Control+z")
    expect_moves(page, 11)
    expect(page.locator("#moves .undone")).to_have_count(1)
    page.get_by_role("button", name="Flip").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Space")
    expect(page.get_by_test_id("board")).to_have_attribute("data-bottom", "black")
    expect(page.locator("#moves .undone")).to_have_count(1)


def test_lines_and_moves_are_reached_by_the_keyboard_alone(page: Page, open_board: Opener) -> None:
    open_board(page, MILL)
    rows = analysed(page)
    stops = page.locator('.move-values button[tabindex="0"]')
    expect(stops).to_have_count(1)
    expect(rows.first).to_contain_text("d1x")
    rows.first.focus()
    focused = page.locator(".move-values button:focus")
    expect(focused).to_have_attribute("tabindex", "0")
    first = focused.get_attribute("data-line") or ""
    page.keyboard.press("ArrowDown")
    expect(focused).not_to_have_attribute("data-line", first)
    second = focused.get_attribute("data-line") or ""
    # Nothing moves while the focus is in the list.
    page.keyboard.press("ArrowUp")
    expect(focused).to_have_attribute("data-line", first)
    page.keyboard.press("ArrowDown")
    expect(focused).to_have_attribute("data-line", second)
    expect(page.locator("#notes .advice")).to_have_count(1)
    page.keyboard.press("Enter")
    expect_moves(page, 11)
    expect(page.locator("#moves [aria-current]")).to_have_text(second)
    page.keyboard.press("Control+z")
    expect(rows.first).to_contain_text("d1x")
    line = page.locator(".lines button")

    def goes_on() -> bool:
        line.first.focus()  # an earlier drawing may have replaced the element
        page.keyboard.press("ArrowRight")
        return bool(line.nth(1).evaluate("one => one === document.activeElement"))

    until(page, goes_on)
    expect_axe_clean(page)


def test_the_keys_of_the_page(page: Page, open_board: Opener) -> None:
    open_board(page, "v=nine&m=d6.f4.d2")
    board = page.get_by_test_id("board")
    page.keyboard.press("f")
    expect(board).to_have_attribute("data-bottom", "black")
    page.keyboard.press("f")
    expect(board).to_have_attribute("data-bottom", "white")
    page.keyboard.press("Control+z")
    expect(page.locator("#moves .undone")).to_have_count(1)
    page.keyboard.press("Control+y")
    expect(page.locator("#moves .undone")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.get_by_test_id("hint")).to_contain_text("Try ")
    page.keyboard.press("h")
    expect(page.get_by_test_id("hint")).to_have_count(0)
    # On the board the arrow keys and the space bar do what they always do there.
    point(page, "d6").focus()
    page.keyboard.press("f")
    expect(board).to_have_attribute("data-bottom", "black")
    expect_moves(page, 3)


def test_no_key_does_anything_in_a_field(page: Page, open_board: Opener) -> None:
    open_board(page)
    page.get_by_role("button", name="Open", exact=True).click()
    field = page.get_by_role("dialog").get_by_role("textbox")
    field.focus()
    page.keyboard.type("fhl?")
    expect(field).to_have_value("fhl?")
    expect(page.get_by_test_id("board")).to_have_attribute("data-bottom", "white")
    expect(page.get_by_role("dialog")).to_have_count(1)
