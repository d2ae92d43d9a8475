"""The dialog that opens a game from a text."""

from playwright.sync_api import Page, expect

from e2e.conftest import Opener
from e2e.playing import expect_moves, open_from_menu, point
from e2e.sizes import boxes

POINTS = ("a1", "a4", "a7", "b2", "b4", "b6", "c3", "c4", "c5", "d1", "d2", "d3")


def test_a_pasted_record_comes_on_the_board_and_what_is_none_is_explained(page: Page, open_board: Opener) -> None:
    open_board(page)
    open_from_menu(page, "open-game")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").first.fill("1. d6 f4 2. d6")
    dialog.get_by_role("button", name="Open", exact=True).click()
    expect(dialog).to_contain_text("d6 is not empty")
    dialog.get_by_role("textbox").first.fill("1. d6 f4 2. d2")
    dialog.get_by_role("button", name="Open", exact=True).click()
    expect(dialog).to_have_count(0)
    expect_moves(page, 3)
    expect(point(page, "d2")).to_have_attribute("data-man", "white")


def test_a_text_of_many_games_is_searched_and_a_row_opens_its_game(new_page: Opener, open_board: Opener) -> None:
    page = open_board(
        new_page(permissions=["clipboard-read", "clipboard-write"], viewport={"width": 1280, "height": 800})
    )
    games = [f'[White "Ann p{number}q"]\n[Black "Ben"]\n\n1. d6 f4 2. {point} *' for number, point in enumerate(POINTS)]
    page.evaluate("text => navigator.clipboard.writeText(text)", "\n\n".join(games))
    open_from_menu(page, "open-game")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Paste").click()
    rows = page.get_by_test_id("found-games").get_by_role("listitem")
    expect(rows).to_have_count(len(POINTS))
    assert all(28 <= row["height"] <= 30 for row in boxes(rows)), "as in a table"
    expect(dialog.get_by_role("button", name="Open", exact=True)).to_have_count(0)  # a row opens its game
    dialog.get_by_role("searchbox").fill("ann p11q")
    dialog.get_by_role("searchbox").blur()
    expect(rows).to_have_count(1)
    rows.get_by_role("button").click()
    expect(dialog).to_have_count(0)
    expect(point(page, POINTS[11])).to_have_attribute("data-man", "white")
    expect(page.locator("#player-bottom")).to_contain_text("Ann p11q")


def test_a_clipboard_that_cannot_be_read_is_explained(page: Page, open_board: Opener) -> None:
    page.add_init_script("navigator.clipboard.read = async () => { throw new DOMException('no', 'NotAllowedError'); }")
    open_board(page)
    open_from_menu(page, "open-game")
    page.get_by_role("dialog").get_by_role("button", name="Paste").click()
    expect(page.get_by_test_id("open-problem")).to_have_text("Couldn't read the clipboard. Paste into the box instead.")
