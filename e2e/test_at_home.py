"""The installed app: texts shared to it, files opened with it, its shortcuts, and the number on its icon."""

from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Opener
from e2e.playing import click
from e2e.waiting import until_equal

GAME = "v=nine&m=d6.f4.d2"

# Headless Chromium launches no installed apps, so the test calls the consumer as the system does.
SYSTEM = """
window.badges = [];
navigator.setAppBadge = (number) => (badges.push(number), Promise.resolve());
Object.defineProperty(window, "launchQueue", {value: {setConsumer: (take) => (window.launch = take)}});
"""


def test_the_app_opens_what_the_system_gives_it(page: Page, open_board: Opener) -> None:
    page.add_init_script(SYSTEM)
    text = quote(f"Look: https://example.org/#{GAME}")
    open_board(page, path=f"?text={text}")
    expect(page.locator("[data-ply]")).to_have_count(3)
    assert "?" not in page.url, "a reload would open it again"
    page.evaluate("launch({targetURL: location.href, files: [{getFile: async () => new File(['1. d6 f4'], 'a.txt')}]})")
    expect(page.locator("[data-ply]")).to_have_count(2)
    page.evaluate("launch({targetURL: new URL('?text=nonsense', location).href, files: []})")
    expect(page.get_by_test_id("open-problem")).to_contain_text("isn't part of a move")
    page.keyboard.press("Escape")
    page.evaluate("launch({targetURL: 'javascript:x#v=six'})")
    click(page, "b4")
    expect(page.locator("[data-ply]")).to_have_count(3)
    page.evaluate("launch({targetURL: new URL('#p=today', location).href})")
    expect(page.get_by_test_id("puzzle")).to_contain_text("Today's puzzle")
    page.evaluate("launch({files: [{name: 'gone.txt', getFile: () => Promise.reject(new Error('gone'))}]})")
    expect(page.get_by_test_id("open-problem")).to_contain_text("Couldn't read 'gone.txt' as text.")


REFUSALS = {"throws": "() => { throw new Error('no icon'); }", "returns nothing": "() => {}"}


@pytest.mark.parametrize("refusal", REFUSALS)
def test_a_game_by_link_starts_though_the_icon_takes_no_number(page: Page, open_board: Opener, refusal: str) -> None:
    page.add_init_script(f"navigator.setAppBadge = {REFUSALS[refusal]}")
    open_board(page, f"{GAME}&c=abcdefgh22")
    page.locator('[data-man="none"]').first.click()
    expect(page.locator("[data-ply]")).to_have_count(4)


def test_the_icon_counts_the_games_by_link_that_wait_for_the_player(page: Page, open_board: Opener) -> None:
    page.add_init_script(SYSTEM)
    open_board(page, f"{GAME}&c=abcdefgh22")
    until_equal(page, lambda: page.evaluate("badges.at(-1)"), 1)
    page.locator('[data-man="none"]').first.click()
    until_equal(page, lambda: page.evaluate("badges.at(-1)"), 0)
