"""Openings in the analysis: the moves that were played from the position shown, counted in the games of a file."""

from playwright.sync_api import Page, expect

from e2e.conftest import Opener
from e2e.playing import QUICK, analyse


def test_openings_count_the_games_of_a_file(page: Page, open_board: Opener) -> None:
    page.add_init_script(QUICK)
    open_board(page, "v=nine&m=d6.f4")
    analyse(page)
    page.get_by_role("button", name="Openings").click()
    games = b"1. 5 14 2. 20 11 1-0\n\n1. 5 14 2. 20 0-1"
    field = page.locator("input[name=games]")
    field.set_input_files({"name": "kurnik.txt", "mimeType": "text/plain", "buffer": games})
    expect(page.locator(".counted")).to_have_text("kurnik.txt: 2. White won 1, drawn 0, Black won 1.")
