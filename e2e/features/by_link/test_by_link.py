"""Play by link between two browser profiles, and links that do not continue the game."""

from playwright.sync_api import Page, expect

from e2e.addresses import expect_address, expect_board
from e2e.conftest import Opener
from e2e.playing import play, status
from morris_core import Game, find_variant

THREE = "a1 b1 a3 a2 c1 c2 a3-b3 c2-c3 b3-b2 c3-c2 b2-b3 b1-b2"


def begin(page: Page, side: str = "You play White") -> None:
    """Begin a game by link from the position on the board."""
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_role("button", name="Play by link").click()
    page.get_by_role("radio", name=side).check()
    page.get_by_test_id("by-link-begin").click()
    expect(page.locator("dialog")).to_have_count(0)


def send(page: Page, game: Game) -> str:
    """Copy the link to send, as a player does, and return it. It equals the page's address."""
    expect_address(page, game)
    expect(page.get_by_test_id("by-link")).to_contain_text("end the link")
    button = page.get_by_role("button", name="Copy link")
    expect(button).to_be_in_viewport(ratio=1)
    button.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    return page.url


def play_through(new_page: Opener, open_board: Opener, variant: str, moves: str) -> "tuple[list[Page], Game]":
    """Play moves by link between two profiles. Each opens every link that the other sends."""
    pages = [new_page(), new_page()]
    open_board(pages[0], f"v={variant}")
    begin(pages[0])
    game = Game(find_variant(variant))
    for number, move in enumerate(moves.split()):
        side = number % 2
        page = pages[side]
        expect(status(page)).to_contain_text("our turn")
        play(page, game, move)
        link = send(page, game)
        expect(page.locator('[data-state~="target"], [data-state~="movable"]')).to_have_count(0)
        pages[1 - side].goto(link)
        pages[1 - side].locator('html[data-board="ready"]').wait_for()
        expect_board(pages[1 - side], game)
    return pages, game


def test_a_game_by_link_from_the_first_move_to_the_last(new_page: Opener, open_board: Opener) -> None:
    pages, game = play_through(new_page, open_board, "three", THREE)
    assert game.outcome() is not None
    for page in pages:
        expect(page.locator("#live")).to_contain_text("Black wins with a row of three.")
    expect(pages[0].get_by_test_id("by-link")).to_contain_text("Black played b1-b2")
