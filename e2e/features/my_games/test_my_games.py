"""My games: every game is saved in this browser, and can be found, replayed, continued and deleted."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from e2e.addresses import expect_board
from e2e.conftest import Opener
from e2e.editing import open_editor, type_position
from e2e.my_games import begin, export_file, import_file, many, open_my_games, rows, saved_game, tab, write_file
from e2e.playing import click, expect_moves, focus_by_keyboard, reload
from e2e.playing import point as board_point
from e2e.sizes import each_size
from e2e.waiting import until
from e2e.watch import expect_axe_clean
from morris_core.game import Game

# The text on each of the dialog's tabs.
PARTS = {
    "Games": '[data-testid="my-games-list"]',
    "Results": '[data-testid="my-games-results"]',
    "Backup": "input[type=file]",
}


@pytest.mark.slow
def test_more_games_than_the_last_ones_go_into_the_archive_and_none_is_lost(page: Page, open_board: Opener) -> None:
    open_board(page)
    page.evaluate("restOfPage")
    stored = "Object.keys(localStorage).filter((key) => key.startsWith('morris-game.')).length"
    for number in range(25):
        # A tab saves a game in the same way, however the next game is begun.
        page.evaluate("fragment => { location.hash = fragment }", f"v=nine&m={'d6' if number % 2 else 'f4'}")
        expect(page.locator("[data-ply]")).to_have_count(1)
        click(page, page.evaluate("n => document.querySelectorAll('[data-man=none]')[n].dataset.point", number % 20))
        expect(page.locator("[data-ply]")).to_have_count(2)
    open_my_games(page)
    expect(page.get_by_test_id("my-games-count")).to_have_text("25 games")
    until(page, lambda: page.evaluate(stored), lambda number: number <= 21)
    reload(page)
    open_my_games(page)
    expect(page.get_by_test_id("my-games-count")).to_have_text("25 games")
    page.get_by_role("button", name="Show 5 more").click()
    oldest = rows(page).last
    oldest.get_by_role("button", name="Resume").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("[data-ply]")).to_have_count(2)
    page.locator('[data-man="none"]').first.click()
    expect(page.locator("[data-ply]")).to_have_count(3)
    open_my_games(page)
    expect(page.get_by_test_id("my-games-count")).to_have_text("25 games")
    expect(rows(page).first).to_contain_text("3 moves")


@pytest.mark.chromium("Playwright has no events for downloads in Firefox")
def test_a_position_with_a_comment_stays_whatever_is_played_after_it(
    new_page: Opener, open_board: Opener, tmp_path: Path
) -> None:
    page = new_page()
    setup = "v=nine&f=BWW/1W1/3/1B2BB/3/3/W2_w_0_0"
    keys = "Object.keys(localStorage).filter((key) => key.startsWith('morris-game.'))"
    open_board(page)
    open_editor(page)
    type_position(page, setup.split("f=")[1].replace("_", " "))
    page.get_by_role("button", name="Play from here").click()
    board_point(page, "d6").click(button="right")  # draws a circle
    page.get_by_role("button", name="Notes", exact=True).click()
    page.get_by_role("textbox", name="Comment").fill("White wins")
    page.get_by_role("textbox", name="Comment").blur()
    [key] = until(page, lambda: page.evaluate(keys), lambda found: len(found) == 1)
    begin(page, "A new game")
    click(page, "a1")
    expect_moves(page, 1)
    assert key in page.evaluate(keys)
    open_my_games(page)
    expect(page.get_by_test_id("my-games-count")).to_have_text("2 games")
    expect(rows(page).last).to_contain_text("From a position")
    found = export_file(page, tmp_path / "a.json")["games"]
    assert sorted(game["plies"] for game in found) == [0, 1]
    page.keyboard.press("Escape")

    # It goes into the archive with the older games, and comes back from there.
    data = {f"morris-game.new-{n}": json.dumps(saved_game(f"new-{n}", "v=nine&m=d6", 2**42 + n)) for n in range(20)}
    page.evaluate("games => Object.entries(games).forEach(([key, text]) => localStorage.setItem(key, text))", data)
    begin(page, "A new game")
    click(page, "a1")
    until(page, lambda: page.evaluate(keys), lambda found: key not in found)
    reload(page)
    open_my_games(page)
    expect(page.get_by_test_id("my-games-count")).to_have_text("23 games")
    page.get_by_role("button", name=re.compile("^Show .* more")).click()
    row = rows(page).filter(has_text="From a position")
    row.get_by_role("button", name="Resume").click()
    expect_board(page, Game.from_link(setup))
    expect(page.get_by_test_id("moves")).to_contain_text("White wins")
    expect(page.locator("#notes .ring")).to_have_count(1)

    # The file brings it into another browser.
    page = open_board(new_page())
    open_my_games(page)
    import_file(page, tmp_path / "a.json", "2 games were imported.")
    tab(page, "Games")
    expect(rows(page).filter(has_text="From a position")).to_have_count(1)


def test_by_keyboard_alone(page: Page, open_board: Opener, tmp_path: Path) -> None:
    open_board(page)
    open_my_games(page)
    import_file(page, write_file(tmp_path / "a.json", many(2)), "2 games were imported.")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="My games", exact=True).focus()
    page.keyboard.press("Enter")
    expect(rows(page)).to_have_count(2)
    focus_by_keyboard(page, rows(page).first.get_by_role("button", name="Delete"))
    page.keyboard.press("Enter")
    expect(rows(page)).to_have_count(1)
    expect(page.get_by_test_id("my-games").get_by_role("button", name="Undo")).to_be_focused()
    page.keyboard.press("Enter")
    expect(rows(page)).to_have_count(2)
    expect(page.locator(":focus")).to_have_attribute("aria-label", re.compile("Replay"))
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.slow
def test_nothing_is_cut_on_small_screens_and_axe_finds_nothing(
    new_page: Opener, open_board: Opener, tmp_path: Path
) -> None:
    page = open_board(new_page(viewport={"width": 390, "height": 844}, reduced_motion="reduce"))
    dialog = open_my_games(page)
    import_file(page, write_file(tmp_path / "a.json", many(24)), "24 games were imported.")
    for name, part in PARTS.items():
        tab(page, name)
        expect(dialog.locator(part)).to_be_visible()
        expect_axe_clean(page)
        for size in each_size(page, [(320, 568), (360, 640), (740, 360), (820, 1180), (390, 844)]):
            body = dialog.locator(".dialog-body")
            assert body.evaluate("one => one.scrollWidth <= one.clientWidth"), (size, name)
            outside = dialog.locator("button, select, input[type=search], strong, td, th").evaluate_all(
                "parts => parts.filter(one => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth)"
                ".map(one => one.outerHTML)"
            )
            assert outside == [], (size, name)
    page.get_by_role("button", name="Delete everything…").click()
    expect(page.get_by_role("button", name="Keep everything")).to_be_visible()
    expect_axe_clean(page)
