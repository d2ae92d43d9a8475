"""Moves that are confirmed by a second press."""

from playwright.sync_api import Page, expect

from e2e.conftest import Opener
from e2e.playing import click, expect_moves, point, status

SETTINGS = "localStorage.setItem('morris-settings', JSON.stringify({animation: 'off', confirm: 'on'}))"


def test_a_move_waits_for_a_second_press(page: Page, open_board: Opener) -> None:
    page.add_init_script(SETTINGS)
    open_board(page, "v=nine&m=d6.f4")
    click(page, "d2")
    expect(status(page)).to_contain_text("Press d2 again to confirm your move.")
    expect(point(page, "d2")).to_have_attribute("data-man", "none")
    click(page, "d2")
    expect(point(page, "d2")).to_have_attribute("data-man", "white")
    expect_moves(page, 3)
