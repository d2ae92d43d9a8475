"""Every kind of link opens to the same game in a browser that has never seen the site, and a damaged link gives a board
and a sentence.
"""

import pytest
from playwright.sync_api import Page, expect

from e2e.addresses import address_link, expect_address, expect_board
from e2e.conftest import Opener
from e2e.playing import play
from morris_core import Game, find_variant
from morris_core.link import Link
from morris_core.position import SIDES
from tests.damaged_links import good_links


@pytest.mark.cold
def test_a_link_of_every_kind_opens_to_the_same_game_in_a_browser_new_to_the_site(
    new_page: Opener, open_board: Opener
) -> None:
    for text in good_links()[::-5]:
        page = open_board(new_page(), text)
        link = Link.read(text)
        expect_board(page, link.game, link.at)
        expect(page.locator(".status.notice")).to_have_count(0)
        expect_address(page, link.game, at=link.at, correspondence=link.correspondence)
        shown = address_link(page)
        assert (shown.white or "human", shown.black or "human") == (link.white or "human", link.black or "human"), text
        # In a game by link the reader sits at the bottom.
        bottom = link.game.position.side if link.correspondence else link.side or 0
        expect(page.locator("#player-bottom .badge")).to_have_class(f"badge pip {SIDES[bottom]}")
        page.context.close()


def test_the_address_says_what_is_on_the_board_and_piles_up_no_history(page: Page, open_board: Opener) -> None:
    open_board(page)
    entries = page.evaluate("history.length")
    game = Game(find_variant("nine"))
    for move in ("d6", "f4", "d2"):
        play(page, game, move)
        expect_address(page, game)
    page.get_by_role("button", name="Previous move").click()
    expect(page.locator('[data-point="d2"]')).to_have_attribute("data-man", "none")
    expect_address(page, game, at=2)
    page.get_by_role("button", name="Flip").click()
    expect_address(page, game, at=2, side=1)
    assert page.evaluate("history.length") == entries
