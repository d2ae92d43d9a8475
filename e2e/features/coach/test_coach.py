"""The coach: asks before a move that lets the computer close a mill."""

from playwright.sync_api import Page, expect

from e2e.conftest import Opener
from e2e.playing import click, expect_moves, point

SETTINGS = "localStorage.setItem('morris-settings', JSON.stringify({animation: 'off', coach: 'on'}))"
# The computer is about to close a mill with b4.
RISK = "v=nine&m=d6.f4.f6.g4&b=level3"


def test_the_coach_asks_and_the_move_is_taken_back_or_played(page: Page, open_board: Opener) -> None:
    page.add_init_script(SETTINGS)
    open_board(page, RISK)
    click(page, "a1")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Are you sure?")
    dialog.get_by_role("button", name="Take back").click()
    expect(dialog).to_have_count(0)
    expect(point(page, "a1")).to_have_attribute("data-man", "none")
    click(page, "a1")
    dialog.get_by_role("button", name="Play it anyway").click()
    expect_moves(page, 6)  # the computer's answer may take the man
    expect(page.locator('[data-ply="5"]')).to_have_text("a1")
