"""A game ends as a draw by agreement: the computer answers an offer in a sentence, two people agree at one screen."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from e2e.addresses import expect_fragment
from e2e.playing import click, status

# White closes a mill next, and Black has only three men.
LOST_FOR_BLACK = "v=nine&f=W1W/1W1/3/6/1B1/3/BB1_b_0_0&m=d3-e3"


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_the_computer_agrees_to_a_draw_where_it_stands_to_lose(page: Page, open_board: Callable[..., Page]) -> None:
    open_board(page, LOST_FOR_BLACK + "&b=level1")
    press(page, "Finish")
    press(page, "Offer a draw")
    expect(page.get_by_test_id("result")).to_contain_text("Draw")
    expect(page.get_by_test_id("result")).to_contain_text("Both sides agreed to a draw.")
    expect(page.locator('[aria-live="polite"]')).to_contain_text("The computer accepts the draw: it was losing.")
    page.reload()
    expect(page.get_by_test_id("result")).to_contain_text("Both sides agreed to a draw.")
    press(page, "Undo")
    expect(status(page)).to_contain_text("Your turn: move a man")


def test_the_computer_declines_in_a_sentence_and_is_not_asked_again_at_once(
    page: Page, open_board: Callable[..., Page]
) -> None:
    open_board(page, "v=nine&m=d6.f4&b=level1")
    press(page, "Finish")
    press(page, "Offer a draw")
    said = "The computer declines: it wants to play on until all men are placed."
    expect(status(page)).to_contain_text(said)
    expect(page.locator('[aria-live="polite"]')).to_contain_text(said)
    press(page, "Finish")
    expect(page.get_by_role("dialog")).to_contain_text("You can offer another after 10 more moves.")
    expect(page.get_by_role("button", name="Offer a draw")).to_be_disabled()
    press(page, "Keep playing")
    click(page, "d2")
    expect(page.locator("[data-ply]")).to_have_count(4)


def test_two_people_agree_to_a_draw_by_the_keyboard(page: Page, open_board: Callable[..., Page]) -> None:
    open_board(page, "v=nine&m=d6.f4")
    page.get_by_role("button", name="Finish").focus()
    page.keyboard.press("Enter")
    agree = page.get_by_role("button", name="Agree to a draw")
    agree.wait_for()
    for _ in range(6):
        if agree.evaluate("element => element === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("result")).to_contain_text("Both sides agreed to a draw.")
    expect_fragment(page, "v=nine&m=d6.f4&draw=agreed")
