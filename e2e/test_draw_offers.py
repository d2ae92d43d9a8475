"""A game ends as a draw by agreement: the computer answers an offer in a sentence, two people agree at one screen."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from e2e.playing import click, status


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


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
