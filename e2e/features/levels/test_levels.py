"""The proposal of another level: after two wins in a row at one level, the next one is offered."""

from playwright.sync_api import Page, expect

from e2e.conftest import Opener
from e2e.playing import QUICK, click

# In three men's morris three in a row win. White closes the top line next.
WON = ("v=three&m=c3.a1.b3.b1&b=level1", "v=three&m=a3.c1.b3.b1&b=level1")


def test_after_two_wins_in_a_row_a_harder_level_is_offered(page: Page, open_board: Opener) -> None:
    page.add_init_script(QUICK)
    open_board(page)
    for link, point in zip(WON, ("a3", "c3"), strict=True):
        open_board(page, link)
        click(page, point)
        expect(page.get_by_test_id("result")).to_contain_text("You win")
    expect(page.get_by_test_id("advice")).to_contain_text("You've won 2 games in a row at level 1.")
