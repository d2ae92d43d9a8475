"""Helpers that compare a page's position and address with a game of morris_core."""

from playwright.sync_api import Page, expect

from e2e.waiting import until
from morris_core import Game
from morris_core.link import Link


def expect_board(page: Page, game: Game, ply: int | None = None) -> None:
    """Wait until the board shows the position after `ply` moves of a game, or its last position if `ply` is None."""
    position = game.position if ply is None else game.position_at(ply)
    for point, name in enumerate(game.variant.board.points):
        man = "white" if position.white >> point & 1 else "black" if position.black >> point & 1 else "none"
        expect(page.locator(f'[data-point="{name}"]')).to_have_attribute("data-man", man)
    for side, men in (("white", position.white_hand), ("black", position.black_hand)):
        expect(page.get_by_test_id(f"{side}-hand")).to_have_attribute("data-count", str(men))
    expect(page.locator("[data-point]")).to_have_count(len(game.variant.board.points))


def address_link(page: Page) -> Link:
    """Return the game in the page's address, damaged or not."""
    return Link.read(page.url.partition("#")[2])


def expect_address(page: Page, game: Game, **fields: object) -> None:
    """Wait until the page's address holds a game and has the given fields of Link, such as `at`."""
    until(
        page,
        lambda: address_link(page),
        lambda link: link.game == game and all(getattr(link, name) == value for name, value in fields.items()),
    )


def expect_fragment(page: Page, fragment: str) -> None:
    """Wait until the page's address has this fragment."""
    until(page, lambda: page.url.partition("#")[2], lambda found: found == fragment)
