"""What a page shows, and what its address says, beside a game of morris_core."""

from playwright.sync_api import Page, expect

from morris_core import Game
from morris_core.link import Link, LinkError, parse_link


def expect_board(page: Page, game: Game, ply: int | None = None) -> None:
    """Wait until the board shows the position after `ply` moves of a game (its last one when None)."""
    position = game.position if ply is None else game.position_at(ply)
    for point, name in enumerate(game.variant.board.points):
        man = "white" if position.white >> point & 1 else "black" if position.black >> point & 1 else "none"
        expect(page.locator(f'[data-point="{name}"]')).to_have_attribute("data-man", man)
    for side, men in (("white", position.white_hand), ("black", position.black_hand)):
        expect(page.get_by_test_id(f"{side}-hand")).to_have_attribute("data-count", str(men))
    expect(page.locator("[data-point]")).to_have_count(len(game.variant.board.points))


def address_link(page: Page) -> Link:
    """Return the game in the page's address, damaged or not."""
    try:
        return parse_link(page.url.partition("#")[2])
    except LinkError as error:
        return error.link


def expect_address(page: Page, game: Game) -> None:
    """Wait until the page's address holds a game."""
    for _ in range(100):
        if address_link(page).game == game:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"the address is {page.url}")
