"""How a test plays on the page: press points, read the board and the address."""

from playwright.sync_api import Page, expect

from morris_core import Game
from morris_core.link import Link, LinkError, parse_link
from morris_core.notation import parse_move


def press_turn(page: Page, turn: str, game: Game) -> None:
    """Click the points of a turn, given as text, and play it in `game` as well; wait until the page shows it."""
    points = game.variant.board.points
    move = parse_move(turn, game.variant)
    for point in ([] if move.origin is None else [move.origin]) + [move.to, *move.captures]:
        page.locator(f'[data-point="{points[point]}"]').click()
    game.play(turn)
    expect_board(page, game)


def expect_board(page: Page, game: Game, ply: int | None = None) -> None:
    """Wait until the board shows the position after `ply` turns of a game (its last one when None)."""
    position = game.position if ply is None else game.position_at(ply)
    for point, name in enumerate(game.variant.board.points):
        man = "white" if position.white >> point & 1 else "black" if position.black >> point & 1 else "none"
        expect(page.locator(f'[data-point="{name}"]')).to_have_attribute("data-man", man)
    for side, men in (("white", position.white_hand), ("black", position.black_hand)):
        expect(page.get_by_test_id(f"{side}-hand")).to_have_attribute("data-count", str(men))
    expect(page.locator("[data-point]")).to_have_count(len(game.variant.board.points))


def address_link(page: Page) -> Link:
    """Return what the page's address tells, damaged or not."""
    try:
        return parse_link(page.url.partition("#")[2])
    except LinkError as error:
        return error.link


def expect_address(page: Page, game: Game) -> None:
    """Wait until the page's address tells a game."""
    for _ in range(100):
        if address_link(page).game == game:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"the address is {page.url}")
